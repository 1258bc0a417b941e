// SPDX-License-Identifier: MIT
// The official TypeScript SDK against our server: node client.mjs SERVER_BINARY
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

import { startServer } from './server.mjs';

let server;
before(async () => { server = await startServer(process.argv[2]); });
after(() => server.stop());

async function connected(name = 'sdk-client', capabilities = {}) {
  const client = new Client({ name, version: '1.0' }, { capabilities });
  const transport = new StreamableHTTPClientTransport(server.url);
  await client.connect(transport);
  return { client, transport };
}

const echo = (text, delay_ms = 0) => ({ name: 'echo', arguments: { text, delay_ms } });
const textOf = (result) => result.content[0].text;

test('initializes and lists what there is', async () => {
  const { client, transport } = await connected();
  assert.equal(client.getServerVersion().name, 'mcp_everything');
  assert.match(transport.sessionId, /^[0-9a-f]{32}$/);
  const { tools } = await client.listTools();
  assert.ok(tools.some((tool) => tool.name === 'echo'));
  const { resources } = await client.listResources();
  assert.equal(resources.length, 3);
  await client.close();
});

test('calls a tool and gets its text', async () => {
  const { client } = await connected();
  assert.equal(textOf(await client.callTool(echo('日本語 ✓'))), '日本語 ✓');
  await client.close();
});

test('tells wrong arguments as a result that a model can read', async () => {
  const { client } = await connected();
  const result = await client.callTool({ name: 'echo', arguments: { txt: 'x' } });
  assert.equal(result.isError, true);
  assert.match(textOf(result), /there is no argument "txt".*Known arguments: "delay_ms", "text"/);
  await client.close();
});

test('sends progress that only grows', async () => {
  const { client } = await connected();
  const seen = [];
  await client.callTool({ name: 'test_tool_with_progress', arguments: {} }, undefined,
                        { onprogress: (progress) => seen.push(progress.progress) });
  assert.deepEqual(seen, [0, 50, 100]);
  await client.close();
});

test('lets a call be cancelled', async () => {
  const { client } = await connected();
  const count = async () =>
    Number(textOf(await client.callTool({ name: 'cancelled', arguments: {} })));
  const earlier = await count();
  const controller = new AbortController();
  const call = client.callTool({ name: 'wait', arguments: {} }, undefined,
                               { signal: controller.signal });
  await client.ping(); // the call was sent before
  controller.abort('enough');
  await assert.rejects(call);
  while (await count() === earlier) { /* the notification travels on its own */ }
  assert.equal(await count(), earlier + 1);
  await client.close();
});

test('never mixes up two clients that use the same ids', async () => {
  const [one, two] = await Promise.all([connected('one'), connected('two')]);
  const numbers = Array.from({ length: 20 }, (_, index) => index);
  // Both SDK clients count their ids from 0; the answers come back in another order.
  const ask = (client, name) => Promise.all(
    numbers.map((n) => client.callTool(echo(`${name}-${n}`, (20 - n) * 3))));
  const [first, second] = await Promise.all([ask(one.client, 'one'), ask(two.client, 'two')]);
  assert.deepEqual(first.map(textOf), numbers.map((n) => `one-${n}`));
  assert.deepEqual(second.map(textOf), numbers.map((n) => `two-${n}`));
  await Promise.all([one.client.close(), two.client.close()]);
});

test('goes on for one client when another one leaves and comes back', async () => {
  const one = await connected('one');
  const two = await connected('two');
  await two.transport.terminateSession();
  await two.client.close();
  assert.equal(textOf(await one.client.callTool(echo('still here'))), 'still here');
  const again = await connected('two');
  assert.notEqual(again.transport.sessionId, two.transport.sessionId);
  assert.equal(textOf(await again.client.callTool(echo('back'))), 'back');
  await Promise.all([one.client.close(), again.client.close()]);
});

test('gives the answer after the connection broke', async () => {
  // A fetch whose answer to tools/call breaks off after the first event, which carries an id.
  let broken = 0;
  const breakingFetch = async (url, init) => {
    const response = await fetch(url, init);
    if (broken || !String(init?.body ?? '').includes('tools/call'))
      return response;
    ++broken;
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    const body = new ReadableStream({
      async start(controller) {
        for (let seen = ''; !/id: [^\n]+\ndata: \n\n/.test(seen);) {
          const { value } = await reader.read();
          seen += decoder.decode(value);
          controller.enqueue(value);
        }
        await reader.cancel();
        controller.error(new Error('the network is gone'));
      },
    });
    return new Response(body, { status: response.status, headers: response.headers });
  };
  const client = new Client({ name: 'broken', version: '1.0' });
  await client.connect(new StreamableHTTPClientTransport(server.url, {
    fetch: breakingFetch,
    reconnectionOptions: { initialReconnectionDelay: 20, maxReconnectionDelay: 20,
                           reconnectionDelayGrowFactor: 1, maxRetries: 5 },
  }));
  assert.equal(textOf(await client.callTool(echo('after all', 300))), 'after all');
  assert.equal(broken, 1);
  await client.close();
});

test('is told when its session ended', async () => {
  const { client, transport } = await connected();
  const id = transport.sessionId;
  await transport.terminateSession();
  const response = await fetch(server.url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Mcp-Session-Id': id,
               Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  });
  assert.equal(response.status, 404);
  await client.close();
});
