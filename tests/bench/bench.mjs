// SPDX-License-Identifier: MIT
import { execFileSync, spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { Program } from "../e2e/program.mjs";
import { Display } from "../e2e/display.mjs";
import { allowWithMouse } from "../e2e/approval.mjs";
import { interpretersUp, median, Raw, timed, untilLayered, untilUp, Wire } from "./raw.mjs";

const rounds = Number(process.argv[2] ?? 5);
const IMPORTS = "import numpy, pandas, matplotlib.pyplot";

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

// The first start of all makes the layers: the bare one before its first result, the other when there is time.
async function firstStart(program) {
  const begin = performance.now();
  await program.start(["--headless", "--approve", "allow"]);
  await (await new Raw(program.endpoint).open()).run("1+1");
  const result = performance.now() - begin;
  await untilLayered(program);
  const layered = performance.now() - begin;
  await program.stop();
  return { result, layered };
}

async function headless() {
  const program = new Program();
  const first = await firstStart(program);
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
  await untilLayered(program); // by then code is read: only code that was can be allowed for a session
  const opening = raw.run("1+1");
  await allowWithMouse(display, { session: true });
  await opening;
  await program.raise(display);
  await display.until("the window", () => display.run("xdotool", "search", "--onlyvisible", "--name", "Glovebox"));
  const warm = await warmRuns(raw);
  await program.remove();
  display.stop();
  return warm;
}

// A spare interpreter waits only for sessions with the usual memory; any other one starts anew.
async function newSessions(raw, program) {
  const times = { pool: [], fresh: [] };
  const first = async (args) => {
    const before = interpretersUp(program);
    const [time] = await timed(async () => {
      await raw.call("create_session", { name: "bench", ...args });
      await raw.run("1+1", { session: "bench" });
    });
    await raw.call("close_session", { session: "bench" });
    await untilUp(program, before + 1); // a new spare, or the one just measured
    return time;
  };
  for (let round = 0; round < rounds; round++) {
    times.pool.push(await first({}));
    times.fresh.push(await first({ memory_mb: 512 }));
  }
  return times;
}

async function warmRuns(raw) {
  const times = [];
  for (let i = 0; i < 40; i++) times.push((await timed(() => raw.run("1+1")))[0]);
  return times;
}

// The same question to a server without any of what Glovebox is for, in its turns between the others.
class StdioServer {
  async open() {
    this.process = spawn("node", [path.join(import.meta.dirname, "stdio_server.mjs")], { stdio: ["pipe", "pipe", "inherit"] });
    this.lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
    this.id = 0;
    await this.send("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } });
    this.write({ method: "notifications/initialized" });
    return this;
  }
  write(message) {
    this.process.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }
  async send(method, params) {
    this.write({ id: ++this.id, method, params });
    return (await this.lines.next()).value;
  }
  async run(code) {
    const answer = await this.send("tools/call", { name: "execute-python", arguments: { code } });
    if (!answer.includes('"text":"2"')) throw new Error(answer);
  }
  close() {
    this.process.kill();
  }
}

// All three in turns, so that what the machine does meanwhile meets them alike.
async function warmBeside(raw, program) {
  const stdio = await new StdioServer().open();
  const wire = await new Wire(program.endpoint).open();
  const times = { wire: [], fetch: [], stdio: [] };
  for (let i = 0; i < 100; i++) {
    times.wire.push((await timed(() => wire.run("1+1")))[0]);
    times.fetch.push((await timed(() => raw.run("1+1")))[0]);
    times.stdio.push((await timed(() => stdio.run("1+1")))[0]);
  }
  stdio.close();
  wire.close();
  return times;
}

async function inParallel(raw) {
  const names = Array.from({ length: 8 }, (_, i) => `p${i}`);
  for (const name of names) {
    await raw.call("create_session", { name });
    await raw.run("1+1", { session: name });
  }
  const work = "sum(i * i for i in range(1_000_000))";
  const [one] = await timed(() => raw.run(work, { session: names[0] }));
  const [all] = await timed(() => Promise.all(names.map((session) => raw.run(work, { session }))));
  for (const session of names) await raw.call("close_session", { session });
  return { one, all };
}

async function interrupts(raw, code, count) {
  const times = [];
  for (let i = 0; i < count; i++) {
    const run = await raw.begin(code);
    const [time, state] = await timed(async () => {
      await raw.call("interrupt_run", { run });
      return raw.stateOf(run);
    });
    if (state !== "interrupted") throw new Error(`${run} ended as ${state}`);
    times.push(time);
  }
  return times;
}

async function output(raw, megabytes) {
  const lines = megabytes * 10_000;
  return (await timed(() => raw.run(`for _ in range(${lines}): print("x" * 99)`, { timeout_s: 300 })))[0];
}

async function running() {
  const program = await new Program().start(["--headless", "--approve", "allow"]);
  const raw = await new Raw(program.endpoint).open();
  await raw.run("1+1");
  await untilLayered(program); // nothing is made beside what is measured
  const result = {
    warm: await warmBeside(raw, program),
    sessions: await newSessions(raw, program),
    parallel: await inParallel(raw),
    loop: await interrupts(raw, "while True: pass", 100),
    flood: await interrupts(raw, "while True: print('x' * 99)", 20),
    ten: await output(raw, 10),
    hundred: await output(raw, 100),
  };
  await program.remove();
  return result;
}

const ms = (value) => `${value.toFixed(value < 100 ? 1 : 0)} ms`;
const pairs = (a, b) => median(a.map((value, i) => value / b[i])).toFixed(2);

const spread = (values) => `median ${ms(median(values))}, worst of ${values.length} ${ms(Math.max(...values))}`;

// Each part says what it measured when it has: a later one may fail.
const cold = await headless();
console.log(`first start of all                            first result ${ms(cold.first.result)} · all layers made ${ms(cold.first.layered)}`);
console.log(`process start to the first result             ${ms(median(cold.start))}`);
console.log(`process start to ${IMPORTS}`);
console.log(`  Glovebox ${ms(median(cold.imports))} · native CPython ${ms(median(cold.native))} · Pyodide in Node.js ${ms(median(cold.node))}`);
console.log(`  Glovebox / native CPython       ${pairs(cold.imports, cold.native)}`);
console.log(`  Glovebox / Pyodide in Node.js   ${pairs(cold.imports, cold.node)}`);

const hot = await running();
console.log(`new session with its first result             pool hit ${ms(median(hot.sessions.pool))} · from the snapshot ${ms(median(hot.sessions.fresh))}`);
console.log("warm 1+1");
console.log(`  Glovebox over HTTP              ${spread(hot.warm.wire)}`);
console.log(`  the same through fetch          ${spread(hot.warm.fetch)}`);
console.log(`  Pyodide in Node.js over stdio   ${spread(hot.warm.stdio)}`);
console.log(`  Glovebox / Pyodide over stdio   ${pairs(hot.warm.wire, hot.warm.stdio)}`);
console.log(`the same work in 8 sessions at once           ${ms(hot.parallel.all)} · in one ${ms(hot.parallel.one)}`);
console.log(`interrupt of a loop                           ${spread(hot.loop)}`);
console.log(`interrupt of a flood of output                ${spread(hot.flood)}`);
console.log(`output                                        10 MB ${ms(hot.ten)} · 100 MB ${ms(hot.hundred)}`);

console.log(`warm 1+1 over HTTP, window open               ${spread(await withWindow())}`);
