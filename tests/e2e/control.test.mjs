// SPDX-License-Identifier: MIT
// How a person keeps many clients in hand: pausing, stopping everything, and what they take from one client.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { answerWithKey } from "./approval.mjs";
import { Display } from "./display.mjs";
import { give, Program } from "./program.mjs";
import { connect, runOf, stateOf, textOf } from "./client.mjs";
import { ScreenReader } from "./screenreader.mjs";

let display;
let reader;
let program;
let client;
let bound; // a client from which something was taken
let boundKey;

before(async () => {
  display = await Display.start();
  reader = await ScreenReader.start();
  program = new Program();
  program.extra = reader.environment;
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
  reader?.stop();
});

const main = () => display.until("the window", () => display.windowMatching("Glovebox$"));
async function press(keys) {
  await display.activate(await main());
  display.press(keys);
}
// Shows that it is not answered: that needs a time in which an answer would have come.
const waiting = (asked) => Promise.race([asked.then(stateOf), delay(1500, "waiting")]);

// In the window itself, where the first request is shown.
async function answer(...keys) {
  await display.activate(await main());
  await answerWithKey(display, reader, ...keys);
}
const PAUSED = "All clients paused"; // in the status bar

test("paused clients wait and hear why; afterwards they are asked", { timeout: 120_000 }, async () => {
  await press("ctrl+shift+p");
  await reader.part(PAUSED);
  const result = await client.call("run_python", { code: "'after the pause'", wait_s: 2 });
  assert.equal(stateOf(result), "pending_approval");
  assert.match(textOf(result), /paused/);
  await press("ctrl+shift+p");
  await answer("alt+a");
  assert.equal(stateOf(await client.call("get_run", { run: runOf(result), wait_s: 50 })), "complete");
});

test("stopping everything interrupts what runs, cancels what is queued, and leaves what waits", { timeout: 180_000 }, async () => {
  const running = client.call("run_python", { code: "while True: pass", timeout_s: 60 });
  await answer("alt+a");
  await display.until("it to run", async () => /busy/.test(textOf(await client.call("list_sessions"))));
  const queued = client.call("run_python", { code: "'never'" });
  await answer("alt+a");
  await display.until("it to be queued", async () => /1 queued/.test(textOf(await client.call("list_sessions"))));
  const open = client.call("run_python", { code: "'waits'", wait_s: 60 });
  assert.equal(await waiting(open), "waiting");
  await press("ctrl+alt+period");
  assert.equal(stateOf(await running), "interrupted");
  assert.equal(stateOf(await queued), "cancelled");
  assert.equal(await waiting(open), "waiting");
  await reader.part(PAUSED);
  await press("ctrl+shift+p"); // no longer paused
  await answer("alt+d");
  assert.equal(stateOf(await open), "denied");
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
async function openKeys(label) {
  await press("ctrl+6");
  const window = await display.until("the screen", () => display.windowMatching("^Clients — Glovebox$"));
  display.press("ctrl+Tab", "ctrl+Tab");
  await reader.part("Clients with a key");
  const { x, y } = display.geometry(window);
  display.click(x + 160, y + 160);
  await reader.part("Clients with a key", "focused");
  display.press("End");
  await reader.part(label);
  return (fromRight) => {
    const { x: left, y: top, width, height } = display.geometry(window);
    display.click(left + width - fromRight, top + height - 52);
  };
}
const isGone = (window) => {
  try {
    return !window();
  } catch {
    return true; // xdotool ends with 1 when nothing was found
  }
};
const [DISCONNECT, NEW_KEY] = [155, 55];

test("a disconnected client may come back; a new key ends the old one, its connection, what it asked and its permissions", { timeout: 120_000 }, async () => {
  const key = /\bgb_\S+/.exec((await program.command("key", "add", "Turning")).out)[0];
  const first = await display.until("the new key", () => connect(program.endpoint, { key, name: "turning" }));
  const permitted = first.call("run_python", { code: "'permitted'", wait_s: 50 });
  await answer("alt+a", "alt+2");
  assert.equal(stateOf(await permitted), "complete");
  assert.equal(stateOf(await first.call("run_python", { code: "'again'" })), "complete", "under the permission");

  const click = await openKeys("Turning");
  await reader.part("Disconnect");
  click(DISCONNECT);
  await display.until("the connection to end", () => first.call("list_sessions").then(() => false, () => true), 20);
  const second = await connect(program.endpoint, { key, name: "turning" }); // it comes back
  assert.equal(stateOf(await second.call("run_python", { code: "'still'" })), "complete", "its permission is the key's");

  const asked = second.call("run_python", { code: "'longer'", timeout_s: 300, wait_s: 50 }).then(stateOf, () => "ended");
  assert.equal(await Promise.race([asked, delay(1500, "waiting")]), "waiting", "more time is outside the permission");
  const question = () => display.window("Glovebox");
  click(NEW_KEY);
  await display.activate(await display.until("the question", question));
  await reader.part("Cancel", "focused");
  display.press("Return"); // a stray key ends nothing
  await display.until("the question to be gone", () => isGone(question));
  assert.ok(!(await second.call("list_sessions")).isError);
  click(NEW_KEY);
  await display.activate(await display.until("the question again", question));
  display.press("Tab");
  await reader.part("New key", "focused");
  display.press("space");
  await display.until("the old key to be refused", () => connect(program.endpoint, { key }).then(() => false, () => true), 20);
  await assert.rejects(() => second.call("list_sessions"));
  assert.notEqual(await asked, "complete");
  const list = (await program.command("key", "list")).out.split("\n").filter((line) => line.endsWith("\tTurning"));
  assert.deepEqual(list.map((line) => line.split("\t")[1]), ["valid"], "it is the same client");
  await display.until("the journal to say why", async () =>
    /key was revoked/.test((await program.command("journal", "export")).out), 20);
});

test("a budget is kept, and says when there is more", { timeout: 60_000 }, async () => {
  const asked = [1, 2, 3].map((n) => bound.call("run_python", { code: `${n}`, wait_s: 1 }));
  const results = await Promise.all(asked);
  // Each comes through a connection of its own: any of them may be the third.
  assert.deepEqual(results.map(stateOf).sort(), ["denied", "pending_approval", "pending_approval"]);
  assert.match(textOf(results.find((result) => stateOf(result) === "denied")), /2 times a minute.*Try again in \d+ s/s);
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
