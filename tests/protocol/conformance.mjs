// SPDX-License-Identifier: MIT
// The official conformance suite: node conformance.mjs SERVER_BINARY OUTPUT_FOLDER REVISION
// Every scenario that the revision requires, and those that it does not score, as far as the
// product claims them. The suite needs Node 22, which comes with it as a package.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { startServer } from './server.mjs';

const plans = {
  '2025-11-25': {
    required: 30,
    more: ['server-session-lifecycle', 'json-schema-2020-12', 'server-sse-polling'],
  },
  '2026-07-28': {
    required: 37,
    more: ['json-schema-2020-12', 'http-header-validation', 'http-custom-header-server-validation'],
  },
};

const [binary, output, revision] = process.argv.slice(2);
const { required, more } = plans[revision];
const inModules = (path) => fileURLToPath(new URL(`node_modules/${path}`, import.meta.url));
const server = await startServer(binary);

function suite(...options) {
  const run = spawnSync(inModules('.bin/node'), [
    inModules('@modelcontextprotocol/conformance/dist/index.js'), 'server',
    '--url', server.url.href, '-o', output, ...options,
  ], { encoding: 'utf8' });
  process.stdout.write(run.stdout ?? '');
  process.stderr.write(run.stderr ?? '');
  return run;
}

const failures = [];
const scored = suite('--requirements', revision);
// A suite that ran nothing must not look like one that passed.
const passed = (scored.stdout?.match(/^✓ /gm) ?? []).length;
if (scored.status !== 0 || passed < required)
  failures.push(`${passed} required scenarios passed, of ${required}`);
for (const scenario of more) {
  const run = suite('--scenario', scenario, '--spec-version', revision);
  const counts = /Passed: (\d+)\/(\d+), (\d+) failed/.exec(run.stdout ?? '');
  if (run.status !== 0 || !counts || Number(counts[1]) === 0)
    failures.push(`${scenario} did not pass`);
}
server.stop();
console.log(failures.length ? failures.join('\n')
  : `${revision}: ${passed} required and ${more.length} further scenarios passed`);
process.exit(failures.length ? 1 : 0);
