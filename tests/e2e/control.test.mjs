// SPDX-License-Identifier: MIT
// How a person keeps many clients in hand: pausing, stopping everything, and what they take from one client.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Display } from "./display.mjs";
import { give, Program } from "./program.mjs";
import { connect, runOf, stateOf, textOf } from "./client.mjs";

let display;
let program;
let client;
let bound; // a client from which something was taken
let boundKey;

before(async () => {
  display = await Display.start();
  program = new Program();
  const added = await program.command("key", "add", "Bound");
  assert.match(added.err, /password.*chmod 600/, "what goes to a file or a pipe is to be kept");
  boundKey = /\bgb_\S+/.exec(added.out)[0];
  const id = /\bc[0-9a-f]{12}\b/.exec((await program.command("key", "list")).out)[0];
  const rules = path.join(program.profile, "clients.json");
  writeFileSync(rules, JSON.stringify({
    version: 1,
    clients: { [id]: { rules: { refused_tools: ["list_mounts"], max_sessions: 0, runs_per_minute: 2, seconds_per_hour: 0 } } },
  }), { mode: 0o600 });
  give(rules);
  await program.start([], display);
  client = await connect(program.endpoint);
  bound = await connect(program.endpoint, { key: boundKey, name: "bound" });
});

after(async () => {
  await client?.close();
  await bound?.close().catch(() => {});
  await program?.remove();
  display?.stop();
});

const main = () => display.until("the window", () => display.windowMatching("Glovebox$"));
async function press(keys) {
  await display.activate(await main());
  await delay(700); // the window knows that it has the keyboard
  display.run("xdotool", "key", keys);
}
const waiting = (asked) => Promise.race([asked.then(stateOf), delay(1500, "waiting")]);

// In the window itself, where the first request is shown.
async function answer(key) {
  await press("ctrl+shift+a");
  await delay(1000);
  display.run("xdotool", "key", key);
}

test("paused clients wait and hear why; afterwards they are asked", { timeout: 120_000 }, async () => {
  await press("ctrl+shift+p");
  const asked = client.call("run_python", { code: "'after the pause'", wait_s: 2 });
  const result = await asked;
  assert.equal(stateOf(result), "pending_approval");
  assert.match(textOf(result), /paused/);
  await press("ctrl+shift+p");
  const run = runOf(result);
  let state = "pending_approval";
  for (let tries = 0; state !== "complete" && tries < 20; tries++) {
    await answer("alt+a");
    state = stateOf(await client.call("get_run", { run, wait_s: 2 }));
  }
  assert.equal(state, "complete");
});

test("stopping everything interrupts what runs, cancels what is queued, and leaves what waits", { timeout: 180_000 }, async () => {
  const running = client.call("run_python", { code: "while True: pass", timeout_s: 60 });
  for (let tries = 0; tries < 20; tries++) {
    await answer("alt+a");
    if (/busy/.test(textOf(await client.call("list_sessions")))) break;
  }
  const queued = client.call("run_python", { code: "'never'" });
  for (let tries = 0; tries < 20; tries++) {
    await answer("alt+a");
    if (/1 queued/.test(textOf(await client.call("list_sessions")))) break;
  }
  const open = client.call("run_python", { code: "'waits'", wait_s: 60 });
  assert.equal(await waiting(open), "waiting");
  await press("ctrl+alt+period");
  assert.equal(stateOf(await running), "interrupted");
  assert.equal(stateOf(await queued), "cancelled");
  assert.equal(await waiting(open), "waiting");
  await press("ctrl+shift+p"); // no longer paused
  let state = "waiting";
  for (let tries = 0; state === "waiting" && tries < 20; tries++) {
    await answer("alt+d");
    state = await waiting(open);
  }
  assert.equal(state, "denied");
});

test("a tool that was taken is refused under every name", { timeout: 60_000 }, async () => {
  const refused = await bound.call("list_mounts");
  assert.ok(refused.isError);
  assert.match(textOf(refused), /does not let this client use list_mounts/);
  const compat = await connect({ ...program.endpoint, mcp: program.endpoint.mcp.replace(/\/mcp$/, "/compat/mcp-pyodide/mcp") },
    { key: boundKey });
  const same = await compat.call("pyodide_get-mount-points");
  assert.ok(same.isError);
  assert.match(textOf(same), /does not let this client use list_mounts/);
  const native = await connect(program.endpoint); // the control: it is there for others
  assert.ok(!(await native.call("list_mounts")).isError);
  await native.close();
  await compat.close();
});

// Clients → Address and keys, with the youngest client chosen; its buttons stand at the lower right.
async function openKeys() {
  await press("ctrl+6");
  const window = await display.until("the screen", () => display.windowMatching("^Clients — Glovebox$"));
  display.run("xdotool", "key", "--delay", "300", "ctrl+Tab", "ctrl+Tab");
  await delay(500);
  const { x, y } = display.geometry(window);
  display.click(x + 160, y + 160);
  display.run("xdotool", "key", "End");
  await delay(500);
  return (fromRight) => {
    const { x: left, y: top, width, height } = display.geometry(window);
    display.click(left + width - fromRight, top + height - 52);
  };
}
const [DISCONNECT, NEW_KEY] = [155, 55];

test("a disconnected client may come back; a new key ends the old one, its connection, what it asked and its permissions", { timeout: 120_000 }, async () => {
  const key = /\bgb_\S+/.exec((await program.command("key", "add", "Turning")).out)[0];
  const first = await display.until("the new key", () => connect(program.endpoint, { key, name: "turning" }));
  const permitted = first.call("run_python", { code: "'permitted'", wait_s: 50 });
  for (let state = "waiting", tries = 0; state === "waiting" && tries < 20; tries++) {
    await press("ctrl+shift+a");
    await delay(1000);
    display.run("xdotool", "key", "--delay", "50", "alt+2", "alt+a");
    state = await waiting(permitted);
  }
  assert.equal(stateOf(await permitted), "complete");
  assert.equal(stateOf(await first.call("run_python", { code: "'again'" })), "complete", "under the permission");

  const click = await openKeys();
  click(DISCONNECT);
  await display.until("the connection to end", () => first.call("list_sessions").then(() => false, () => true), 20);
  const second = await connect(program.endpoint, { key, name: "turning" }); // it comes back
  assert.equal(stateOf(await second.call("run_python", { code: "'still'" })), "complete", "its permission is the key's");

  const asked = second.call("run_python", { code: "'longer'", timeout_s: 300, wait_s: 50 }).then(stateOf, () => "ended");
  assert.equal(await Promise.race([asked, delay(1500, "waiting")]), "waiting", "more time is outside the permission");
  click(NEW_KEY);
  await delay(1000);
  display.run("xdotool", "key", "Return"); // the box is asked and Cancel has the focus: a stray key ends nothing
  await delay(1000);
  assert.ok(!(await second.call("list_sessions")).isError);
  click(NEW_KEY);
  await delay(1000);
  display.run("xdotool", "key", "--delay", "100", "Tab", "space");
  await display.until("the old key to be refused", () => connect(program.endpoint, { key }).then(() => false, () => true), 20);
  await assert.rejects(() => second.call("list_sessions"));
  assert.notEqual(await Promise.race([asked, delay(20_000, "open")]), "open");
  const list = (await program.command("key", "list")).out.split("\n").filter((line) => line.endsWith("\tTurning"));
  assert.deepEqual(list.map((line) => line.split("\t")[1]), ["valid"], "it is the same client");
  await display.until("the journal to say why", async () =>
    /key was revoked/.test((await program.command("journal", "export")).out), 20);
});

test("a budget is kept, and says when there is more", { timeout: 60_000 }, async () => {
  const asked = [1, 2, 3].map((n) => bound.call("run_python", { code: `${n}`, wait_s: 1 }));
  const results = await Promise.all(asked);
  assert.deepEqual(results.map(stateOf), ["pending_approval", "pending_approval", "denied"]);
  assert.match(textOf(results[2]), /2 times a minute.*Try again in \d+ s/s);
});

// The head of a request with a key that is still good, read by the program; its body is sent later.
async function halfSent(key, body) {
  const url = new URL(program.endpoint.mcp);
  const socket = net.connect(Number(url.port), "127.0.0.1");
  await once(socket, "connect");
  const next = () => once(socket, "data").then(([bytes]) => bytes.toString());
  const admitted = next();
  socket.write([`POST ${url.pathname} HTTP/1.1`, `Host: ${url.host}`, `Authorization: Bearer ${key}`,
    "Content-Type: application/json", "Accept: application/json, text/event-stream", "Expect: 100-continue",
    `Content-Length: ${Buffer.byteLength(body)}`, "", ""].join("\r\n"));
  assert.match(await admitted, /^HTTP\/1.1 100/);
  return {
    finish: () => {
      const answered = next();
      socket.write(body);
      return answered;
    },
    close: () => socket.destroy(),
  };
}

const INITIALIZE = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-06-18",
  capabilities: {}, clientInfo: { name: "late", version: "1" } } });

test("a revoked key ends its connection, what it asked, and what it was about to send", { timeout: 120_000 }, async () => {
  const before = await bound.call("list_sessions");
  assert.ok(!before.isError);
  const good = await halfSent(boundKey, INITIALIZE); // the control
  assert.match(await good.finish(), /^HTTP\/1.1 200/);
  const late = await halfSent(boundKey, INITIALIZE);
  await program.command("key", "revoke", "Bound");
  // The program sees what another process of it wrote a moment later.
  await display.until("the connection to end", () => bound.call("list_sessions").then(() => false, () => true), 20);
  assert.match(await late.finish(), /^HTTP\/1.1 401/);
  for (const each of [good, late]) each.close();
  await assert.rejects(() => connect(program.endpoint, { key: boundKey }));
  // The two requests that waited for the person were taken back and say so.
  await display.until("the journal to have their ends", async () => {
    const { out } = await program.command("journal", "export");
    const ends = out.split("\n").filter((line) => /key was revoked/.test(line)).map((line) => JSON.parse(line).run);
    return new Set(ends).size >= 2;
  }, 20);
});
