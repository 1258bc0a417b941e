// SPDX-License-Identifier: MIT
// The first run, the page of settings and the live change of the language, with a real keyboard.
import { after, test } from "node:test";
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Display } from "./display.mjs";
import { ownFolder, Program } from "./program.mjs";
import { connect, textOf } from "./client.mjs";
import { ScreenReader } from "./screenreader.mjs";

const PICTURES = process.env.GLOVEBOX_E2E_PICTURES; // where screenshots go, when somebody wants to look
const programs = [];
const displays = [];
const reader = await ScreenReader.start();

async function start(args, options) {
  const display = await Display.start();
  displays.push(display);
  const program = new Program(options);
  programs.push(program);
  program.extra = reader.environment;
  options?.prepare?.(program);
  await program.start(args, display);
  const id = await display.until("the window", () => display.windowMatching("Glovebox$"));
  await display.activate(id);
  return { program, display };
}

after(async () => {
  for (const program of programs) await program.remove();
  for (const display of displays) display.stop();
  reader.stop();
});

function picture(display, name) {
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  display.screenshot(path.join(PICTURES, `${name}.png`));
}

const stored = (program) => {
  const file = path.join(program.profile, "settings.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
};
const titled = (display, title) => display.until(title, () => display.windowMatching(`^${title} — Glovebox$`));
// Where a window shows what it is, keys that come too early are lost: one after the other.
const press = (display, ...keys) => display.run("xdotool", "key", "--delay", "60", ...keys);

test("a newcomer connects a client with one click, and the page is gone for good when another screen is used", async () => {
  const { program, display } = await start([], { prepare: (program) => ownFolder(program.home, ".cursor") });
  await reader.part("Connect Cursor");
  picture(display, "first-run");
  // "Connect" of the only client that was found: at the right of the left card (UI.md 6 "First run").
  const frame = display.geometry(display.windowMatching("Glovebox$"));
  display.click(frame.x + 80 + (frame.width - 80 - 880) / 2 + 376, frame.y + 355);
  const configuration = path.join(program.home, ".cursor", "mcp.json");
  await display.until("the client to be connected", () => existsSync(configuration) && /glovebox/.test(readFileSync(configuration, "utf8")));
  assert.ok(!stored(program)["window.first_run_done"]); // a folder is still missing
  picture(display, "first-run-connected");
  press(display, "ctrl+6"); // or another screen is used
  await titled(display, "Clients");
  await display.until("it to be kept", () => stored(program)["window.first_run_done"] === true);
});

test("the language changes while a session lives, and nothing of it is lost", async () => {
  const { program, display } = await start(["--mount", `data=${ownFolder("/tmp", `glovebox-e2e-${process.pid}`)}`], {
    settings: { "window.first_run_done": true, "approvals.time_s": 300 },
  });
  const client = await connect(program.endpoint);
  assert.match(textOf(await client.call("run_python", { code: "kept = 41", wait_s: 1 })), /pending_approval/);
  press(display, "ctrl+comma");
  const first = await titled(display, "Settings");
  picture(display, "settings");
  press(display, "ctrl+f");
  display.run("xdotool", "type", "--delay", "30", "english");
  press(display, "Tab", "Down");
  await display.until("English to be chosen", () => stored(program)["appearance.language"] === "en");
  // The windows are new, and the keyboard is where it was.
  const anew = await display.until("a new window", () => {
    const id = display.windowMatching("^Settings — Glovebox$");
    return id !== first && id;
  });
  await display.activate(anew);
  press(display, "Down");
  await display.until("Japanese to be chosen", () => stored(program)["appearance.language"] === "ja");
  await display.activate(await titled(display, "設定"));
  picture(display, "japanese");
  press(display, "ctrl+5");
  await titled(display, "実行記録");
  // The request still waits, and its client still hears of it.
  const again = await client.call("list_sessions");
  assert.match(textOf(again), /default/);
  await client.close();
});

test("--version tells what the program is made of", async () => {
  const program = new Program();
  programs.push(program);
  const { code, out } = await program.command("--version");
  assert.equal(code, 0);
  const lines = out.trim().split("\n");
  assert.match(lines[0], /^glovebox \d+\.\d+\.\d+$/);
  assert.match(out, /^Qt 6\./m);
  assert.match(out, /^Chromium \d+\.\d+\.\d+\.\d+ with security patches of \d+\./m);
  assert.match(out, /^Pyodide 314\./m);
  assert.match(out, /^Python 3\.14/m);
  assert.match(out, /^sha256 [0-9a-f]{64} pyodide\/pyodide\.asm\.wasm$/m);
});
