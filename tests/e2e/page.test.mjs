// SPDX-License-Identifier: MIT
// HTML of a run, opened by the person: another process with a window, and without a network.
import { after, afterEach, before, beforeEach, test } from "node:test";
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
});

after(() => {
  display?.stop();
  server?.close();
});

// One for each test: an active window would show the next request in itself.
beforeEach(async () => {
  arrived.length = 0;
  program = new Program();
  await program.start(["--tray"], display);
  one = await connect(program.endpoint);
});

afterEach(async () => {
  await one?.close();
  if (program) {
    await program.stop();
    await program.remove();
  }
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

// Visible windows with a name like this.
function windows(name) {
  try {
    return display.run("xdotool", "search", "--onlyvisible", "--name", name).trim().split("\n");
  } catch {
    return []; // xdotool ends with 1 when nothing was found
  }
}

// Titles of the windows of pages.
function pages() {
  try {
    return windows(" — page of r").map((id) => display.run("xdotool", "getwindowname", id).trim());
  } catch {
    return []; // one is gone by now
  }
}

// The result of a run that the person allowed, when it has ended.
async function shown(code) {
  const asked = one.call("run_python", { code });
  await allowWithMouse(display);
  let result = await asked;
  while (["pending_approval", "queued", "starting", "running"].includes(stateOf(result))) {
    result = await one.call("get_run", { run: runOf(result) });
  }
  assert.equal(stateOf(result), "complete", `${textOf(result)}\n${program.log}`);
  assert.deepEqual(pages(), [], "it stays closed until it is asked for");
  return result;
}

// Presses the button of the run's first page, or of a later one.
async function openPage(number = 1) {
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
  for (let i = 0; i < number; ++i) display.run("xdotool", "key", "Tab");
  look(`button-${number}`);
  display.run("xdotool", "key", "space");
}

async function closePage(title, sessions) {
  await display.activate(windows(`^${title}$`)[0]);
  display.run("xdotool", "key", "ctrl+w");
  await display.until("the page's window to close", () => pages().length === 0);
  await display.until("its process to end", () => engines().length === sessions);
}

// How many points of a window are of exactly this colour.
function pointsOf(title, colour) {
  const picture = path.join(program.home, "window.png");
  display.run("import", "-window", windows(`^${title}$`)[0], picture);
  return Number(display.run("convert", picture, "-fill", "black", "+opaque", colour, "-fill", "white", "-opaque", colour,
                            "-format", "%[fx:int(mean*w*h+0.5)]", "info:"));
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
  const result = await shown(code);
  assert.match(textOf(result), /Plotly figure "売上"/); // what a model reads of it
  const sessions = engines().length;

  await openPage();
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

  await closePage(title, sessions);
});

// Bars of a colour that nothing else has, in what altair gives to notebooks: a specification without any library.
const BARS = "#12ab34";
const CHARTS = (address) => `class Chart:
    def __init__(self, title, data):
        self.title, self.data = title, data
    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"application/vnd.vegalite.v6.json": {
            "$schema": "https://vega.github.io/schema/vega-lite/v6.1.0.json",
            "title": self.title, "data": self.data, "mark": {"type": "bar", "color": "${BARS}"}, "width": 300,
            "transform": [{"calculate": "datum.b * 2", "as": "c"}],
            "encoding": {"x": {"field": "a", "type": "nominal"}, "y": {"field": "c", "type": "quantitative"}},
        }, "text/plain": "<VegaLite 6 object>"}, {}
display(Chart("月別", {"values": [{"a": "東京", "b": 1}, {"a": "大阪", "b": 5}, {"a": "札幌", "b": 2}]}))
Chart("遠く", {"url": "${address}"})`;

test("a chart of altair is drawn without a network, and says which data it cannot have", { timeout: 240_000 }, async () => {
  const port = server.address().port;
  const result = await shown(CHARTS(`http://127.0.0.1:${port}/data.json`));
  assert.match(textOf(result), /Vega-Lite chart "月別"\nbar; 3 rows; x: a \(nominal\), 3 values from 大阪 to 東京/);
  assert.match(textOf(result), /"遠く"\nbar; data from http:.*\nThe chart takes data from http:\/\/127\.0\.0\.1:\d+\/data\.json, and/);
  const sessions = engines().length;
  const title = (own) => `${own} — page of ${runOf(result)} — Glovebox`;

  await openPage();
  await display.until("the page's window", () => pages().includes(title("月別")));
  // Three bars, of which the middle one is as high as the chart.
  await display.until("its bars", () => pointsOf(title("月別"), BARS) > 10_000);
  look("chart");
  await closePage(title("月別"), sessions);

  // Nothing is drawn of data at an address: the control of what was counted above.
  await openPage(2);
  await display.until("the page's window", () => pages().includes(title("遠く")));
  await display.until("its axes and its text", () => pointsOf(title("遠く"), "black") > 200);
  assert.equal(pointsOf(title("遠く"), BARS), 0);
  look("chart-without-data");
  await fetch(`http://127.0.0.1:${port}/control`);
  assert.deepEqual(arrived, ["/control"]);
  await closePage(title("遠く"), sessions);
});
