// SPDX-License-Identifier: MIT
// Programs of run_code beside the same .wasm in Node.js' own WASI, taken in turns.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { connect, textOf } from "../e2e/client.mjs";
import { Program } from "../e2e/program.mjs";
import { median, timed } from "./raw.mjs";

const rounds = Number(process.argv[2] ?? 3);

// About a second of work each.
const PROGRAMS = {
  python: "n = 0\nfor i in range(6000000): n += i * i % 7\nprint(n)",
  quickjs: "let n = 0; for (let i = 0; i < 12000000; i++) n += i * i % 7; print(n)",
  clang: '#include <stdio.h>\nint main() { unsigned n = 0; for (unsigned i = 0; i < 600000000u; i++) n += i * i % 7; printf("%u", n); }',
  clangpp:
    "#include <algorithm>\n#include <iostream>\n#include <vector>\nint main() { unsigned x = 1; std::vector<unsigned> v(6000000); " +
    "for (auto &i : v) i = x = x * 1664525 + 1013904223; std::sort(v.begin(), v.end()); std::cout << v[9]; }",
  ruby: "n = 0; 4000000.times { |i| n += i * i % 7 }; puts n",
  "php-cgi": "<?php $n = 0; for ($i = 0; $i < 12000000; $i++) $n += $i * $i % 7; echo $n;",
  sqlite: "with recursive c(i) as (select 1 union all select i + 1 from c where i < 1500000) select sum(i * i % 7) from c;",
};

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "glovebox-bench-"));

// [the whole process, the program alone] in milliseconds
async function inNode(runtime, code) {
  const root = fs.mkdtempSync(path.join(folder, "root-"));
  const file = path.join(root, "code");
  fs.writeFileSync(file, code);
  let printed;
  const [whole] = await timed(async () => {
    try {
      printed = execFileSync("node", ["--no-warnings", path.join(import.meta.dirname, "node_wasi.mjs"), runtime, file, root], { stdio: ["ignore", "pipe", "ignore"] });
    } catch {
      printed = "NaN"; // it cannot run this runtime
    }
  });
  return [Number.isNaN(Number(printed)) ? NaN : whole, Number(printed)];
}

async function here(client, runtime, code) {
  let result;
  const [whole] = await timed(async () => {
    result = await client.call("run_code", { runtime, code, timeout_s: 600 });
    // A slow machine takes longer than one call may wait.
    for (let run; (run = /^run (r\d+) · (?:running|starting|queued) ·/.exec(textOf(result))?.[1]); )
      result = await client.call("get_run", { run });
  });
  const seconds = /^run r\d+ · complete · session \S+ · ([\d.]+) s/.exec(textOf(result))?.[1];
  if (!seconds) throw new Error(textOf(result));
  return [whole, Number(seconds) * 1000];
}

const program = await new Program().start(["--headless", "--approve", "allow"]);
const client = await connect(program.endpoint);
console.log("runtime     whole call   in Node.js   ratio | program alone   in Node.js   ratio   (medians, ms)");
for (const [runtime, code] of Object.entries(PROGRAMS)) {
  await here(client, runtime, code); // loads the runtime
  const ours = [], theirs = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(await here(client, runtime, code));
    theirs.push(await inNode(runtime, code));
  }
  const [whole, alone] = [0, 1].map((i) => [median(ours.map((t) => t[i])), median(theirs.map((t) => t[i]))]);
  const shown = ([a, b], width) => `${a.toFixed(0).padStart(width)} ${b.toFixed(0).padStart(12)} ${(a / b).toFixed(2).padStart(7)}`;
  console.log(`${runtime.padEnd(10)} ${shown(whole, 11)} | ${shown(alone, 13)}`);
}
await client.close();
await program.stop();
await program.remove();
fs.rmSync(folder, { recursive: true });
