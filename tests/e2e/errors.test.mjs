// SPDX-License-Identifier: MIT
// Every error that a client can provoke, answered so that its reader can act on it.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { once } from "node:events";
import { give, Program } from "./program.mjs";
import { EmptyResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { connect, runOf, stateOf, textOf } from "./client.mjs";

let program;
let client;

before(async () => {
  program = await new Program().start(["--headless", "--approve", "allow"]);
  client = await connect(program.endpoint);
});

after(async () => {
  await client?.close();
  await program?.stop();
  await program?.remove();
});

// One raw POST; what the SDK would never send.
async function post(body, { headers = {}, path } = {}) {
  const url = new URL(program.endpoint.mcp);
  const request = http.request({
    host: url.hostname,
    port: url.port,
    path: path ?? url.pathname,
    method: "POST",
    headers: {
      authorization: `Bearer ${program.endpoint.key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
  });
  request.on("error", () => {}); // a refused body may close the connection while it is still written
  request.end(body);
  const [response] = await once(request, "response");
  let text = "";
  for await (const part of response.setEncoding("utf8")) text += part;
  return { status: response.statusCode, headers: response.headers, text };
}

const initialize = JSON.stringify({
  jsonrpc: "2.0", id: 1, method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
});

test("without a key: 401 that says where keys come from", async () => {
  const { status, text } = await post(initialize, { headers: { authorization: "" } });
  assert.equal(status, 401);
  assert.match(text, /key/i);
});

test("with an unknown key: 401", async () => {
  const { status } = await post(initialize, { headers: { authorization: "Bearer gb_wrong" } });
  assert.equal(status, 401);
});

test("with another Host: refused, as DNS rebinding would be", async () => {
  const { status, text } = await post(initialize, { headers: { host: "evil.example" } });
  assert.equal(status, 403);
  assert.match(text, /Host/);
});

test("with a foreign Origin: 403", async () => {
  const { status } = await post(initialize, { headers: { origin: "https://evil.example" } });
  assert.equal(status, 403);
  const lookalike = await post(initialize, { headers: { origin: "http://localhost.evil.example" } });
  assert.equal(lookalike.status, 403);
});

test("bad JSON: 400 and -32700", async () => {
  const { status, text } = await post('{"jsonrpc":"2.0",');
  assert.equal(status, 400);
  assert.equal(JSON.parse(text).error.code, -32700);
});

test("bytes that are not UTF-8: 400 and -32700", async () => {
  const { status, text } = await post(Buffer.concat([Buffer.from('{"jsonrpc":"2.0","id":1,"method":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]));
  assert.equal(status, 400);
  assert.equal(JSON.parse(text).error.code, -32700);
});

test("five megabytes: 413 that names the way out", async () => {
  const code = "x".repeat(5 * 1024 * 1024);
  const { status, text } = await post(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "run_python", arguments: { code } } }));
  assert.equal(status, 413);
  assert.match(text, /path/);
});

test("code above 1 MiB inside an allowed body: an error result that names the limit and the way out", async () => {
  const result = await client.call("run_python", { code: "#".repeat(1024 * 1024 + 1) });
  assert.equal(result.isError, true);
  assert.match(textOf(result), /1 MiB/);
  assert.match(textOf(result), /path/);
});

test("an unknown method: -32601", async () => {
  await assert.rejects(client.client.request({ method: "no/such" }, { parse: (x) => x }), (e) => e.code === -32601 || /32601/.test(e.message));
});

test("an unknown tool: -32602 that names the tools there are", async () => {
  await assert.rejects(client.call("execute_everything", {}), (error) => {
    assert.equal(error.code, -32602);
    assert.match(error.message, /run_python/);
    return true;
  });
});

test("a wrong argument type: says what arrived, what was expected", async () => {
  const result = await client.call("run_python", { code: 42 });
  assert.equal(result.isError, true);
  assert.match(textOf(result), /code/);
  assert.match(textOf(result), /string/);
});

test("an unknown argument: names the known ones", async () => {
  const result = await client.call("run_python", { kode: "1" });
  assert.equal(result.isError, true);
  assert.match(textOf(result), /kode/);
  assert.match(textOf(result), /code/);
});

test("neither code nor path, or both: one sentence each", async () => {
  for (const args of [{}, { code: "1", path: "/mnt/x/y.py" }]) {
    const result = await client.call("run_python", args);
    assert.equal(result.isError, true);
    assert.match(textOf(result), /code.*path|path.*code/s);
  }
});

test("an empty path is no empty program, and an empty name no package", async () => {
  const path = await client.call("run_python", { path: "" });
  assert.ok(path.isError);
  assert.match(textOf(path), /is not a path in a mount/);
  const packages = await client.call("install_packages", { packages: ["humanize", " "] });
  assert.ok(packages.isError);
  assert.match(textOf(packages), /An entry of `packages` is empty/);
  assert.equal(stateOf(await client.call("run_python", { code: "" })), "complete"); // the control
});

test("resources/read without an address: -32602", async () => {
  await assert.rejects(client.client.request({ method: "resources/read", params: {} }, EmptyResultSchema), { code: -32602 });
});

test("code with a lone surrogate, which is not UTF-8: refused in words", async () => {
  const { status, text } = await post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run_python","arguments":{"code":"print('\\ud800')"}}}`, {
    headers: { "mcp-session-id": client.transport.sessionId },
  });
  assert.equal(status, 200);
  assert.match(text, /surrogate/);
});

test("another client's session answers like an unknown one", async () => {
  const { out } = await program.command("key", "add", "Other");
  const other = await connect(program.endpoint, { key: /gb_[A-Za-z0-9_-]+/.exec(out)[0] });
  const created = await client.call("create_session", { name: "private" });
  const id = /s[0-9a-f]{12}/.exec(textOf(created))[0];
  const foreign = await other.call("run_python", { code: "1", session: id });
  const unknown = await other.call("run_python", { code: "1", session: "s000000000000" });
  assert.equal(foreign.isError, true);
  assert.equal(textOf(foreign).replace(id, "ID"), textOf(unknown).replace("s000000000000", "ID"));
  await other.close();
});

test("a revoked key: 401 at the next request", async () => {
  const { out } = await program.command("key", "add", "Revoked");
  const key = /gb_[A-Za-z0-9_-]+/.exec(out)[0];
  const headers = { authorization: `Bearer ${key}` };
  assert.equal((await post(initialize, { headers })).status, 200);
  assert.equal((await program.command("key", "revoke", "Revoked")).code, 0);
  const end = performance.now() + 10_000;
  let status = 200;
  while (status === 200 && performance.now() < end) ({ status } = await post(initialize, { headers }));
  assert.equal(status, 401);
});

test("an exception in Python is an error result with its traceback", { timeout: 120_000 }, async () => {
  const result = await client.call("run_python", { code: "def f():\n    return 1 / 0\n\nf()" });
  assert.equal(stateOf(result), "error", textOf(result));
  assert.equal(result.isError, true);
  assert.match(textOf(result), /line 2, in f/);
  assert.match(textOf(result), /ZeroDivisionError: division by zero/);
  assert.doesNotMatch(textOf(result), /_pyodide|glovebox_/);
});

test("a loop that never ends is stopped at its time limit and the session lives on", { timeout: 120_000 }, async () => {
  await client.call("run_python", { code: "kept = 'still here'" });
  const stuck = await client.call("run_python", { code: "while True: pass", timeout_s: 1 });
  assert.equal(stateOf(stuck), "timeout", textOf(stuck));
  const next = await client.call("run_python", { code: "kept" });
  assert.match(textOf(next), /still here/);
});

test("interrupt_run stops what runs, and get_run tells it", { timeout: 120_000 }, async () => {
  const first = await client.call("run_python", { code: "while True: pass", wait_s: 1 });
  assert.match(stateOf(first), /running|starting/);
  await client.call("interrupt_run", { run: runOf(first) });
  const last = await client.call("get_run", { run: runOf(first) });
  assert.equal(stateOf(last), "interrupted", textOf(last));
});

test("closing the program ends what runs, with a true answer and an end in the journal", { timeout: 120_000 }, async () => {
  const closing = await new Program().start(["--headless", "--approve", "allow"]);
  try {
    const caller = await connect(closing.endpoint);
    let state = await caller.call("run_python", { code: "while True: pass", wait_s: 1 });
    while (stateOf(state) !== "running") state = await caller.call("get_run", { run: runOf(state), wait_s: 0.2 });
    const waiting = caller.call("get_run", { run: runOf(state) });
    // Asked before the program is told to end: both travel the same connection's way.
    await caller.call("list_sessions");
    await closing.stop("SIGTERM");
    const last = await waiting;
    assert.equal(stateOf(last), "killed", textOf(last));
    const { out } = await closing.command("journal", "export");
    assert.match(out, /"kind":"ended"[^\n]*/);
    assert.match(out, /"state":"killed"/);
    assert.equal((await closing.command("journal", "verify")).code, 0);
  } finally {
    await closing.remove();
  }
});

// A start that fails: what it says, and its exit code.
async function failsToStart(program, args, says) {
  await assert.rejects(program.start(args), /ended at once/);
  for (let i = 0; i < 250 && !says.test(program.log); i++) await delay(20); // the pipe may be read after the end
  assert.match(program.log, says);
  assert.equal(program.process.exitCode, 1);
}

test("without a display and without --headless: one sentence instead of an abort", { timeout: 60_000 }, async () => {
  const { code, out, err } = await program.command();
  assert.equal(code, 1, err);
  assert.match(err, /^glovebox: There is no display here\. .*--headless/);
  assert.equal(out, "");
});

test("a second start says that its options do not count", { timeout: 60_000 }, async () => {
  const { code, err } = await program.command("--headless", "--port", "0");
  assert.equal(code, 0, err);
  assert.match(err, /runs already with this profile/);
});

test("the folder of PYODIDE_DATA_DIR is made, as mcp-pyodide makes it; that of --mount is not", { timeout: 60_000 }, async () => {
  const fresh = new Program();
  const folder = path.join(fresh.home, "new", "data 売上");
  fresh.extra.PYODIDE_DATA_DIR = folder;
  try {
    await fresh.start(["--headless", "--approve", "allow"]);
    const caller = await connect(fresh.endpoint);
    const wrote = await caller.call("run_python", { code: "open('/mnt/data/a.txt', 'w').write('a')" });
    assert.equal(stateOf(wrote), "complete", textOf(wrote));
    assert.equal(readFileSync(path.join(folder, "a.txt"), "utf8"), "a");
    await caller.close();
  } finally {
    await fresh.remove();
  }
  const other = new Program();
  try {
    await failsToStart(other, ["--headless", "--mount", `data=${path.join(other.home, "none")}`], /There is no folder/);
  } finally {
    await other.remove();
  }
});

test("a journal that cannot be opened ends the program at once with its reason, instead of a start that never ends", { timeout: 60_000 }, async () => {
  const broken = new Program();
  try {
    writeFileSync(path.join(broken.profile, "journal.sqlite"), "x".repeat(8192));
    give(path.join(broken.profile, "journal.sqlite"));
    await failsToStart(broken, ["--headless"], /damaged/);
  } finally {
    await broken.remove();
  }
});

test("who is turned away is in the journal, without the key", { timeout: 60_000 }, async () => {
  const answer = await fetch(program.endpoint.mcp, { method: "POST", headers: { "content-type": "application/json", authorization: "Bearer gb_nobodys" }, body: "{}" });
  assert.equal(answer.status, 401);
  const { out } = await program.command("journal", "export");
  assert.match(out, /"kind":"refused"/);
  assert.match(out, /unknown key/);
  assert.doesNotMatch(out, /gb_nobodys/);
});

test("a key that is revoked while its call waits: the call is answered at once", { timeout: 120_000 }, async () => {
  const { out } = await program.command("key", "add", "Leaving");
  const leaving = await connect(program.endpoint, { key: /gb_[A-Za-z0-9_-]+/.exec(out)[0] });
  const running = await leaving.call("run_python", { code: "while True: pass", wait_s: 0.5 });
  const waiting = leaving.call("get_run", { run: runOf(running) });
  await program.command("key", "revoke", "Leaving");
  await assert.rejects(waiting, /revoked/);
});
