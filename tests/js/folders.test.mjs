// SPDX-License-Identifier: MIT
// The same Python script of about 200 file operations on a folder of the machine, run by native CPython, and on mounts,
// run by Pyodide through hostfs.mjs and the program's own file calls: the transcripts must be the same.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { constants, mkdirSync, mkdtempSync, openSync, readFileSync, readSync, readdirSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test, { after, before } from "node:test";
import { pathToFileURL } from "node:url";
import { HostFs } from "../../pyodide/worker/hostfs.mjs";
import { Lane } from "../../pyodide/worker/lane.mjs";
import { assets } from "./support/session.mjs";

const operations = readFileSync(path.join(import.meta.dirname, "folders_operations.py"), "utf8");

// What differs, and why.
const DIFFERENCES = [
  // As root, CPython may write a file that nobody may write. Emscripten has no root; nor has the program's user.
  ...(process.getuid() === 0 ? [/^\d+ read-only file refuses writing:/] : []),
];

let folder;
let server;
let pyodide;

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "glovebox-folders-"));
  for (const name of ["native", "rw", "staged"]) mkdirSync(path.join(folder, name));
  const core = path.join(assets, "pyodide") + "/";
  const { loadPyodide } = await import(pathToFileURL(core + "pyodide.mjs").href);
  pyodide = await loadPyodide({ indexURL: core });
  const hostfs = new HostFs(pyodide, new Lane("n".repeat(32), ...Array(2).fill(startServer())));
  hostfs.setMounts([{ name: "rw", mode: "rw" }, { name: "staged", mode: "staged" }]);
  hostfs.beginRun();
});

after(() => {
  server?.kill();
  rmSync(folder, { recursive: true, force: true });
});

// Calls block, as they do in the worker: named pipes can be read and written like that.
function startServer() {
  const pipes = ["in", "out"].map((name) => path.join(folder, name));
  execFileSync("mkfifo", pipes);
  const [requests, answers] = pipes.map((pipe) => openSync(pipe, constants.O_RDWR));
  server = spawn(process.env.GLOVEBOX_FILE_SERVER, [folder],
                 { stdio: [openSync(pipes[0], "r"), openSync(pipes[1], "w"), "inherit"] });
  const read = (size) => {
    const bytes = Buffer.alloc(size);
    for (let done = 0; done < size;) done += readSync(answers, bytes, done, size - done, null);
    return bytes;
  };
  return (request) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(request.length);
    writeSync(requests, length);
    for (let done = 0; done < request.length;) done += writeSync(requests, request, done);
    return new Uint8Array(read(read(4).readUInt32LE()));
  };
}

function inSandbox(root) {
  const scope = pyodide.toPy({ operations, root });
  return pyodide.runPython(`
import contextlib, io
transcript = io.StringIO()
with contextlib.redirect_stdout(transcript):
    exec(compile(operations, "operations", "exec"), {"ROOT": root, "__name__": "operations"})
transcript.getvalue()`, { globals: scope });
}

// "012 name: result"
const lines = (transcript) => transcript.split("\n").filter((line) => /^\d{3} /.test(line))
  .filter((line) => !DIFFERENCES.some((expected) => expected.test(line)));

for (const mount of ["rw", "staged"]) {
  test(`file operations on a mount (${mount}) give what they give on the machine`, () => {
    const native = lines(execFileSync("python3", ["-", path.join(folder, "native")], { input: operations, encoding: "utf8" }));
    const sandboxed = lines(inSandbox(`/mnt/${mount}`));
    assert.ok(native.length >= 150, String(native.length));
    assert.deepEqual(native.map((line, i) => [line, sandboxed[i]]).filter(([a, b]) => a !== b), []);
    assert.deepEqual(readdirSync(path.join(folder, mount)), []);
  });
}
