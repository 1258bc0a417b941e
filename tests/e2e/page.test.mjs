// SPDX-License-Identifier: MIT
// HTML of a run, opened by the person: another process with a window, and without a network.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, readlinkSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import path from "node:path";
import { Display } from "./display.mjs";
import { allowWithMouse } from "./approval.mjs";
import { Program } from "./program.mjs";
import { connect, runOf, stateOf, textOf } from "./client.mjs";

const PICTURES = process.env.GLOVEBOX_E2E_PICTURES; // where screenshots go, when somebody wants to look

let display;
let program;
let one;
let server;
const arrived = [];

before(async () => {
  if (PICTURES) mkdirSync(PICTURES, { recursive: true });
  server = createServer((request, response) => {
    arrived.push(request.url);
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  display = await Display.start();
  program = new Program();
  await program.start(["--tray"], display); // an active window would show the request in itself
  one = await connect(program.endpoint);
});

after(async () => {
  await one?.close();
  if (program) {
    await program.stop();
    await program.remove();
  }
  display?.stop();
  server?.close();
});

function look(name) {
  if (PICTURES) display.screenshot(path.join(PICTURES, `${name}.png`));
}

// The processes below `pid`, itself included.
function below(pid) {
  const children = display.run("ps", "-eo", "pid=,ppid=,comm=").trim().split("\n").map((line) => line.trim().split(/\s+/));
  const found = [];
  const walk = (parent) => {
    for (const [child, of, name] of children) {
      if (of === String(parent)) {
        found.push({ pid: child, name });
        walk(child);
      }
    }
  };
  walk(pid);
  return found;
}

const engines = () => below(program.process.pid).filter(({ name }) => name.startsWith("glovebox-engin"));

// Titles of the windows of pages.
function pages() {
  try {
    const ids = display.run("xdotool", "search", "--onlyvisible", "--name", " — page of r").trim().split("\n");
    return ids.map((id) => display.run("xdotool", "getwindowname", id).trim());
  } catch {
    return []; // xdotool ends with 1 when nothing was found
  }
}

// A figure of plotly: its library is in the page, from the wheel that Glovebox carries. What is added to it runs when the
// figure is drawn, says how many bars there are, and tries the network.
test("a page opens at a click, draws with its own library, and reaches no listener", { timeout: 240_000 }, async () => {
  const port = server.address().port;
  const code = `import plotly.graph_objects as go
class Figure(go.Figure):
    def to_html(self, **named):
        return super().to_html(**named, post_script="""
const bars = document.querySelectorAll(".bars .point").length;
document.head.append(Object.assign(document.createElement("script"), { src: "http://127.0.0.1:${port}/script" }));
fetch("http://127.0.0.1:${port}/fetch", { mode: "no-cors" })
  .then(() => "out", () => "in").then((said) => { document.title = said + " " + bars; });""")
Figure(go.Bar(x=["東京", "大阪", "札幌"], y=[1, 5, 2]), layout_title_text="売上")`;
  const asked = one.call("run_python", { code });
  await allowWithMouse(display);
  let result = await asked;
  while (["pending_approval", "queued", "starting", "running"].includes(stateOf(result))) {
    result = await one.call("get_run", { run: runOf(result) });
  }
  assert.equal(stateOf(result), "complete", `${textOf(result)}\n${program.log}`);
  assert.match(textOf(result), /Plotly figure "売上"/); // what a model reads of it
  assert.deepEqual(pages(), [], "it stays closed until it is asked for");
  const sessions = engines().length;

  await program.raise(display);
  const main = await display.until("the window", () => display.windowMatching("Glovebox$"));
  // Where it is can change until the window manager has placed it; a click beside it takes the keyboard away.
  await display.until("the window to keep the keyboard", async () => {
    await display.activate(main);
    const { x, y, width, height } = display.geometry(main);
    display.click(x + width / 2, y + height - 60); // into the output
    return display.run("xdotool", "getwindowfocus").trim() === main;
  });
  look("output");
  display.run("xdotool", "key", "Tab");
  look("button");
  display.run("xdotool", "key", "space");

  const title = `in 3 — page of ${runOf(result)} — Glovebox`;
  await display.until(`the page's window`, () => pages().includes(title));
  look("page");
  // What runs beside the sessions' engine has its own network namespace, with nothing in it.
  const viewers = engines();
  assert.ok(viewers.length > sessions, JSON.stringify(viewers));
  const ours = readlinkSync(`/proc/${program.process.pid}/ns/net`);
  const networks = new Set();
  for (const { pid } of viewers) {
    const network = readlinkSync(`/proc/${pid}/ns/net`);
    assert.notEqual(network, ours);
    networks.add(network);
    const interfaces = readFileSync(`/proc/${pid}/net/dev`, "utf8").trim().split("\n").slice(2);
    assert.ok(interfaces.every((line) => /^\s*lo:\s+0\s/.test(line)), interfaces.join("\n"));
    assert.equal(readFileSync(`/proc/${pid}/net/route`, "utf8").trim().split("\n").length, 1);
  }
  assert.ok(networks.size >= 2, "the page shares nothing with the sessions");
  // The listener is a real one: this process reaches it.
  await fetch(`http://127.0.0.1:${port}/control`);
  assert.deepEqual(arrived, ["/control"]);

  const page = display.run("xdotool", "search", "--onlyvisible", "--name", `^${title}$`).trim();
  await display.activate(page);
  display.run("xdotool", "key", "ctrl+w");
  await display.until("the page's window to close", () => pages().length === 0);
  await display.until("its process to end", () => engines().length === sessions);
});
