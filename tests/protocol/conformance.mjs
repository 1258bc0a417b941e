// SPDX-License-Identifier: MIT
// The official conformance suite: node conformance.mjs SERVER_BINARY OUTPUT_FOLDER
// The suite needs Node 22, which comes with it as a package.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { startServer } from './server.mjs';

const [binary, output] = process.argv.slice(2);
const inModules = (path) => fileURLToPath(new URL(`node_modules/${path}`, import.meta.url));
const server = await startServer(binary);
const suite = spawnSync(inModules('.bin/node'), [
  inModules('@modelcontextprotocol/conformance/dist/index.js'), 'server',
  '--url', server.url.href, '--requirements', '2025-11-25', '-o', output,
], { encoding: 'utf8' });
server.stop();
process.stdout.write(suite.stdout ?? '');
process.stderr.write(suite.stderr ?? '');
// A suite that ran nothing must not look like one that passed.
const passed = (suite.stdout?.match(/^✓ /gm) ?? []).length;
const required = 30;
if (suite.status !== 0 || passed < required) {
  console.error(`${passed} scenarios passed, ${required} are required`);
  process.exit(1);
}
