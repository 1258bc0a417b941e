// SPDX-License-Identifier: MIT
// glovebox-bridge as clients use it: the official SDK's stdio transport, the real program behind it.
import { after, before, describe, test } from "node:test";
import assert from "node:assert/strict";
import { once } from "node:events";
import { Program } from "./program.mjs";
import { connect, stateOf, textOf } from "./client.mjs";
import { connectBridge, newKey, programOf, rawBridge, until } from "./bridge.mjs";

const initialize = (id = 0, protocolVersion = "2025-11-25") =>
  JSON.stringify({
    jsonrpc: "2.0", id, method: "initialize",
    params: { protocolVersion, capabilities: {}, clientInfo: { name: "raw", version: "1" } },
  });
const framed = (text) => `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

async function outputOf(child) {
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (part) => (text += part));
  const [code] = await once(child, "close");
  return { code, text };
}

describe("beside a running program", () => {
  let program;
  let key;

  before(async () => {
    program = await new Program().start(["--headless", "--approve", "allow"]);
    key = await newKey(program, "Bridge");
  });
  after(async () => {
    await program?.stop();
    await program?.remove();
  });

  test("it says of the program what the program says of itself", async () => {
    const http = await connect(program.endpoint);
    const bridge = await connectBridge(program, key);
    assert.deepEqual(bridge.client.getServerVersion(), http.client.getServerVersion());
    assert.equal(bridge.client.getInstructions(), http.client.getInstructions());
    const withoutListChanges = (capabilities) =>
      Object.fromEntries(Object.entries(capabilities).map(([kind, { listChanged, ...rest }]) => [kind, rest]));
    assert.deepEqual(
      withoutListChanges(bridge.client.getServerCapabilities()),
      withoutListChanges(http.client.getServerCapabilities()),
    );
    const names = async ({ client }) => (await client.listTools()).tools.map((tool) => tool.name);
    assert.deepEqual(await names(bridge), await names(http));
    await Promise.all([http.close(), bridge.close()]);
  });

  test("a run, with what models write in other scripts", async () => {
    const bridge = await connectBridge(program, key);
    const result = await bridge.call("run_python", { code: "print('売上 📊')\n6 * 7" });
    assert.equal(stateOf(result), "complete");
    assert.match(textOf(result), /売上 📊/);
    assert.match(textOf(result), /42/);
    await bridge.close();
  });

  test("--version names the Python that runs", async () => {
    const bridge = await connectBridge(program, key);
    const result = await bridge.call("run_python", { code: "import platform\nplatform.python_version()" });
    const { out } = await program.command("--version");
    const told = /^Python (.+)$/m.exec(out)?.[1];
    assert.match(told ?? out, /^3\.\d+\.\d+/);
    assert.ok(textOf(result).includes(`'${told}'`), `${told} is not in ${textOf(result)}`);
    await bridge.close();
  });

  test("two bridges with one id each get their own answer, and the key tells who asked", async () => {
    const other = await newKey(program, "Other bridge");
    const bridges = await Promise.all([connectBridge(program, key), connectBridge(program, other)]);
    // One name, two sessions: names are each key's own.
    await Promise.all(bridges.map((bridge) => bridge.call("create_session", { name: "same" })));
    const results = await Promise.all(
      bridges.map((bridge, i) => bridge.call("run_python", { code: `'answer ${i}'`, session: "same" })),
    );
    results.forEach((result, i) => assert.match(textOf(result), new RegExp(`answer ${i}`)));
    await Promise.all(bridges.map((bridge) => bridge.close()));
  });

  test("both framings, each answered in kind, and nothing else on standard output", async () => {
    for (const wrap of [(text) => `${text}\n`, framed]) {
      const child = rawBridge(program, key);
      const output = outputOf(child);
      child.stdin.write(wrap(initialize()));
      child.stdin.write(wrap('{"jsonrpc":"2.0","method":"notifications/initialized"}'));
      child.stdin.write(wrap('{"jsonrpc":"2.0","id":1,"method":"ping"}'));
      child.stdin.write(wrap("no JSON"));
      child.stdin.write(wrap('{"jsonrpc":"2.0","id":2,"method":"tools/list"}'));
      await new Promise((resolve) => {
        let seen = "";
        child.stdout.on("data", (part) => (seen += part).includes('"run_python"') && resolve());
      });
      child.stdin.end();
      const { code, text } = await output;
      assert.equal(code, 0);
      const parts = wrap === framed
        ? text.split(/Content-Length: \d+\r\n\r\n/).slice(1)
        : text.trimEnd().split("\n");
      assert.equal(parts.length, 4);
      const messages = parts.map((part) => JSON.parse(part));
      assert.deepEqual(messages.map(({ id }) => id), [0, 1, null, 2]);
      assert.ok(messages[2].error);
    }
  });

  test("what a script writes into the pipe at once is answered, although the pipe ends", async () => {
    const warm = await connectBridge(program, key);
    await warm.call("run_python", { code: "1" });
    await warm.close();
    const child = rawBridge(program, key);
    const output = outputOf(child);
    const call = { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "run_python", arguments: { code: "20 + 22" } } };
    child.stdin.end([initialize(), '{"jsonrpc":"2.0","method":"notifications/initialized"}',
      '{"jsonrpc":"2.0","id":1,"method":"tools/list"}', JSON.stringify(call)].join("\n"));
    const { code, text } = await output;
    assert.equal(code, 0);
    const answers = text.trimEnd().split("\n").map((line) => JSON.parse(line));
    assert.match(answers.find(({ id }) => id === 1).result.tools.map(({ name }) => name).join(), /run_python/);
    assert.match(textOf(answers.find(({ id }) => id === 2).result), /42/);
  });

  test("the end of its input ends the client: what it asked for stops", async () => {
    const watcher = await connectBridge(program, key);
    await watcher.call("create_session", { name: "endless" });
    const child = rawBridge(program, key);
    const output = outputOf(child);
    child.stdin.write(`${initialize()}\n`);
    child.stdin.write(
      `${JSON.stringify({
        jsonrpc: "2.0", id: 1, method: "tools/call",
        params: { name: "run_python", arguments: { code: "while True: pass", session: "endless", timeout_s: 600 } },
      })}\n`,
    );
    const running = async () => textOf(await watcher.call("list_sessions"));
    await until(async () => /endless.*busy/is.test(await running()), "the run");
    child.stdin.end();
    await output;
    await until(async () => !/endless[^\n]*busy/i.test(await running()), "the end of the run");
    await watcher.close();
  });

  test("a revoked key ends the calls; an unknown key is told what to do", async () => {
    const gone = await newKey(program, "Gone");
    const bridge = await connectBridge(program, gone);
    const call = bridge.call("run_python", { code: "while True: pass", timeout_s: 600 });
    await until(async () => {
      const { tools } = await bridge.client.listTools();
      return tools.length > 0;
    }, "the session");
    const ended = assert.rejects(call, /revoked/i); // perhaps before the command has
    assert.equal((await program.command("key", "revoke", "Gone")).code, 0);
    await ended;
    await assert.rejects(bridge.call("list_sessions"), /key/i);
    await bridge.close();
  });

  test("the program restarts: calls fail, the client is told, and works on", async () => {
    const bridge = await connectBridge(program, key);
    await bridge.call("run_python", { code: "x = 1" });
    const lost = bridge.call("run_python", { code: "while True: pass", timeout_s: 600 });
    lost.catch(() => {});
    await until(async () => /busy/i.test(textOf(await bridge.call("list_sessions"))), "the run");
    await program.stop("SIGKILL");
    await assert.rejects(lost, /Glovebox ended/);
    await program.start(["--headless", "--approve", "allow"]);
    await until(() => bridge.changes.includes("notifications/tools/list_changed"), "the news");
    const again = await bridge.call("run_python", { code: "1 + 1" });
    assert.equal(stateOf(again), "complete");
    await bridge.close();
  });
});

describe("when no program runs", () => {
  const offscreen = { QT_QPA_PLATFORM: "offscreen" };
  let program; // only its folders
  let key;

  before(async () => {
    program = new Program({ settings: { "server.port": 0 } });
    key = await newKey(program, "Bridge");
  });
  after(async () => {
    const pid = programOf(program.profile);
    if (pid && isAlive(pid)) process.kill(pid, "SIGKILL");
    await program.remove();
  });

  // As an ordinary account the bridge finds the display of the desktop that the tests run in.
  const display = process.getuid() !== 0 && (process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
  const skip = display ? "there is a display" : false;
  test("without a display it answers the handshake, and says what to do instead of starting", { skip }, async () => {
    const child = rawBridge(program, key);
    const output = outputOf(child);
    child.stdin.write(`${initialize()}\n`);
    child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n');
    let text = "";
    child.stdout.on("data", (part) => (text += part));
    await until(() => text.split("\n").length === 3, "both answers");
    child.stdin.end();
    await output;
    const [hello, list] = text.trim().split("\n").map((line) => JSON.parse(line));
    assert.equal(hello.result.serverInfo.name, "glovebox");
    assert.match(list.error.message, /display/);
    assert.equal(programOf(program.profile), 0);
  });

  test("two bridges at once start one program in the tray, which outlives them", async () => {
    const bridges = await Promise.all([
      connectBridge(program, key, { env: offscreen }),
      connectBridge(program, key, { env: offscreen }),
    ]);
    const lists = await Promise.all(bridges.map(({ client }) => client.listTools()));
    for (const { tools } of lists) assert.ok(tools.some((tool) => tool.name === "run_python"));
    const pid = programOf(program.profile);
    assert.ok(isAlive(pid));
    await Promise.all(bridges.map((bridge) => bridge.close()));
    assert.ok(isAlive(pid));
    assert.equal(programOf(program.profile), pid);
  });

  test("and a person is asked as ever: the run waits", async () => {
    const bridge = await connectBridge(program, key, { env: offscreen });
    const result = await bridge.call("run_python", { code: "1 + 1", wait_s: 1 });
    assert.equal(stateOf(result), "pending_approval");
    await bridge.close();
  });
});
