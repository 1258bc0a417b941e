// SPDX-License-Identifier: MIT
// How long a program waits for its packages: the bundled ones that are imported in a session, beside native CPython,
// and ten that were fetched before, installed in a new session.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { give, Program } from "../e2e/program.mjs";
import { Index } from "../e2e/index.mjs";
import { median, Raw, timed, untilLayered } from "./raw.mjs";

const rounds = Number(process.argv[2] ?? 3);
const part = process.argv[3]; // "install", "import", or nothing: both
const python = process.env.GLOVEBOX_BENCH_PYTHON;

// What people import of what comes along; the first three are in every interpreter's memory.
const STACK = ["numpy", "pandas", "matplotlib.pyplot", "scipy.stats", "sklearn.linear_model", "sympy", "seaborn", "PIL.Image",
               "lxml.etree", "openpyxl", "plotly.graph_objects", "bs4", "pydantic", "requests", "rich.table"];

// Milliseconds of one import in a process of its own. Cold: no bytecode is kept, as after an installation.
function native(module, cold) {
  const code = `import time\nbegin = time.perf_counter()\nimport ${module}\nprint((time.perf_counter() - begin) * 1000)`;
  const env = { ...process.env, ...(cold ? { PYTHONPYCACHEPREFIX: "/nonexistent", PYTHONDONTWRITEBYTECODE: "1" } : {}) };
  try {
    return Number(execFileSync(python, ["-c", code], { encoding: "utf8", env, stdio: ["ignore", "pipe", "ignore"] }));
  } catch {
    return NaN; // this Python does not have it
  }
}

// The whole call less what a call takes that imports nothing.
async function imported(raw, module, session) {
  await raw.call("create_session", { name: session });
  const nothing = [];
  for (let i = 0; i < 3; i++) nothing.push((await timed(() => raw.run("1+1", { session })))[0]);
  const [time] = await timed(() => raw.run(`import ${module}`, { session, timeout_s: 120 }));
  await raw.call("close_session", { session });
  return Math.max(0, time - median(nothing));
}

const ms = (value) => (Number.isNaN(value) ? "-" : value.toFixed(0)).padStart(8);
const ratio = (a, b) => (Number.isNaN(b) ? "-" : (a / b).toFixed(1)).padStart(7);

async function stack(raw) {
  console.log("bundled package           first    later  native   native    later /   (ms; first: nobody in this profile had");
  console.log("                        session  session    cold     warm     native    imported it; medians)");
  const sums = [0, 0, 0, 0];
  for (const module of STACK) {
    const first = await imported(raw, module, "first");
    const later = [];
    for (let i = 0; i < rounds; i++) later.push(await imported(raw, module, "later"));
    native(module, false); // writes its bytecode
    const cold = median(Array.from({ length: rounds }, () => native(module, true)));
    const warm = median(Array.from({ length: rounds }, () => native(module, false)));
    const row = [first, median(later), cold, warm];
    console.log(`${module.padEnd(22)} ${row.map(ms).join(" ")}   ${ratio(row[1], row[3])}`);
    if (!Number.isNaN(warm)) row.forEach((value, i) => { sums[i] += value; });
  }
  console.log(`${"all that native has".padEnd(22)} ${sums.map(ms).join(" ")}   ${ratio(sums[1], sums[3])}`);
}

// Ten packages of the size that pure packages have (a median one has some twenty modules and 200 KB).
function makeIndex() {
  const index = new Index();
  const body = "def work(a, b=None, *rest):\n    \"\"\"Does what it says.\"\"\"\n    return [a, b, *rest]\n\n\n".repeat(100);
  for (let i = 0; i < 10; i++) {
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`gbx_ten${i}/part${at}.py`, body.replaceAll("work", `work${at}`)]));
    index.add(`gbx_ten${i}`, "1.0", { files: { ...files, [`gbx_ten${i}/__init__.py`]: `from . import ${Object.keys(files).map((_, at) => `part${at}`).join(", ")}\n` } });
  }
  return index.start();
}

async function ten(raw, names) {
  const times = { install: [], inRun: [], imports: [] };
  const complete = (text) => {
    if (!text.includes("· complete ·")) throw new Error(text.slice(0, 600));
  };
  const inNew = async (work, args = {}) => {
    await raw.call("create_session", { name: "ten", ...args });
    await raw.run("1+1", { session: "ten" });
    const [time] = await timed(work);
    await raw.call("close_session", { session: "ten" });
    return time;
  };
  const install = async () => complete(await raw.call("install_packages", { packages: names, session: "ten" }));
  const first = await inNew(install);
  for (let i = 0; i < rounds; i++) {
    times.install.push(await inNew(install));
    times.inRun.push(await inNew(() => raw.run("1+1", { packages: names, session: "ten" })));
    await inNew(async () => {
      await install();
      const imports = names.map((name) => `import ${name.replaceAll("-", "_")}`).join("\n");
      times.imports.push((await timed(() => raw.run(imports, { session: "ten" })))[0]);
    });
  }
  console.log(`ten pure packages (200 modules, 1.5 MB)       fetched and installed the first time ${first.toFixed(0)} ms`);
  console.log(`  from the cache, in a new session            install_packages ${median(times.install).toFixed(0)} ms · run_python {packages} ${median(times.inRun).toFixed(0)} ms`);
  console.log(`  their first import in a session             ${median(times.imports).toFixed(0)} ms`);
}

const index = await makeIndex();
const program = new Program();
const folder = path.join(program.home, ".config", "pip");
mkdirSync(folder, { recursive: true });
writeFileSync(path.join(folder, "pip.conf"), `[global]\nindex-url = ${index.address}\n`);
for (const part of [path.dirname(folder), folder, path.join(folder, "pip.conf")]) give(part);
try {
  await program.start(["--headless", "--approve", "allow"]);
  const raw = await new Raw(program.endpoint).open();
  await raw.run("1+1");
  await untilLayered(program);
  if (part !== "import") await ten(raw, Array.from({ length: 10 }, (_, i) => `gbx-ten${i}`));
  if (part !== "install") await stack(raw);
} finally {
  await program.stop();
  await program.remove();
  await index.stop();
}
