// SPDX-License-Identifier: MIT
// Hours of use in minutes: many runs in one session, many sessions, many interpreters killed in the middle of a run.
// Prints what grew, what is left over and what got stuck, and fails when anything did.
import { readdirSync, readFileSync } from "node:fs";
import { Program } from "../e2e/program.mjs";
import { Raw, untilLayered, untilUp } from "./raw.mjs";

const scale = Number(process.argv[2] ?? 1);
const RUNS = Math.round(1000 * scale);
const SESSIONS = Math.round(200 * scale);
const KILLS = Math.round(100 * scale);
const GROWTH = 1.1;
const KEPT_KIB = 4096; // facts of the last 2,000 runs, which stay at hand
const grew = (before, after) => after > before * GROWTH && after > before + KEPT_KIB;

const MiB = (kib) => `${(kib / 1024).toFixed(0)} MiB`;
const field = (status, name) => Number(new RegExp(`^${name}:\\s*(\\d+)`, "m").exec(status)?.[1] ?? 0);

// Every process below `root`, itself included.
function family(root) {
  const all = new Map();
  for (const name of readdirSync("/proc").filter((n) => /^\d+$/.test(n))) {
    try {
      const status = readFileSync(`/proc/${name}/status`, "utf8");
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8");
      all.set(Number(name), { pid: Number(name), parent: field(status, "PPid"), state: /^State:\s*(\w)/m.exec(status)[1], kib: field(status, "RssAnon"), command });
    } catch (error) {
      if (error.code !== "ENOENT" && error.code !== "ESRCH") throw error; // it ended meanwhile
    }
  }
  const isBelow = (entry) => entry && (entry.pid === root || isBelow(all.get(entry.parent)));
  return [...all.values()].filter(isBelow);
}

function look(program) {
  const processes = family(program.process.pid);
  const engine = processes.find((p) => p.command.includes("glovebox-engine") && p.parent === program.process.pid);
  const renderers = processes.filter((p) => p.command.includes("--type=renderer") || (p.command.includes("--type=zygote") && p.kib > 50_000));
  return {
    program: processes.find((p) => p.pid === program.process.pid).kib,
    engine: engine?.kib ?? 0,
    renderers,
    zombies: processes.filter((p) => p.state === "Z").length,
  };
}

const cpuTicks = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return Number(fields[11]) + Number(fields[12]);
};

// The renderer that computes.
async function busiest(program) {
  const before = new Map(look(program).renderers.map((r) => [r.pid, cpuTicks(r.pid)]));
  for (;;) {
    for (const [pid, ticks] of before) if (cpuTicks(pid) - ticks >= 5) return pid;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const program = await new Program().start(["--headless", "--approve", "allow"]);
const raw = await new Raw(program.endpoint).open();
const problems = [];
const runs = [];

function compare(what, before, after) {
  const parts = ["program", "engine"].map((name) => {
    if (grew(before[name], after[name])) problems.push(`${what}: ${name} grew from ${MiB(before[name])} to ${MiB(after[name])}`);
    return `${name} ${MiB(before[name])} → ${MiB(after[name])}`;
  });
  console.log(`${what.padEnd(28)} ${parts.join(" · ")} · ${after.renderers.length} renderers · ${after.zombies} zombies`);
}

const note = (text) => {
  runs.push(/run (r\d+) ·/.exec(text)?.[1]);
  return text;
};

async function manyRuns() {
  const once = async (i) => note(await raw.run(`import random\nx = [random.random() for _ in range(1000)]\nprint("line ${i}")\nlen(x)`));
  for (let i = 0; i < RUNS / 5; i++) await once(i); // what is filled once is full now
  const before = look(program);
  for (let i = RUNS / 5; i < RUNS; i++) await once(i);
  const after = look(program);
  compare(`${RUNS} runs in one session`, before, after);
  for (const now of after.renderers) {
    const then = before.renderers.find((r) => r.pid === now.pid);
    if (!then) continue;
    console.log(`${" ".repeat(28)} renderer ${MiB(then.kib)} → ${MiB(now.kib)}`);
    if (grew(then.kib, now.kib)) problems.push(`a renderer grew from ${MiB(then.kib)} to ${MiB(now.kib)}`);
  }
}

async function manySessions() {
  const one = async (i) => {
    const session = `s${i}`;
    await raw.call("create_session", { name: session });
    note(await raw.run("1+1", { session }));
    await raw.call("close_session", { session });
  };
  for (let i = 0; i < SESSIONS / 5; i++) await one(i);
  const before = look(program);
  for (let i = SESSIONS / 5; i < SESSIONS; i++) await one(i);
  compare(`${SESSIONS} sessions`, before, look(program));
}

// In turn: from outside, by itself, and by us because it does not stop.
const DEATHS = [
  async () => {
    const run = await raw.begin("while True: pass");
    process.kill(await busiest(program), "SIGKILL");
    return [run, "crashed"];
  },
  async () => [await raw.begin("import os; os._exit(1)"), "crashed"],
  async () => {
    const run = await raw.begin("while True:\n  try:\n    while True: pass\n  except BaseException: pass");
    await raw.call("interrupt_run", { run });
    return [run, "killed"];
  },
];

async function manyKills() {
  const one = async (i) => {
    // Every session and every kill takes one spare; while none starts, only the run computes.
    await untilUp(program, 2 + SESSIONS + i);
    const [run, expected] = await DEATHS[i % DEATHS.length]();
    runs.push(run);
    const state = await raw.stateOf(run);
    if (state !== expected) problems.push(`${run} ended as ${state}, not ${expected}`);
    note(await raw.run("1+1"));
  };
  for (let i = 0; i < KILLS / 5; i++) await one(i);
  const before = look(program);
  for (let i = Math.ceil(KILLS / 5); i < KILLS; i++) await one(i);
  compare(`${KILLS} interpreters killed`, before, look(program));
}

async function stuck() {
  let count = 0;
  for (const run of runs.filter(Boolean)) {
    const text = await raw.call("get_run", { run, wait_s: 0 });
    if (/· (pending_approval|queued|starting|running) ·/.test(text)) ++count;
  }
  console.log(`${String(runs.length).padEnd(28)} runs in all, ${count} stuck`);
  if (count > 0) problems.push(`${count} runs are stuck`);
}

note(await raw.run("1+1"));
await untilUp(program, 2);
await untilLayered(program); // what makes the layer takes memory, and goes
await manyRuns();
await manySessions();
await manyKills();
await stuck();
// One that ended a moment ago may still wait for its parent; one that is left over stays.
const left = look(program).zombies;
if (left > 0) problems.push(`${left} zombie processes`);
await program.remove();
for (const problem of problems) console.log(`PROBLEM: ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
