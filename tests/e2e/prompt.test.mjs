// SPDX-License-Identifier: MIT
// How the person is asked, with real keys and clicks, a window manager, and another real window that is being typed
// into (UI.md 4.1, 4.5).
import { after, afterEach, before, test } from "node:test";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { APPROVAL, allowWithMouse, barIsReady, denyWithMouse, isShown, pressInBar, spotOf } from "./approval.mjs";
import { Display } from "./display.mjs";
import { Program } from "./program.mjs";
import { connect, runOf, stateOf, textOf } from "./client.mjs";
import { ScreenReader } from "./screenreader.mjs";

const WAITING = ["pending_approval", "queued", "starting", "running"];
// Shows that nobody answered: that needs a time in which an answer would have come.
const stillWaits = (asked, ms) => Promise.race([asked.then(stateOf), delay(ms, "waiting")]);

let display;
let reader;
let program;
let client;
let other; // the window that is being typed into

// A window that prints the keys that reach it.
class TypedInto {
  static async open(display) {
    const it = new TypedInto();
    it.process = spawn("xev", ["-name", "letter", "-event", "keyboard"], {
      stdio: ["ignore", "pipe", "ignore"],
      env: { ...process.env, DISPLAY: display.name },
    });
    it.text = "";
    it.process.stdout.setEncoding("utf8").on("data", (text) => (it.text += text));
    it.id = await display.until("the other window", () => display.window("letter"));
    it.activate(display);
    return it;
  }
  activate(display) {
    display.run("xdotool", "windowactivate", "--sync", this.id);
  }
  isActive(display) {
    return display.run("xdotool", "getactivewindow").trim() === this.id;
  }
  count(key) {
    return this.text.match(new RegExp(`KeyPress[^]*?keysym 0x[0-9a-f]+, ${key}\\)`, "g"))?.length ?? 0;
  }
}

before(async () => {
  display = await Display.start();
  reader = await ScreenReader.start();
  program = new Program({ settings: { "approvals.time_s": 300 } });
  program.extra = reader.environment;
  await program.start(["--tray"], display);
  client = await connect(program.endpoint);
  other = await TypedInto.open(display);
});

afterEach(async () => {
  // Whatever a test left waiting would stand in the way of the next.
  const id = windowId();
  if (id) await denyWithMouse(display);
});

after(async () => {
  await client?.close();
  other?.process.kill();
  await program?.remove();
  display?.stop();
  reader?.stop();
});

function windowId() {
  try {
    return display.window(APPROVAL);
  } catch {
    return null; // xdotool ends with 1 when nothing was found
  }
}

const press = (...keys) => display.run("xdotool", "key", "--delay", "20", ...keys);
const approval = () => display.until("the approval window", () => display.window(APPROVAL));

async function activateApproval() {
  const id = await approval();
  await display.activate(id);
  await reader.part(APPROVAL, "active"); // begins the half second in which nothing counts
  await barIsReady(display, reader);
  return id;
}

async function gone(id) {
  await display.until("the approval window to close", () => !isShown(display, id));
}

const decideByKey = (key) => pressInBar(display, reader, key);

async function newKey(label) {
  const key = /\bgb_\S+/.exec((await program.command("key", "add", label)).out)[0];
  // The program sees what another process of it wrote a moment later.
  const probe = await display.until("the new key", () => connect(program.endpoint, { key }));
  await probe.close();
  return key;
}

async function settled(asked, from = client) {
  let result = await asked;
  while (WAITING.includes(stateOf(result))) result = await from.call("get_run", { run: runOf(result) });
  return result;
}

test("a request that comes takes neither the focus nor a key from who is typing", { timeout: 120_000 }, async () => {
  other.activate(display);
  const asked = client.call("run_python", { code: "print('came while typing')" });
  let typed = 0;
  const end = performance.now() + 30_000;
  while (!windowId() && performance.now() < end) {
    press("a");
    typed += 1;
  }
  const id = await approval();
  // What a hand does that goes on typing: letters, digits, Enter, Space, and even the key that allows.
  press("a", "1", "Return", "space", "alt+a", "y");
  typed += 3; // "a" and "alt+a" too; "y" is another key
  await display.until("the keys to arrive", () => other.count("y") === 1);
  assert.ok(other.isActive(display), "the window that was typed into is still the active one");
  assert.ok(other.count("a") >= typed - 1, `${other.count("a")} of ${typed} keys arrived`);
  assert.equal(other.count("Return"), 1);
  assert.ok(isShown(display, id), "nothing was decided");
  await denyWithMouse(display);
  assert.equal(stateOf(await settled(asked)), "denied");
});

test("it is not raised over the window that is being used", { timeout: 120_000 }, async () => {
  other.activate(display);
  const first = client.call("run_python", { code: "print(1)" });
  const id = await approval();
  other.activate(display);
  const second = client.call("run_python", { code: "print(2)" });
  await display.until("both to wait", async () => {
    const text = textOf(await client.call("list_sessions"));
    return text.length > 0;
  });
  assert.ok(other.isActive(display));
  await denyWithMouse(display);
  await gone(id).catch(() => {});
  assert.equal(stateOf(await settled(first)), "denied");
  if (windowId()) await denyWithMouse(display);
  assert.equal(stateOf(await settled(second)), "denied");
});

test("keys decide only what the person activated and looked at", { timeout: 120_000 }, async () => {
  const asked = client.call("run_python", { code: "6 * 7" });
  const id = await activateApproval();
  press("Return", "KP_Enter", "y", "1", "space");
  await barIsReady(display, reader); // the keys were taken
  assert.ok(isShown(display, id), "typing, digits, Enter and Space decide nothing");
  await decideByKey("alt+a");
  const result = await settled(asked);
  assert.equal(stateOf(result), "complete");
  assert.match(textOf(result), /42/);
});

test("a second click is not for the request that slides in under it", { timeout: 120_000 }, async () => {
  const first = client.call("run_python", { code: "print('first')" });
  const id = await activateApproval();
  const shown = await barIsReady(display, reader);
  const second = client.call("run_python", { code: "print('second')" });
  await display.until("its tab", () =>
    reader.now((parts) => parts.some((part) => /^r\d+ from /.test(part.name) && !shown.includes(part.name))));
  const { x, y } = spotOf(display, id, "allow");
  display.run("xdotool", "mousemove", String(x), String(y));
  display.run("xdotool", "click", "--repeat", "3", "--delay", "40", "1");
  assert.equal(stateOf(await settled(first)), "complete");
  assert.notEqual(await barIsReady(display, reader), shown);
  assert.ok(isShown(display, id), "the second one still waits");
  await allowWithMouse(display); // the control: a click that is meant counts
  assert.equal(stateOf(await settled(second)), "complete");
});

test("code can be edited before it runs, and the client is told with the difference", { timeout: 120_000 }, async () => {
  const asked = client.call("run_python", { code: "x = 1\nprint('x is', x)\n" });
  const id = await activateApproval();
  press("ctrl+e");
  press("ctrl+Home", "End", "BackSpace", "5");
  await decideByKey("alt+a");
  const result = await settled(asked);
  const text = textOf(result);
  assert.equal(stateOf(result), "complete", text);
  assert.match(text, /x is 5/);
  assert.match(text, /The person edited the code/);
  assert.match(text, /-x = 1\n\+x = 5/);
});

test("a denial can say why", { timeout: 120_000 }, async () => {
  const asked = client.call("run_python", { code: "print('no')" });
  const id = await activateApproval();
  press("alt+n");
  display.run("xdotool", "type", "--delay", "20", "not on a Sunday");
  await decideByKey("alt+d");
  const result = await settled(asked);
  assert.equal(stateOf(result), "denied");
  assert.match(textOf(result), /They wrote: “not on a Sunday”/);
});

test("Escape is for later, and the tray's window comes back with it", { timeout: 120_000 }, async () => {
  const asked = client.call("run_python", { code: "print('later')" });
  const id = await activateApproval();
  press("Escape");
  await gone(id);
  assert.equal(await stillWaits(asked, 1000), "waiting");
  const next = client.call("run_python", { code: "print('next')" });
  await activateApproval();
  await decideByKey("alt+d");
  await decideByKey("alt+d");
  assert.equal(stateOf(await settled(asked)), "denied");
  assert.equal(stateOf(await settled(next)), "denied");
});

test("a permission for the session covers the next run, and ends with the session", { timeout: 120_000 }, async () => {
  const first = client.call("run_python", { code: "print('a')" });
  const id = await activateApproval();
  press("alt+2");
  await decideByKey("alt+a");
  assert.equal(stateOf(await settled(first)), "complete");
  assert.equal(stateOf(await settled(client.call("run_python", { code: "print('b')" }))), "complete");
  await client.call("close_session", { session: "default" });
  other.activate(display);
  const asked = client.call("run_python", { code: "print('c')" });
  assert.equal(await stillWaits(asked, 3000), "waiting");
  await denyWithMouse(display);
  assert.equal(stateOf(await settled(asked)), "denied");
});

test("an approval is for one run: not for the same code again, another client, or a session that was restarted", { timeout: 120_000 }, async () => {
  const other = await connect(program.endpoint, { key: await newKey("Second"), name: "second" });
  const code = "print('allowed once')";
  const asked = client.call("run_python", { code });
  await allowWithMouse(display);
  assert.equal(stateOf(await settled(asked)), "complete"); // the control
  for (const [from, args] of [[client, { code }], [other, { code }], [client, { code, session: "elsewhere" }]]) {
    if (args.session) await client.call("create_session", { name: args.session });
    const again = from.call("run_python", args);
    await display.until("the window", windowId);
    assert.equal(await stillWaits(again, 500), "waiting");
    await denyWithMouse(display);
    assert.equal(stateOf(await settled(again, from)), "denied");
  }
  // Allowed, but before it begins the session is another one: it is asked again, as it is now.
  const busy = client.call("run_python", { code: "while True: pass", timeout_s: 60, wait_s: 1 });
  await allowWithMouse(display);
  const queued = client.call("run_python", { code, wait_s: 1 });
  await allowWithMouse(display);
  await busy;
  const run = runOf(await queued);
  await client.call("restart_session", { session: "default" });
  const now = await client.call("get_run", { run, wait_s: 1 });
  assert.ok(["pending_approval", "cancelled"].includes(stateOf(now)), textOf(now));
  assert.ok(!textOf(now).includes("allowed once"), "it did not run in the new interpreter");
  await other.close();
});

test("a flood of one client is bounded, the window stays usable, and others get in", { timeout: 180_000 }, async () => {
  const flooding = new Program();
  flooding.extra = reader.environment;
  await flooding.start(["--tray"], display);
  try {
    const key = /\bgb_\S+/.exec((await flooding.command("key", "add", "Other")).out)[0];
    const flooder = await connect(flooding.endpoint, { name: "flooder" });
    const calm = await display.until("the new key", () => connect(flooding.endpoint, { key, name: "calm" }));
    const flood = Array.from({ length: 500 }, (_, n) =>
      flooder.call("run_python", { code: `print(${n})`, wait_s: 1 }).then(stateOf, (error) => `refused: ${error.message}`));
    await approval();
    const asked = calm.call("run_python", { code: "print('let me in')" });
    const ends = await Promise.all(flood);
    const count = (state) => ends.filter((end) => end.startsWith(state)).length;
    assert.ok(count("pending_approval") > 0 && count("pending_approval") <= 32, `${count("pending_approval")} wait`);
    assert.equal(count("pending_approval") + count("denied") + count("refused"), 500, "each was answered");
    // From the oldest one step back is the youngest: the other client's.
    const id = await activateApproval();
    press("ctrl+Prior");
    await barIsReady(display, reader, / from Other$/);
    await decideByKey("alt+a");
    assert.equal(stateOf(await asked), "complete");
    assert.ok(isShown(display, id), "those of the flood wait on");
    await flooder.close();
    await calm.close();
  } finally {
    await flooding.remove();
  }
});

for (const [action, state] of [["decline", "denied"], ["accept", "waiting"], ["cancel", "waiting"]]) {
  test(`what the client's own person answers (${action}) can deny and never allow`, { timeout: 120_000 }, async () => {
    const eliciting = new Client({ name: "eliciting", version: "1.0" }, { capabilities: { elicitation: {} } });
    let message = "";
    eliciting.setRequestHandler(ElicitRequestSchema, (request) => {
      message = request.params.message;
      return { action, ...(action === "accept" ? { content: {} } : {}) };
    });
    await eliciting.connect(
      new StreamableHTTPClientTransport(new URL(program.endpoint.mcp), {
        requestInit: { headers: { Authorization: `Bearer ${program.endpoint.key}` } },
      }),
    );
    const call = (name, args) => eliciting.callTool({ name, arguments: args }, undefined, { timeout: 120_000 });
    const asked = call("run_python", { code: `print('${action}')` });
    await display.until("the question in the client", () => message !== "");
    assert.match(message, /window of Glovebox/);
    assert.equal(await stillWaits(asked, 2000), state);
    if (state === "waiting") {
      await denyWithMouse(display);
      assert.equal(stateOf(await settled(asked, { call })), "denied");
    }
    await eliciting.close();
  });
}
