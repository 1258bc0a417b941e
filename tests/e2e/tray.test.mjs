// SPDX-License-Identifier: MIT
// Tray and notifications of the real program, on a bus with a desktop that does what desktops do.
import { after, test } from "node:test";
import assert from "node:assert/strict";
import { APPROVAL, denyWithMouse } from "./approval.mjs";
import { Desktop } from "./desktop.mjs";
import { Display } from "./display.mjs";
import { Program } from "./program.mjs";
import { connect, stateOf, textOf } from "./client.mjs";

const display = await Display.start();
after(() => display.stop());

async function stage({ tray }) {
  const desktop = await Desktop.start({ tray });
  const program = new Program({ settings: { "approvals.presentation": "notification" } });
  program.extra = desktop.environment;
  await program.start(["--tray"], display);
  const client = await connect(program.endpoint);
  const end = async () => {
    await client.close();
    await program.remove();
    desktop.stop();
  };
  return { desktop, program, client, end };
}

// Presses Deny each time it is shown: in the half second in which a press counts for nothing it is shown again.
async function deny(desktop, asked) {
  let result;
  asked.then((answer) => (result = answer));
  let pressed = -1;
  return display.until("it to be denied", () => {
    const last = desktop.said.findLastIndex((it) => it.event === "shown");
    const request = desktop.said[last].shown.find((it) => it.title.endsWith("asks to run Python"));
    if (request && last > pressed) desktop.do("press", request.id, "Deny");
    pressed = last;
    return result;
  });
}

// The main window, wherever it is; null while there is none.
function mainWindow() {
  try {
    const ids = display.run("xdotool", "search", "--name", "Glovebox$").trim().split("\n");
    return ids.find((id) => wmState(id)) ?? null;
  } catch {
    return null; // xdotool ends with 1 when nothing was found
  }
}
const wmState = (id) => id && /window state: (\w+)/.exec(display.run("xprop", "-id", id, "WM_STATE"))?.[1];

test("a request becomes a notification, and its Deny denies that very request", async () => {
  const { desktop, client, end } = await stage({ tray: true });
  try {
    const asked = client.call("run_python", { code: "# Write the report\n1 + 1" });
    const shown = await desktop.notification((it) => it.title.endsWith("asks to run Python"));
    assert.ok(shown.body.startsWith("default: "), shown.body);
    assert.ok(shown.actions.includes("Review") && shown.actions.includes("Deny"));
    assert.ok(!shown.actions.some((word) => /allow/i.test(word)), shown.actions.join());
    await desktop.ask("tooltip", (it) => it.text === "Glovebox: Waiting for you");
    const menu = await desktop.ask("menu", (it) => it.labels.includes("Review 1 waiting…"));
    assert.ok(!menu.labels.some((label) => /allow/i.test(label)), menu.labels.join());

    const result = await deny(desktop, asked);
    assert.equal(stateOf(result), "denied", textOf(result));
    await desktop.ask("tooltip", (it) => it.text === "Glovebox: Idle");
  } finally {
    await end();
  }
});

test("Review opens the window that asks, with the request in it", async () => {
  const { desktop, client, end } = await stage({ tray: true });
  try {
    const asked = client.call("run_python", { code: "2 + 2" });
    const shown = await desktop.notification((it) => it.title.endsWith("asks to run Python"));
    assert.throws(() => display.window(APPROVAL), "nothing opens by itself when only notifications are wanted");
    desktop.do("press", shown.id, "Review");
    await denyWithMouse(display);
    assert.equal(stateOf(await asked), "denied");
  } finally {
    await end();
  }
});

test("it starts without a window, and a click on the icon opens one", async () => {
  const { desktop, end } = await stage({ tray: true });
  try {
    await desktop.until((it) => it.event === "icon");
    await desktop.ask("tooltip", (it) => it.text === "Glovebox: Idle");
    assert.equal(mainWindow(), null);
    desktop.do("activate");
    await display.until("the window", () => wmState(mainWindow()) === "Normal");
    // Closed, it goes to the tray and says so, once.
    const from = desktop.said.length;
    await display.activate(mainWindow());
    display.run("xdotool", "key", "ctrl+w");
    await desktop.notification((it) => it.title === "Glovebox keeps running in the tray", from);
  } finally {
    await end();
  }
});

test("without a tray it starts minimised, closing minimises, and notifications are the channel", async () => {
  const { desktop, program, client, end } = await stage({ tray: false });
  try {
    await display.until("a window in the task bar", () => wmState(mainWindow()) === "Iconic");
    const asked = client.call("run_python", { code: "3 + 3" });
    await desktop.notification((it) => it.title.endsWith("asks to run Python"));
    assert.equal(stateOf(await deny(desktop, asked)), "denied");

    await program.raise(display);
    await display.until("the window", () => wmState(mainWindow()) === "Normal");
    await display.activate(mainWindow());
    display.run("xdotool", "key", "ctrl+w");
    await display.until("the window to be minimised", () => wmState(mainWindow()) === "Iconic");
  } finally {
    await end();
  }
});

test("a screen reader finds a name and a role for everything that takes the keyboard", async () => {
  const desktop = await Desktop.start({ tray: false });
  const program = new Program();
  program.extra = { ...desktop.environment, QT_LINUX_ACCESSIBILITY_ALWAYS_ON: "1" };
  try {
    await program.start([], display);
    await display.until("the window", () => wmState(mainWindow()) === "Normal");
    const { all } = await desktop.ask("accessibles", (it) => it.all.some((part) => part.name === "Workbench"));
    const controls = all.filter((part) => part.focusable && part.showing);
    assert.ok(controls.length > 10, `only ${controls.length} controls of ${all.length} parts`);
    const nameless = controls.filter((part) => !part.name || !part.role || ["unknown", "invalid"].includes(part.role));
    assert.deepEqual(nameless, []);
    for (const name of ["Runs", "Stop everything", "Filter runs"]) {
      assert.ok(all.some((part) => part.name === name), `${name} is not there`);
    }
  } finally {
    await program.remove();
    desktop.stop();
  }
});
