// SPDX-License-Identifier: MIT
// Every kind of message as bytes on a socket, in pieces of one byte: node wire.mjs SERVER_BINARY
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { after, before, test } from 'node:test';

import { startServer } from './server.mjs';

const fixtures = JSON.parse(readFileSync(new URL('wire.json', import.meta.url), 'utf8'));
const newest = '2026-07-28';

let server;
before(async () => { server = await startServer(process.argv[2]); });
after(() => server.stop());

const post = (body, headers = {}, path = '/mcp') => fetch(new URL(path, server.url), {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream',
             ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

// The JSON-RPC messages in an answer, whether it is JSON or a stream of events.
function messagesIn(text) {
  if (text.startsWith('{') || text.startsWith('['))
    return [JSON.parse(text)].flat();
  return text.split('\n').filter((line) => line.startsWith('data: ') && line.length > 6)
    .map((line) => JSON.parse(line.slice(6)));
}

async function begin(version) {
  const response = await post({ jsonrpc: '2.0', id: 'begin', method: 'initialize',
    params: { protocolVersion: version, capabilities: {}, clientInfo: { name: 'wire', version: '1' } } });
  const { result } = await response.json();
  assert.equal(result.protocolVersion, version);
  return response.headers.get('mcp-session-id');
}

// Sends a request one byte at a time and gives status and body of the answer.
async function sendInBytes(head, body) {
  const socket = net.connect(Number(server.url.port), '127.0.0.1').setNoDelay(true);
  await once(socket, 'connect');
  let received = '';
  socket.setEncoding('utf8').on('data', (text) => { received += text; });
  const bytes = Buffer.from([...head, `Host: ${server.url.host}`, 'Connection: close',
    `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n'));
  for (const byte of bytes) {
    socket.write(Buffer.from([byte]));
    await new Promise(setImmediate);
  }
  await once(socket, 'close');
  const end = received.indexOf('\r\n\r\n');
  return { status: Number(received.slice(9, 12)), text: received.slice(end + 4) };
}

function stateless(message) {
  const meta = { 'io.modelcontextprotocol/protocolVersion': newest,
                 'io.modelcontextprotocol/clientCapabilities': {} };
  const headers = { 'MCP-Protocol-Version': newest, 'Mcp-Method': message.method };
  const name = message.params?.name ?? message.params?.uri;
  if (['tools/call', 'prompts/get', 'resources/read'].includes(message.method))
    headers['Mcp-Name'] = name;
  return { headers, message: { ...message, params: { ...message.params, _meta: meta } } };
}

for (const { name, versions, message, answer, error, status = 200 } of fixtures) {
  for (const version of versions) {
    test(`${name} in pieces of one byte, ${version}`, async () => {
      const head = ['POST /mcp HTTP/1.1', 'Content-Type: application/json',
                    'Accept: application/json, text/event-stream'];
      let sent = message;
      if (version === newest) {
        const wrapped = stateless(message);
        sent = wrapped.message;
        head.push(...Object.entries(wrapped.headers).map(([key, value]) => `${key}: ${value}`));
      } else {
        head.push(`Mcp-Session-Id: ${await begin(version)}`);
      }
      const reply = await sendInBytes(head, JSON.stringify(sent));
      assert.equal(reply.status, status, reply.text);
      if (!answer && !error)
        return;
      // Chunk sizes stand between the events; none begins with "data: ".
      const messages = messagesIn(reply.text).filter((entry) => !entry.method);
      assert.equal(messages.length, answer ? [answer].flat().length : 1);
      for (const entry of messages) {
        if (error)
          assert.equal(entry.error?.code, error);
        else
          assert.ok([answer].flat().every((key) => messages.some((m) => m.result && key in m.result)),
                    JSON.stringify(entry));
        if (version === newest && entry.result)
          assert.equal(entry.result.resultType, 'complete');
      }
    });
  }
}

// ---- HTTP+SSE ---------------------------------------------------------------------------

// A stream of events: gives one event after the other.
async function openSse(path = '/sse') {
  const controller = new AbortController();
  const response = await fetch(new URL(path, server.url),
    { headers: { Accept: 'text/event-stream' }, signal: controller.signal });
  assert.equal(response.status, 200);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const next = async () => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        const field = (name) => block.split('\n').filter((line) => line.startsWith(`${name}: `))
          .map((line) => line.slice(name.length + 2)).join('\n');
        if (field('data'))
          return { event: field('event'), data: field('data') };
        continue;
      }
      const { value, done } = await reader.read();
      assert.ok(!done, 'the stream ended');
      text += value;
    }
  };
  const endpoint = await next();
  assert.equal(endpoint.event, 'endpoint');
  return { next, address: endpoint.data, close: () => controller.abort() };
}

const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize',
  params: { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: { name: 'old', version: '1' } } };
const echo = (id, text, delay_ms = 0) => ({ jsonrpc: '2.0', id, method: 'tools/call',
  params: { name: 'echo', arguments: { text, delay_ms } } });

test('HTTP+SSE answers on the stream', async () => {
  const stream = await openSse();
  assert.match(stream.address, /^\/messages\?sessionId=[0-9a-f]{32}$/);
  const accepted = await post(initialize, {}, stream.address);
  assert.equal(accepted.status, 202);
  const first = JSON.parse((await stream.next()).data);
  assert.equal(first.result.protocolVersion, '2024-11-05');
  assert.ok(!('completions' in first.result.capabilities));
  assert.equal((await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, {}, stream.address)).status, 202);
  await post({ jsonrpc: '2.0', id: 2, method: 'tools/list' }, {}, stream.address);
  const { tools } = JSON.parse((await stream.next()).data).result;
  assert.ok(tools.length > 10 && tools.every((tool) => !('annotations' in tool)));
  stream.close();
});

test('HTTP+SSE never mixes up two clients with the same ids', async () => {
  const [one, two] = await Promise.all([openSse(), openSse()]);
  for (const stream of [one, two]) {
    await post(initialize, {}, stream.address);
    await stream.next();
  }
  await post(echo(5, 'one', 60), {}, one.address);
  await post(echo(5, 'two'), {}, two.address);
  const texts = await Promise.all([one, two].map(async (stream) =>
    JSON.parse((await stream.next()).data).result.content[0].text));
  assert.deepEqual(texts, ['one', 'two']);
  one.close();
  two.close();
});

test('HTTP+SSE tells wrong addresses, types and bodies apart', async () => {
  const stream = await openSse();
  assert.equal((await post(initialize, {}, '/messages?sessionId=00')).status, 404);
  assert.equal((await post('{', {}, stream.address)).status, 400);
  assert.equal((await post(initialize, { 'Content-Type': 'text/plain' }, stream.address)).status, 415);
  const probe = await post(initialize, {}, '/sse');
  assert.equal(probe.status, 405);
  assert.equal(probe.headers.get('allow'), 'GET');
  stream.close();
});

// ---- 2026-07-28 -------------------------------------------------------------------------

const send = (message, more = {}) => {
  const wrapped = stateless(message);
  return post(wrapped.message, { ...wrapped.headers, ...more });
};
const cancelled = async () => Number(messagesIn(await (await send(
  { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'cancelled', arguments: {} } })).text())
  .at(-1).result.content[0].text);

test('a stateless call whose stream is closed is cancelled', async () => {
  const earlier = await cancelled();
  const controller = new AbortController();
  const wrapped = stateless({ jsonrpc: '2.0', id: 9, method: 'tools/call',
                              params: { name: 'wait', arguments: {} } });
  const response = await fetch(server.url, { method: 'POST', signal: controller.signal,
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream',
               ...wrapped.headers }, body: JSON.stringify(wrapped.message) });
  assert.equal(response.status, 200);
  controller.abort();
  while (await cancelled() === earlier) { /* the closing travels on its own */ }
  assert.equal(await cancelled(), earlier + 1);
});

test('stateless requests with the same id at the same time get their own answers', async () => {
  const texts = await Promise.all([40, 0, 20].map(async (delay, index) =>
    messagesIn(await (await send(echo(1, `text ${index}`, delay))).text()).at(-1)
      .result.content[0].text));
  assert.deepEqual(texts, ['text 0', 'text 1', 'text 2']);
});

test('what a header says wrongly is told with the code of the revision', async () => {
  const list = { jsonrpc: '2.0', id: 3, method: 'tools/list' };
  for (const [more, code] of [[{ 'Mcp-Method': 'ping' }, -32020],
                              [{ 'MCP-Protocol-Version': '2025-11-25' }, -32020]]) {
    const response = await send(list, more);
    assert.equal(response.status, 400);
    const { id, error } = await response.json();
    assert.deepEqual([id, error.code], [3, code]);
  }
  const encoded = await send({ ...echo(4, 'x') }, { 'Mcp-Name': '=?base64?ZWNobw==?=' });
  assert.equal(encoded.status, 200);
  const batch = await post([stateless(list).message, stateless(list).message],
                           stateless(list).headers);
  assert.equal(batch.status, 400);
});

test('an answer to another request is not taken with its state', async () => {
  const call = (name, more = {}) => {
    const wrapped = stateless({ jsonrpc: '2.0', id: 1, method: 'tools/call',
                                params: { name, arguments: {}, ...more } });
    wrapped.message.params._meta['io.modelcontextprotocol/clientCapabilities'] = { elicitation: {} };
    return post(wrapped.message, wrapped.headers).then(async (response) =>
      messagesIn(await response.text()).at(-1));
  };
  const name = 'test_input_required_result_request_state';
  const { result } = await call(name);
  assert.equal(result.resultType, 'input_required');
  const given = { inputResponses: { confirm: { action: 'accept', content: { ok: true } } },
                  requestState: result.requestState };
  const stolen = await call('test_input_required_result_tampered_state', given);
  assert.equal(stolen.error.code, -32602);
  const last = result.requestState.at(-1) === 'A' ? 'B' : 'A';
  const altered = await call(name, { ...given, requestState: result.requestState.slice(0, -1) + last });
  assert.equal(altered.error.code, -32602);
  const right = await call(name, given);
  assert.match(right.result.content[0].text, /state-ok/);
});

// ---- Guard and tolerance ----------------------------------------------------------------

test('every route is behind the guard', async () => {
  for (const path of ['/mcp', '/sse', '/messages?sessionId=1']) {
    for (const header of ['Host: evil.example.com', 'Origin: http://evil.example.com']) {
      const socket = net.connect(Number(server.url.port), '127.0.0.1');
      const host = header.startsWith('Host') ? header : `Host: ${server.url.host}\r\n${header}`;
      socket.write(`GET ${path} HTTP/1.1\r\n${host}\r\nAccept: text/event-stream\r\nConnection: close\r\n\r\n`);
      let received = '';
      socket.setEncoding('utf8').on('data', (text) => { received += text; });
      await once(socket, 'close');
      assert.match(received, /^HTTP\/1\.1 403 /);
      assert.doesNotMatch(received, /access-control/i);
    }
  }
  const probe = await fetch(new URL('/.well-known/oauth-protected-resource/mcp', server.url));
  assert.equal(probe.status, 404);
});

test('a valid session counts for more than a wrong or missing revision header', async () => {
  const session = await begin('2024-11-05');
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  for (const more of [{}, { 'MCP-Protocol-Version': '2025-11-25' }]) {
    const response = await post(ping, { 'Mcp-Session-Id': session, ...more });
    assert.equal(response.status, 200);
  }
});
