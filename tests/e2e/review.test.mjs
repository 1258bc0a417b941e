// SPDX-License-Identifier: MIT
// What a model staged waits for the person, who applies it with the keyboard in the real window.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { allowWithMouse } from "./approval.mjs";
import { Display } from "./display.mjs";
import { Program, give, ownFolder } from "./program.mjs";
import { connect, runOf, stateOf, textOf } from "./client.mjs";

const PICTURES = process.env.GLOVEBOX_E2E_PICTURES; // where screenshots go, when somebody wants to look

let display;
let program;
let client;
let reports;

before(async () => {
  if (PICTURES) mkdirSync(PICTURES, { recursive: true });
  display = await Display.start();
  program = new Program({ settings: { "approvals.time_s": 300 } });
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
});

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
  if (PICTURES) display.screenshot(path.join(PICTURES, "review.png"));
  display.run("xdotool", "key", "ctrl+Return");
  await display.until("the files to be applied", () => existsSync(path.join(reports, "店舗別.csv")));
  assert.match(readFileSync(path.join(reports, "summary.md"), "utf8"), /September/);
  assert.equal(readFileSync(path.join(reports, "店舗別.csv"), "utf8"), "店,売上\nA,1\n");
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
