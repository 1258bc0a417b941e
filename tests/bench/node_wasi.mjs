// SPDX-License-Identifier: MIT
// One program in Node.js' own WASI, from the same files: node_wasi.mjs RUNTIME CODE-FILE FOLDER. Prints the milliseconds
// from the program's first instruction to its last. FOLDER is its "/" and gets what the runtime needs.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { WASI } from "node:wasi";
import { Machine } from "../../pyodide/wasi/machine.mjs";
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
  const imports = wasi.getImportObject();
  // Sockets of another system's, which Node.js has not either.
  for (const { module: from, name } of WebAssembly.Module.imports(compiled)) imports[from][name] ??= () => 52;
  const instance = await WebAssembly.instantiate(compiled, imports);
  const begin = performance.now();
  const exit = wasi.start(instance);
  if (exit !== 0) throw new Error(`${module} ended with ${exit}`);
  return performance.now() - begin;
}

// Compilers do not read their input right in Node.js' WASI; only the program is compared.
if (runtime.build.length > 0) {
  const machine = new Machine(async (file) => new Uint8Array(fs.readFileSync(path.join(languages, file))), 1 << 30);
  const files = await machine.files(runtime, { runtime: name, code: new Uint8Array(fs.readFileSync(code)), stdin: new Uint8Array(0), files: [] });
  await machine.build(runtime, files, { starting() {}, started() {}, write: (_, bytes) => process.stderr.write(bytes.slice()), isUnwanted: () => false });
  fs.writeFileSync(path.join(folder, runtime.module), files.get(runtime.module));
}
console.log(await run(runtime.module, runtime.args, { ...ENVIRONMENT, ...runtime.env, PYTHONPATH: "" }));
