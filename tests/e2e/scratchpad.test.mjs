// SPDX-License-Identifier: MIT
// The scratchpad of the real program: written, run, asked for input, saved, and back after a kill.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { answerWithKey } from "./approval.mjs";
import { connect } from "./client.mjs";
import { Display } from "./display.mjs";
import { Program } from "./program.mjs";
import { ScreenReader } from "./screenreader.mjs";

const PICTURES = process.env.GLOVEBOX_E2E_PICTURES; // where screenshots go, when somebody wants to look

let display;
let reader;
let program;

before(async () => {
  if (PICTURES) mkdirSync(PICTURES, { recursive: true });
  display = await Display.start();
  reader = await ScreenReader.start();
  program = new Program();
  program.extra = reader.environment;
  await program.start([], display);
  await openScratchpad("Cell 1, Python");
});

after(async () => {
  await program?.remove();
  display?.stop();
  reader?.stop();
});

// `focus` has the keyboard then: the cell to type into, or with documents from before the list of cells.
async function openScratchpad(focus) {
  const window = await display.until("the main window", () => display.windowMatching("Glovebox$"));
  await display.activate(window);
  await display.pressUntil("ctrl+2", "the scratchpad", () => display.windowMatching("Scratchpad — Glovebox$"));
  await reader.part(focus, "focused");
}

const rows = async () => {
  const { out } = await program.command("journal", "export");
  return out.trim().split("\n").filter(Boolean).map((line) => JSON.parse(line));
};

const press = (...keys) => display.press(...keys);
// Line by line: what xdotool types for a line feed is not the key Enter.
function type(text) {
  text.split("\n").forEach((line, at) => {
    if (at > 0) press("Return");
    display.run("xdotool", "type", "--delay", "8", line);
  });
}

// The run of this code, once it is over.
const ended = (code) => display.until(`the end of ${code}`, async () => {
  const all = await rows();
  const asked = all.findLast((row) => row.kind === "asked" && row.body.record.code === code);
  return asked && all.find((row) => row.run === asked.run && row.kind === "ended");
});

async function look(name) {
  if (PICTURES) await display.stillPicture(path.join(PICTURES, `${name}.png`));
}

test("a cell is typed and runs without being asked, and is in the journal", { timeout: 180_000 }, async () => {
  type('total = 6 * 7\nprint("sum", total)');
  press("shift+Return");
  const over = await ended('total = 6 * 7\nprint("sum", total)');
  assert.equal(over.body.state, "complete");
  const decided = (await rows()).find((row) => row.run === over.run && row.kind === "decided");
  assert.equal(decided.body.kind, "allow");
  await look("scratchpad-first");
});

test("the next cell has the variables of the one before, plots, and stays after an error", { timeout: 240_000 }, async () => {
  const code = "import matplotlib.pyplot as plt\nplt.plot([1, total])";
  type(code);
  press("shift+Return");
  const over = await ended(code);
  assert.equal(over.body.state, "complete");
  assert.ok((await rows()).some((row) => row.run === over.run && row.kind === "display"), "a plot");
  type("1 / 0");
  press("shift+Return");
  assert.equal((await ended("1 / 0")).body.state, "error");
  await look("scratchpad-plot");
});

test("input() is answered in the cell", { timeout: 180_000 }, async () => {
  const code = 'name = input("Name? ")\nprint("hello", name)';
  type(code);
  press("shift+Return");
  await reader.part("Name?", "focused");
  await look("scratchpad-input");
  type("Hanako");
  press("Return");
  assert.equal((await ended(code)).body.state, "complete");
});

test("it is saved as a notebook that anybody reads", { timeout: 120_000 }, async () => {
  const file = path.join(program.home, "first.ipynb");
  press("ctrl+s");
  const dialog = await display.until("the dialog", () => display.windowMatching("^Save notebook$"));
  await display.activate(dialog);
  press("ctrl+a");
  type(file);
  press("Return");
  await display.until("the file", () => existsSync(file));
  const notebook = JSON.parse(readFileSync(file, "utf8"));
  assert.equal(notebook.nbformat, 4);
  assert.ok(notebook.cells[0].source.includes("total = 6 * 7") || notebook.cells[0].source.join("").includes("total = 6 * 7"));
  assert.equal(notebook.cells[0].outputs[0].output_type, "stream");
});

test("a cell is shown to a client, which reads it until it is taken back", { timeout: 240_000 }, async () => {
  const key = (await program.command("key", "add", "Reader")).out.match(/gb_\S+/)[0];
  const client = await connect(program.endpoint, { key, name: "reader" });
  const shown = async () => (await client.client.listResources()).resources.map((one) => one.uri).filter((uri) => uri.startsWith("scratchpad://"));
  assert.deepEqual(await shown(), []);
  const main = await display.until("the main window", () => display.windowMatching("Scratchpad — Glovebox$"));
  await display.activate(main);
  press("Escape");
  press("Home"); // the first cell
  press("ctrl+k");
  type("show this cell");
  press("Return");
  await display.until("the menu of clients", () => display.menu());
  await look("scratchpad-show");
  press("Down", "Return");
  const [address] = await display.until("the cell to be shown", async () => {
    const all = await shown();
    return all.length > 0 && all;
  });
  const { contents } = await client.client.readResource({ uri: address });
  assert.match(contents[0].text, /total = 6 \* 7/);
  assert.match(contents[0].text, /sum 42/);
  await look("scratchpad-shown");
  press("ctrl+z"); // what the message offers
  await display.until("it to be taken back", async () => (await shown()).length === 0);
  await client.close();
});

test("a client's run is opened in the scratchpad and runs there as the person's", { timeout: 300_000 }, async () => {
  const client = await connect(program.endpoint);
  const code = 'print("from a client", 6 * 7)';
  const answer = client.call("run_python", { code });
  const asks = async () => (await rows()).filter((row) => row.kind === "asked" && row.body.record.code === code);
  await display.until("the request", async () => (await asks()).length === 1);
  const main = await display.until("the main window", () => display.windowMatching("Glovebox$"));
  await display.activate(main);
  await answerWithKey(display, reader, "alt+a");
  await answer;
  await reader.part(/^Run r\d+, Complete$/);
  press("ctrl+shift+n");
  await display.until("its document", () => display.windowMatching("from a client.*Scratchpad — Glovebox$"));
  await look("scratchpad-run");
  const own = await display.pressUntil("ctrl+shift+Return", "the person's run", async () => {
    const all = await asks();
    return all.length === 2 && all[1];
  });
  const decided = await display.until("its decision", async () => (await rows()).find((row) => row.kind === "decided" && row.run === own.run));
  assert.equal(decided.body.kind, "allow");
  assert.notEqual(own.body.record.client, (await asks())[0].body.record.client);
  await client.close();
});

test("what was typed is there again after the program was killed", { timeout: 240_000 }, async () => {
  const main = await display.until("the main window", () => display.windowMatching("Scratchpad — Glovebox$"));
  await display.activate(main);
  press("ctrl+t");
  await display.until("another document", () => display.windowMatching("untitled.*Scratchpad — Glovebox$"));
  type("survived = 1");
  const drafts = path.join(program.profile, "scratchpad");
  await display.until("its draft", () => readDrafts(drafts).includes("survived = 1"));
  const gone = once(program.process, "exit");
  program.process.kill("SIGKILL");
  await gone;
  await program.start([], display);
  await openScratchpad("Cells");
  await look("scratchpad-recovered");
  await display.pressUntil("ctrl+shift+Return", "it to run", async () =>
    (await rows()).some((row) => row.kind === "asked" && row.body.record.code === "survived = 1"));
  assert.equal((await ended("survived = 1")).body.state, "complete");
});

function readDrafts(folder) {
  return readdirSync(folder).filter((name) => name.endsWith(".draft"))
    .map((name) => readFileSync(path.join(folder, name), "utf8")).join("\n");
}
