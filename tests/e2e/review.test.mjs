// SPDX-License-Identifier: MIT
// What a model staged waits for the person, who applies it with the keyboard in the real window.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { allowWithMouse, answerWithKey } from "./approval.mjs";
import { Display } from "./display.mjs";
import { Program, give, ownFolder } from "./program.mjs";
import { connect, runOf, stateOf, textOf } from "./client.mjs";
import { ScreenReader } from "./screenreader.mjs";

const PICTURES = process.env.GLOVEBOX_E2E_PICTURES; // where screenshots go, when somebody wants to look

let display;
let reader;
let program;
let client;
let reports;

before(async () => {
  if (PICTURES) mkdirSync(PICTURES, { recursive: true });
  display = await Display.start();
  reader = await ScreenReader.start();
  program = new Program({ settings: { "approvals.time_s": 300 } });
  program.extra = reader.environment;
  reports = ownFolder(program.home, "reports");
  const file = path.join(reports, "summary.md");
  writeFileSync(file, "# August\n\n| region | sales |\n|---|---|\n| Kanto | 1 |\n");
  give(file);
  await program.start(["--tray", "--mount", `reports=${reports}`], display);
  client = await connect(program.endpoint);
});

after(async () => {
  await client?.close();
  await program?.remove();
  display?.stop();
  reader?.stop();
});

const main = () => display.until("the main window", () => display.windowMatching(" — Glovebox$|^Glovebox$"));

async function press(...keys) {
  await display.activate(await main());
  display.press(...keys);
}

// In the window itself, where the first request is shown when it is in front.
async function allow() {
  await display.activate(await main());
  await answerWithKey(display, reader, "alt+a");
}

const picture = (name) => PICTURES && display.screenshot(path.join(PICTURES, `${name}.png`));

const modeOf = async (name) => new RegExp(`^/mnt/${name} · ([a-z-]+)`, "m").exec(textOf(await client.call("list_mounts")))[1];

// From the menu of the first mount, as somebody without a mouse does: from "Filter runs" the pane before is that of the mounts.
async function setMode(name, mode) {
  const fromTheEnd = { "read-write": 5, staged: 6, "read-only": 7 }[mode];
  await display.activate(await main());
  await display.pressUntil(["ctrl+1", "ctrl+shift+f", "shift+F6"], "the mounts to have the keyboard", () =>
    reader.now((parts) => parts.some((part) => part.name === "Mounts" && part.focused)));
  await display.pressUntil("Menu", "the menu of the mount", () => display.menu());
  picture(`mode-${mode}`);
  display.press(...Array(fromTheEnd).fill("Up"), "Return");
  await display.until(`${name} to be ${mode}`, async () => await modeOf(name) === mode);
}

const CODE = `from pathlib import Path
summary = Path("/mnt/reports/summary.md")
summary.write_text(summary.read_text().replace("August", "September"))
Path("/mnt/reports/店舗別.csv").write_text("店,売上\\nA,1\\n")
`;

test("what a run staged is applied from the review screen, and only then", { timeout: 240_000 }, async () => {
  const asked = client.call("run_python", { code: CODE });
  await allowWithMouse(display);
  let result = await asked;
  while (["queued", "starting", "running", "pending_approval"].includes(stateOf(result))) {
    result = await client.call("get_run", { run: runOf(result) });
  }
  assert.equal(stateOf(result), "complete", textOf(result));
  assert.match(readFileSync(path.join(reports, "summary.md"), "utf8"), /August/);
  assert.ok(!existsSync(path.join(reports, "店舗別.csv")));

  await program.raise(display);
  const window = await display.until("the main window", () => display.windowMatching(" — Glovebox$|^Glovebox$"));
  await display.activate(window);
  display.run("xdotool", "key", "ctrl+3");
  await display.until("the review screen", () => display.windowMatching("^Review — reports — Glovebox$"));
  picture("review");
  display.run("xdotool", "key", "ctrl+Return");
  await display.until("the files to be applied", () => existsSync(path.join(reports, "店舗別.csv")));
  assert.match(readFileSync(path.join(reports, "summary.md"), "utf8"), /September/);
  assert.equal(readFileSync(path.join(reports, "店舗別.csv"), "utf8"), "店,売上\nA,1\n");
});

async function stage(code) {
  const asked = client.call("run_python", { code, wait_s: 50 });
  await allow();
  const result = await asked;
  assert.equal(stateOf(result), "complete", textOf(result));
}

// With the changes of this file in it.
const review = async (file) => {
  await press("ctrl+3");
  await display.until("the review screen", () => display.windowMatching("^Review — reports — Glovebox$"));
  await reader.part(file);
  await reader.part("Changed files", "focused");
};

test("a conflict is edited into what both sides wrote, and only that is applied", { timeout: 240_000 }, async () => {
  const file = path.join(reports, "plan.md");
  writeFileSync(file, "# Plan\n\nmonday\ntuesday\nwednesday\n");
  give(file);
  await stage(`from pathlib import Path
plan = Path("/mnt/reports/plan.md")
plan.write_text(plan.read_text().replace("wednesday", "mittwoch"))`);
  writeFileSync(file, "# Plan of the person\n\nmonday\ntuesday\nwednesday\n");
  await review("plan.md");
  await reader.part("Compare all three");
  picture("conflict");
  await press("ctrl+Return"); // a conflict is not ticked
  const apply = (parts) => parts.find((part) => /^Apply \d+ file/.test(part.name));
  assert.equal((await reader.now(apply)).enabled, false);
  assert.match(readFileSync(file, "utf8"), /wednesday/);
  await press("ctrl+e");
  await reader.part("Edit what is staged", "focused");
  await press("ctrl+Home", "End", "space", "X");
  picture("merge");
  await press("ctrl+s");
  await reader.part(/is staged as you edited it/);
  await display.until("it to be a conflict no more", () => reader.now((parts) => !parts.some((part) => part.name === "Compare all three")));
  assert.match(readFileSync(file, "utf8"), /wednesday/); // the folder is as it was
  picture("merged");
  await press("Home", "End", "space", "ctrl+Return"); // what was a conflict is ticked by the person
  await display.until("what was edited to be applied", () => /mittwoch/.test(readFileSync(file, "utf8")));
  assert.equal(readFileSync(file, "utf8"), "# Plan of the person X\n\nmonday\ntuesday\nmittwoch\n");
});

test("what is discarded comes back from the bar, and after a restart from the list", { timeout: 300_000 }, async () => {
  const isStaged = async () => /wish\.txt/.test(textOf(await client.call("list_directory", { path: "/mnt/reports" })));
  await stage(`open("/mnt/reports/wish.txt", "w").write("please\\n")`);
  const discard = async () => {
    await review("wish.txt");
    await reader.part("Apply 1 file");
    await press("ctrl+Delete");
    await display.activate(await display.until("the question", () => display.window("Glovebox")));
    picture("discard");
    display.press("Tab");
    await reader.part("Discard", "focused");
    display.press("space");
    await display.until("it to be discarded", async () => !await isStaged());
  };
  await discard();
  await reader.part("1 change discarded.");
  picture("discarded");
  await press("ctrl+z");
  await display.until("it to be staged again", isStaged);
  await discard();
  await client.close();
  await program.stop();
  await program.start(["--tray", "--mount", `reports=${reports}`], display);
  client = await connect(program.endpoint);
  assert.ok(!await isStaged());
  await program.raise(display);
  await press("ctrl+3", "ctrl+m", "End", "Return");
  await reader.part("Stage 1 file again");
  picture("discards");
  await press("ctrl+Return");
  // The client of the endpoint file is another one with each start: what its forerunner staged is the person's to see only.
  await display.until("it to be staged again", () => display.windowMatching("^Review — reports — Glovebox$"));
  assert.ok(!existsSync(path.join(reports, "wish.txt")));
  await reader.part("Apply 1 file");
  await press("ctrl+Return");
  await display.until("it to be applied", () => existsSync(path.join(reports, "wish.txt")));
});

// Waits for the person between its attempts, and has one file open all the time.
const THROUGH_THE_MODES = `
import errno, json, os, time
held = open("/mnt/reports/held.txt", "wb", buffering=0)
def write(file, text, at=0):
    file.seek(at)
    file.write(text)
    os.fsync(file.fileno())
def add(name):
    with open(f"/mnt/reports/{name}", "wb", buffering=0) as file:
        write(file, b"made")
def attempt(action, *arguments):
    try:
        action(*arguments)
        return "ok"
    except OSError as error:
        return errno.errorcode[error.errno]
seen = {"first": attempt(write, held, b"one ")}
for mode in ("read-only", "staged", "read-write"):
    while not os.path.exists(f"/mnt/reports/now-{mode}"):
        time.sleep(0.1)
    seen[mode] = [attempt(write, held, b"two ", 4), attempt(add, f"made-{mode}.txt")]
    print("TRIED", mode)
seen["what was staged"] = os.path.exists("/mnt/reports/made-staged.txt")
print("SEEN", json.dumps(seen))
`;

test("a mount's mode changes while a run has a file open: what the person takes away counts at once, what was staged stays to be reviewed",
     { timeout: 400_000 }, async () => {
  const tell = (mode) => {
    const file = path.join(reports, `now-${mode}`);
    writeFileSync(file, "");
    give(file);
  };
  await setMode("reports", "read-write");
  const run = runOf(await client.call("run_python", { code: THROUGH_THE_MODES, timeout_s: 300, wait_s: 0 }));
  await allow();
  await display.until("it to have a file open", () => existsSync(path.join(reports, "held.txt")));
  for (const mode of ["read-only", "staged", "read-write"]) {
    await setMode("reports", mode);
    tell(mode);
    const made = path.join(reports, `made-${mode}.txt`);
    if (mode === "read-write") await display.until("what is written again", () => existsSync(made));
    else if (mode === "staged") {
      await display.until("what was staged", async () => /made-staged/.test(textOf(await client.call("list_directory", { path: "/mnt/reports" }))));
      assert.ok(!existsSync(made));
    } else await display.until("it to be refused", async () =>
      /TRIED read-only/.test(textOf(await client.call("get_run", { run, wait_s: 0 }))));
  }
  let result;
  do result = await client.call("get_run", { run, wait_s: 50 });
  while (stateOf(result) === "running");
  assert.deepEqual(JSON.parse(/SEEN (.*)/.exec(textOf(result))[1]), {
    first: "ok", "read-only": ["EROFS", "EROFS"], staged: ["EROFS", "ok"], "read-write": ["ok", "ok"], "what was staged": false,
  });
  assert.equal(readFileSync(path.join(reports, "held.txt"), "utf8"), "one two ");
  assert.ok(!existsSync(path.join(reports, "made-read-only.txt")));

  // The next run, of what is read-only now, with a file that the one before left open.
  await setMode("reports", "read-only");
  const again = client.call("run_python", { code: `
try:
    write(held, b"three", 8)
except OSError as error:
    print("HELD", error)
open("/mnt/reports/summary.md", "a")`, wait_s: 50 });
  await allow();
  const text = textOf(await again);
  assert.match(text, /· error ·/);
  assert.match(text, /HELD .*(Read-only|“reports” is read-only)/);
  assert.match(text, /Mount “reports” is read-only\. Write to \/session, or ask the person to make it staged or read-write\./);

  // What was staged in between waits in the review, whatever the mode is now.
  await review("made-staged.txt");
  picture("review-of-read-only");
  await press("ctrl+Return");
  await display.until("what was staged to be applied", () => existsSync(path.join(reports, "made-staged.txt")));
  assert.equal(readFileSync(path.join(reports, "made-staged.txt"), "utf8"), "made");
});

test("a folder that is dragged onto the mounts is shared once the person says so, staged", { timeout: 120_000 }, async () => {
  const folder = ownFolder(program.home, "dragged");
  const from = spawn(path.join(process.env.GLOVEBOX_STAGE, "bin", "e2e_dragsource"), [folder], {
    stdio: ["ignore", "pipe", "ignore"], env: { ...process.env, DISPLAY: display.name, QT_QPA_PLATFORM: "xcb" } });
  let said = "";
  from.stdout.setEncoding("utf8").on("data", (text) => (said += text));
  try {
    await press("ctrl+1");
    const window = display.geometry(await main());
    const source = await display.until("the folder to drag", () => display.window("folders to drag"));
    display.run("xdotool", "windowmove", source, "0", "0");
    await display.activate(source);
    const at = display.geometry(source);
    const move = (x, y) => display.run("xdotool", "mousemove", String(x), String(y));
    // To and fro: who is under the mouse hears of movements only.
    const moveUntil = (what, x, y, probe) => {
      let moves = 0;
      return display.until(what, () => probe() || void move(x + moves++ % 2 * 10, y));
    };
    move(at.x + 60, at.y + 40);
    display.run("xdotool", "mousedown", "1");
    await moveUntil("a drag", at.x + 90, at.y + 60, () => /dragging/.test(said));
    await moveUntil("the window to take it", window.x + window.width - 140, window.y + 320, () => /action [1-9]\d*\n$/.test(said));
    picture("drag");
    display.run("xdotool", "mouseup", "1");
    const dialog = await display.until("the question", () => display.windowMatching("^Share a folder"));
    picture("share");
    assert.doesNotMatch(textOf(await client.call("list_mounts")), /dragged/);
    const { x, y, width, height } = display.geometry(dialog);
    display.click(x + width - 45, y + height - 30); // Share
    await display.until("the folder to be shared", async () => /^\/mnt\/dragged · staged/m.test(textOf(await client.call("list_mounts"))));
    assert.ok(existsSync(folder));
  } finally {
    from.kill();
  }
});

test("a folder that a client asked for is its own, staged, also after a restart, until its key is revoked", { timeout: 300_000 }, async () => {
  const wanted = ownFolder(program.home, "wanted");
  // In the tray again: a request comes up in a window of its own only while the main window is not in front.
  await client.close();
  await program.stop();
  await program.start(["--tray", "--mount", `reports=${reports}`], display);
  client = await connect(program.endpoint);
  const { out } = await program.command("key", "add", "Asker");
  const key = /gb_[A-Za-z0-9_-]+/.exec(out)[0];
  const ask = () => fetch(`${program.endpoint.rest}/sessions`, {
    method: "POST", headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify({ execution_options: { mount_points: [{ host_path: wanted, container_path: "/data", read_only: false }] } }) });
  const asked = ask();
  await allowWithMouse(display);
  assert.equal((await asked).status, 200);
  const mountsOf = async () => {
    const asker = await connect(program.endpoint, { key });
    const text = textOf(await asker.call("list_mounts"));
    await asker.close();
    return text;
  };
  await display.until("the folder to be given", async () => /^\/mnt\/wanted · staged/m.test(await mountsOf()));
  assert.doesNotMatch(textOf(await client.call("list_mounts")), /wanted/);

  await client.close();
  await program.stop();
  await program.start(["--tray", "--mount", `reports=${reports}`], display);
  client = await connect(program.endpoint);
  assert.match(await mountsOf(), /^\/mnt\/wanted · staged/m);
  assert.doesNotMatch(textOf(await client.call("list_mounts")), /wanted/);
  const settings = () => readFileSync(path.join(program.profile, "settings.json"), "utf8");
  assert.match(settings(), /wanted/);
  await program.command("key", "revoke", "Asker");
  await display.until("the folder to go with its client", () => !settings().includes("wanted"));
});
