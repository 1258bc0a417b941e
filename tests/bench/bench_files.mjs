// SPDX-License-Identifier: MIT
// tests/bench/run files: files on a mount beside the same Python code on native CPython, measured one after the other on the same disk.
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { Program, ownFolder } from "../e2e/program.mjs";
import { connect, textOf } from "../e2e/client.mjs";
import { untilIdle } from "./raw.mjs";

const code = readFileSync(path.join(import.meta.dirname, "bench_files.py"), "utf8");
const only = process.argv.slice(2);

const program = new Program();
const folders = Object.fromEntries(["rw", "staged", "native"].map((name) => [name, ownFolder(program.home, name)]));
await program.start(["--headless", "--approve", "allow", "--mount", `rw=${folders.rw}:rw`, "--mount", `staged=${folders.staged}:staged`]);
const client = await connect(program.endpoint);
// An interpreter comes up, so that there is nothing more to make while one is measured.
await client.call("run_python", { code: "1", wait_s: 50 });
await untilIdle(program);

async function inSandbox(root) {
  const text = textOf(await client.call("run_python", {
    code: `ROOT = ${JSON.stringify(root)}\nONLY = ${JSON.stringify(only)}\n${code}`, timeout_s: 1800, wait_s: 50 }));
  const run = /^run (r\d+)/.exec(text)[1];
  for (let result = text; ; result = textOf(await client.call("get_run", { run, wait_s: 50 }))) {
    const found = /RESULT (\{.*\})/.exec(result);
    if (found) return JSON.parse(found[1]);
    if (/· (error|killed|crashed|timeout) ·/.test(result.split("\n")[0])) throw new Error(result);
  }
}

function natively() {
  const python = process.env.GLOVEBOX_BENCH_PYTHON ?? "python3";
  const input = `ROOT = ${JSON.stringify(folders.native)}\nONLY = ${JSON.stringify(only)}\n${code}`;
  return JSON.parse(/RESULT (\{.*\})/.exec(execFileSync(python, ["-"], { input, encoding: "utf8", env: { PATH: "/usr/local/bin:/usr/bin:/bin" } }))[1]);
}

const native = natively();
const rows = { "read-write": await inSandbox("/mnt/rw"), staged: await inSandbox("/mnt/staged") };
for (const [name, { value, unit }] of Object.entries(native)) {
  const parts = [`native ${value.toFixed(0)}`, ...Object.entries(rows).map(([mount, row]) => `${mount} ${row[name]?.value.toFixed(0) ?? "-"}`)];
  console.log(`${name.padEnd(34)} ${unit.padEnd(8)} ${parts.join(" · ")}`);
}
await client.close();
await program.remove();
for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true });
