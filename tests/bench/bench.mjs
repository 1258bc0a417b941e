// SPDX-License-Identifier: MIT
import { execFileSync } from "node:child_process";
import path from "node:path";
import { Program } from "../e2e/program.mjs";
import { Display } from "../e2e/display.mjs";
import { allowWithMouse } from "../e2e/approval.mjs";

const rounds = Number(process.argv[2] ?? 5);
const IMPORTS = "import numpy, pandas, matplotlib.pyplot";

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

// As little between the clock and the program as possible: fetch with kept-alive connections.
class Raw {
  constructor(endpoint) {
    this.url = endpoint.mcp;
    this.headers = {
      authorization: `Bearer ${endpoint.key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    this.id = 0;
  }

  async send(method, params) {
    const body = JSON.stringify({ jsonrpc: "2.0", id: ++this.id, method, params });
    const response = await fetch(this.url, { method: "POST", headers: this.headers, body });
    const session = response.headers.get("mcp-session-id");
    if (session) this.headers["mcp-session-id"] = session;
    return response.text();
  }

  async open() {
    await this.send("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } });
    return this;
  }

  async run(code, more = {}) {
    const text = await this.send("tools/call", { name: "run_python", arguments: { code, ...more } });
    if (!text.includes("· complete ·")) throw new Error(`not complete: ${text.slice(0, 600)}`);
    return text;
  }
}

async function timed(work) {
  const begin = performance.now();
  const value = await work();
  return [performance.now() - begin, value];
}

// From the start of the process to the first answer to `code`.
async function fromStart(profileOwner, code) {
  const [time] = await timed(async () => {
    await profileOwner.start(["--headless", "--approve", "allow"]);
    await (await new Raw(profileOwner.endpoint).open()).run(code);
  });
  await profileOwner.stop();
  return time;
}

const native = () => execFileSync(process.env.GLOVEBOX_BENCH_PYTHON, ["-c", IMPORTS]);
const inNode = () => execFileSync("node", [path.join(import.meta.dirname, "node_pyodide.mjs")], { stdio: "ignore" });

async function headless() {
  const program = new Program();
  const first = await fromStart(program, "1+1"); // makes the snapshot
  const times = { start: [], imports: [], native: [], node: [] };
  for (let round = 0; round < rounds; round++) {
    times.start.push(await fromStart(program, "1+1"));
    times.imports.push(await fromStart(program, IMPORTS));
    times.native.push((await timed(native))[0]);
    times.node.push((await timed(inNode))[0]);
  }
  await program.remove();
  return { first, ...times };
}

async function withWindow() {
  const display = await Display.start();
  const program = await new Program().start(["--tray"], display);
  const raw = await new Raw(program.endpoint).open();
  const opening = raw.run("1+1");
  await allowWithMouse(display, { session: true });
  await opening;
  await program.raise(display);
  await display.until("the window", () => display.run("xdotool", "search", "--onlyvisible", "--name", "Glovebox"));
  const warm = [];
  for (let i = 0; i < 40; i++) warm.push((await timed(() => raw.run("1+1")))[0]);
  await program.remove();
  display.stop();
  return warm;
}

async function newSessions() {
  const program = await new Program().start(["--headless", "--approve", "allow"]);
  const raw = await new Raw(program.endpoint).open();
  await raw.run("1+1");
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const name = `s${round}`;
    await raw.send("tools/call", { name: "create_session", arguments: { name } });
    times.push((await timed(() => raw.run("1+1", { session: name })))[0]);
    // The spare for the next round is made while nobody waits.
    await raw.send("tools/call", { name: "close_session", arguments: { session: name } });
    await raw.run("import time; time.sleep(2)");
  }
  await program.remove();
  return times;
}

const ms = (value) => `${value.toFixed(value < 100 ? 1 : 0)} ms`;
const pairs = (a, b) => median(a.map((value, i) => value / b[i])).toFixed(2);

const cold = await headless();
const sessions = await newSessions();
const warm = await withWindow();
console.log(`first start of all, the snapshot is made      ${ms(cold.first)}`);
console.log(`process start to the first result             ${ms(median(cold.start))}`);
console.log(`first result in a new session                 ${ms(median(sessions))}`);
console.log(`warm 1+1 over HTTP, window open (median of ${warm.length}) ${ms(median(warm))}`);
console.log(`process start to ${IMPORTS}`);
console.log(`  Glovebox ${ms(median(cold.imports))} · native CPython ${ms(median(cold.native))} · Pyodide in Node.js ${ms(median(cold.node))}`);
console.log(`  Glovebox / native CPython       ${pairs(cold.imports, cold.native)}`);
console.log(`  Glovebox / Pyodide in Node.js   ${pairs(cold.imports, cold.node)}`);
