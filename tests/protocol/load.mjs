// SPDX-License-Identifier: MIT
// 1,000 pings a second, held for a while, and 32 calls at once: no error, and the server's memory
// stays flat: node load.mjs SERVER_BINARY [SECONDS, 60 unless told]
// How long it really took is printed and judged by nobody: a busy machine may be slower.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import http from 'node:http';

import { startServer } from './server.mjs';

const [binary, seconds = '60'] = process.argv.slice(2);
const perSecond = 1000;
const server = await startServer(binary);
const agent = new http.Agent({ keepAlive: true, maxSockets: 32 });

function send(body, headers = {}) {
  return new Promise((resolve, reject) => {
    const request = http.request(server.url, { method: 'POST', agent, headers: {
      'Content-Type': 'application/json', Accept: 'application/json, text/event-stream',
      'Content-Length': Buffer.byteLength(body), ...headers } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => { text += part; })
        .on('end', () => resolve({ status: response.statusCode, text, headers: response.headers }));
    });
    request.on('error', reject).end(body);
  });
}

const residentKiB = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]);

const begun = await send(JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'load', version: '1' } } }));
const session = { 'Mcp-Session-Id': begun.headers['mcp-session-id'] };

let id = 0;
async function pingFor(count) {
  let open = count;
  const worker = async () => {
    while (open-- > 0) {
      const { status, text } = await send(`{"jsonrpc":"2.0","id":${++id},"method":"ping"}`, session);
      assert.equal(status, 200, text);
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}

async function callMany() {
  const answers = await Promise.all(Array.from({ length: 32 }, (_, index) => send(JSON.stringify(
    { jsonrpc: '2.0', id: `call-${index}`, method: 'tools/call',
      params: { name: 'echo', arguments: { text: `text ${index}`, delay_ms: 50 } } }), session)));
  answers.forEach(({ status, text }, index) => {
    assert.equal(status, 200, text);
    assert.ok(text.includes(`"text ${index}"`));
  });
}

await pingFor(perSecond); // what is allocated once is there now
await callMany();
const before = residentKiB();
const start = performance.now();
for (let second = 0; second < Number(seconds); ++second) {
  const due = start + second * 1000;
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
  await pingFor(perSecond);
  if (second % 10 === 0)
    await callMany();
}
const took = (performance.now() - start) / 1000;
const grown = residentKiB() - before;
agent.destroy();
server.stop();
console.log(`${Number(seconds) * perSecond} pings in ${took.toFixed(1)} s, `
  + `${Math.round(Number(seconds) * perSecond / took)} a second; memory ${before} KiB, ${grown} more`);
assert.ok(grown < 4096, `the server grew by ${grown} KiB`);
