// SPDX-License-Identifier: MIT
// The window: how soon it is there, beside a program that has nothing but an empty one; how long its thread is busy at a
// stretch while a run floods it; what the idle program in the tray takes.
//   window.mjs [ROUNDS]
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Display } from "../e2e/display.mjs";
import { commandAsUser, give, Program } from "../e2e/program.mjs";
import { connect, runOf } from "../e2e/client.mjs";

const rounds = Number(process.argv[2] ?? 5);
const IDLE = 30_000; // ms until the program in the tray has done all that it does by itself
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

// Says when windows get onto the screen, and when they are first asked to draw.
class Mapped {
  constructor(display) {
    this.child = spawn("xev", ["-root", "-event", "substructure"], {
      stdio: ["ignore", "pipe", "ignore"],
      env: { ...process.env, DISPLAY: display.name },
    });
    this.child.stdout.setEncoding("utf8");
  }
  // Milliseconds from `begin` until something large was mapped.
  next(begin) {
    return new Promise((resolve) => {
      const look = (text) => {
        if (!/MapNotify event/.test(text)) return;
        this.child.stdout.off("data", look);
        resolve(performance.now() - begin);
      };
      this.child.stdout.on("data", look);
    });
  }
  stop() {
    this.child.kill();
  }
}

const display = await Display.start();
const mapped = new Mapped(display);
await delay(500);

async function startEmpty() {
  const [command, ...args] = commandAsUser(path.join(process.env.GLOVEBOX_STAGE, "bin", "bench_emptywindow"), []);
  const begin = performance.now();
  const seen = mapped.next(begin);
  const child = spawn(command, args, { stdio: "ignore", env: { PATH: process.env.PATH, LANG: "C.UTF-8", DISPLAY: display.name } });
  const time = await seen;
  child.kill();
  await once(child, "close");
  return time;
}

async function startProgram(program) {
  const [command, ...args] = commandAsUser(path.join(process.env.GLOVEBOX_STAGE, "bin", "glovebox"), ["--profile", program.profile, "--port", "0"]);
  const begin = performance.now();
  const seen = mapped.next(begin);
  const child = spawn(command, args, { stdio: "ignore", env: program.environment(display) });
  const time = await seen;
  child.kill("SIGTERM");
  await once(child, "close");
  return time;
}

const empty = [];
const ours = [];
const program = new Program();
for (let round = 0; round <= rounds; ++round) {
  const pair = [await startEmpty(), await startProgram(program)];
  if (round === 0) continue; // everything is read from the disk once
  empty.push(pair[0]);
  ours.push(pair[1]);
}
mapped.stop();
console.log(`start to the window on the screen: ${median(ours).toFixed(0)} ms; an empty QWidget program: ${median(empty).toFixed(0)} ms; ratio ${(median(ours) / median(empty)).toFixed(1)}`);

// The thread that draws answers clients, so an answer that comes late tells how long it was busy.
await program.start(["--approve", "ask"], display);
const { mcp, key } = program.endpoint;
async function slowest(until) {
  let worst = 0;
  while (!until()) {
    const begin = performance.now();
    await fetch(mcp.replace(/\/mcp$/, "/openapi.json"), { headers: { Authorization: `Bearer ${key}` } }).then((r) => r.arrayBuffer());
    worst = Math.max(worst, performance.now() - begin);
  }
  return worst;
}
let done = false;
setTimeout(() => (done = true), 3000);
const calm = await slowest(() => done);
const client = await connect(program.endpoint);
// The window is in use, so the request waits in it, and its run is shown in its middle.
async function allowInWindow() {
  await display.activate(await display.until("the window", () => display.windowMatching("Glovebox$")));
  for (const keys of ["ctrl+shift+a", "alt+a"]) {
    await delay(1200); // half a second is dead (UI.md 4.5)
    display.run("xdotool", "key", keys);
  }
}
const flood = client.call("run_python", { code: "for i in range(400_000):\n    print(i, 'a line of output, as a loop writes it')" });
await allowInWindow();
if (process.env.GLOVEBOX_BENCH_PICTURE) display.screenshot(process.env.GLOVEBOX_BENCH_PICTURE);
let over = false;
flood.finally(() => (over = true)).catch(() => {});
const flooded = await slowest(() => over);
console.log(`longest answer while idle: ${calm.toFixed(0)} ms; while a run floods the window: ${flooded.toFixed(0)} ms`);

// Each line of the other stream is a row of its own in the journal, and a block of its own in the window.
const rowsFlood = client.call("run_python", {
  code: "import sys, time\nt = time.perf_counter()\nfor i in range(15_000):\n    print('out', i)\n    print('err', i, file=sys.stderr)\nprint('took', time.perf_counter() - t)",
});
await allowInWindow();
over = false;
rowsFlood.finally(() => (over = true)).catch(() => {});
const rowsFlooded = await slowest(() => over);
const flooding = runOf(await rowsFlood);
const written = (await program.command("journal", "export")).out.trim().split("\n").map((line) => JSON.parse(line))
  .filter((row) => row.kind === "output" && row.run === flooding);
const seconds = (new Date(written.at(-1).time) - new Date(written[0].time)) / 1000;
console.log(`output rows in the journal: ${written.length} in ${seconds.toFixed(1)} s, ${(written.length / seconds).toFixed(0)} a second (wanted: 5,000); `
  + `longest answer meanwhile: ${rowsFlooded.toFixed(0)} ms, ${(rowsFlooded / calm).toFixed(1)} times the idle one`);
await client.close();
await program.stop();

// In the tray.
const MiB = 1024;
function memory(root) {
  const parents = new Map();
  for (const name of readdirSync("/proc").filter((n) => /^\d+$/.test(n))) {
    try {
      parents.set(Number(name), Number(readFileSync(`/proc/${name}/stat`, "utf8").split(") ")[1].split(" ")[1]));
    } catch {
      continue; // it ended meanwhile
    }
  }
  const below = (pid) => pid === root || (parents.has(pid) && below(parents.get(pid)));
  const parts = {};
  for (const pid of [...parents.keys()].filter(below)) {
    const name = readFileSync(`/proc/${pid}/comm`, "utf8").trim();
    const pss = Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0);
    parts[name] = (parts[name] ?? 0) + pss;
  }
  return parts;
}
// Interpreters: renderers of the engine that hold one, which other processes of Chromium do not.
function interpreters(root) {
  const lines = execFileSync("ps", ["-e", "-o", "pid=,ppid=,rss=,args="], { encoding: "utf8" }).trim().split("\n")
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line)).map(([, pid, ppid, rss, args]) => ({ pid: +pid, ppid: +ppid, rss: +rss, args }));
  const below = (pid) => pid === root || lines.some((one) => one.pid === pid && one.ppid !== 0 && below(one.ppid));
  return lines.filter((one) => /QtWebEngineProcess/.test(one.args) && one.rss > 100 * MiB && below(one.pid)).length;
}
for (const spare of [true, false]) {
  writeFileSync(path.join(program.profile, "settings.json"), JSON.stringify({ "sessions.warm_spare": spare }));
  give(path.join(program.profile, "settings.json"));
  if (existsSync(program.endpointFile)) rmSync(program.endpointFile);
  await program.start(["--tray"], display);
  await delay(spare ? IDLE : IDLE + 70_000); // what reads code goes after a minute where nothing is kept
  const parts = memory(program.process.pid);
  const total = Object.values(parts).reduce((a, b) => a + b, 0);
  console.log(`idle in the tray, ${spare ? "with" : "without"} a spare: ${(total / MiB).toFixed(0)} MiB (${Object.entries(parts).map(([name, kib]) => `${name} ${(kib / MiB).toFixed(0)}`).join(", ")}), `
    + `${interpreters(program.process.pid)} interpreters`);
  await program.stop();
}
await program.remove();
display.stop();
