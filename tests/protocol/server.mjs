// SPDX-License-Identifier: MIT
// Starts the test server for the length of a test and gives its address.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export async function startServer(binary) {
  const process_ = spawn(binary, ['--port', '0'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const lines = createInterface({ input: process_.stdout });
  const ended = once(process_, 'exit').then(([code]) => {
    throw new Error(`the server ended with ${code}`);
  });
  ended.catch(() => {});
  const [address] = await Promise.race([once(lines, 'line'), ended]);
  return { url: new URL(address), pid: process_.pid, stop: () => process_.kill() };
}
