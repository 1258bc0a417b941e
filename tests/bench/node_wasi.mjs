// SPDX-License-Identifier: MIT
// One program in Node.js' own WASI, from the same files: node_wasi.mjs RUNTIME CODE-FILE FOLDER. Prints the milliseconds
// from the program's first instruction to its last. FOLDER is its "/" and gets what the runtime needs.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { WASI } from "node:wasi";
import { ENTRY, ENVIRONMENT, RUNTIMES } from "../../pyodide/wasi/runtimes.mjs";

const [name, code, folder] = process.argv.slice(2);
const runtime = RUNTIMES[name];
const languages = path.join(process.env.GLOVEBOX_ASSETS_DIR, "languages");

for (const archive of runtime.archives) execFileSync("tar", ["xzf", path.join(languages, archive), "-C", folder]);
fs.copyFileSync(code, path.join(folder, ENTRY));

async function run(module, args, env) {
  const file = module.startsWith("/") ? path.join(folder, module) : path.join(languages, module);
  const compiled = await WebAssembly.compile(fs.readFileSync(file));
  const unstable = WebAssembly.Module.imports(compiled).some((i) => i.module === "wasi_unstable");
  const wasi = new WASI({ version: unstable ? "unstable" : "preview1", args, env, preopens: { "/": folder }, stdout: 2, returnOnExit: true });
  const instance = await WebAssembly.instantiate(compiled, wasi.getImportObject());
  const begin = performance.now();
  const exit = wasi.start(instance);
  if (exit !== 0) throw new Error(`${module} ended with ${exit}`);
  return performance.now() - begin;
}

for (const step of runtime.build) await run(step.module, step.args, ENVIRONMENT);
console.log(await run(runtime.module, runtime.args, { ...ENVIRONMENT, ...runtime.env, PYTHONPATH: "" }));
