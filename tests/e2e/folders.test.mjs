// SPDX-License-Identifier: MIT
// Mounted folders as a client's Python sees them: the same operations, the same results as on the machine itself.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Program, give, ownFolder } from "./program.mjs";
import { connect, runOf, stateOf, textOf } from "./client.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const operations = readFileSync(path.join(here, "../js/folders_operations.py"), "utf8");

// What differs and why; both sides of each line of the transcript are brought to the same text.
const DIFFERENCES = [
  // Emscripten opens a name with a slash behind it, or as a folder, before it looks at what it is.
  { only: /O_DIRECTORY of a file/, why: "Emscripten does not check O_DIRECTORY" },
];

let program;
let client;
let folders;

before(async () => {
  program = new Program();
  folders = Object.fromEntries(["rw", "staged", "ro", "plain"].map((name) => [name, ownFolder(program.home, name)]));
  put(folders.ro, "fixed.txt", "fixed");
  await start();
});

after(async () => {
  await client?.close();
  await program?.stop();
  await program?.remove();
});

async function start() {
  await program.start(["--headless", "--approve", "allow", "--mount", `rw=${folders.rw}:rw`,
    "--mount", `staged=${folders.staged}:staged`, "--mount", `ro=${folders.ro}:ro`]);
  client = await connect(program.endpoint);
}

function put(folder, name, content) {
  writeFileSync(path.join(folder, name), content);
  give(path.join(folder, name));
}

async function python(code, more = {}) {
  let result = await client.call("run_python", { code, timeout_s: 300, ...more });
  // A call waits 50 s at most; importing much on a busy machine takes longer.
  for (let run; /^run r\d+ · (running|queued|starting) ·/.test(textOf(result)); result = await client.call("get_run", { run, wait_s: 50 })) {
    run = runOf(result);
  }
  return textOf(result);
}

// What the code printed, which must run to its end.
async function output(code, more) {
  const text = await python(code, more);
  assert.match(text, /^run r\d+ · complete ·/, text.slice(0, 3000));
  return text;
}

function natively(root) {
  const asUser = process.getuid() === 0 ? ["setpriv", "--reuid", "glovebox", "--regid", "glovebox", "--clear-groups", "--"] : [];
  const [program, ...args] = [...asUser, "python3", "-", root];
  // An interpreter in the developer's own home is none that the account can run.
  const env = { PATH: "/usr/local/bin:/usr/bin:/bin", LANG: "C.UTF-8" };
  return execFileSync(program, args, { input: operations, encoding: "utf8", env });
}

const comparable = (transcript) => transcript.split("\n").filter((line) => /^\d{3} /.test(line))
  .filter((line) => !DIFFERENCES.some(({ only }) => only.test(line)));

async function inSandbox(mount) {
  // The transcript goes to a file: a model's text is shortened.
  await output(`
import contextlib, io
ROOT = "/mnt/${mount}"
transcript = io.StringIO()
with contextlib.redirect_stdout(transcript):
    exec(compile(open("/mnt/rw/operations.py").read(), "operations", "exec"), {"ROOT": ROOT, "__name__": "operations"})
open("/mnt/rw/transcript", "w").write(transcript.getvalue())
`);
  const file = path.join(folders.rw, "transcript");
  const text = readFileSync(file, "utf8");
  rmSync(file);
  return text;
}

for (const mount of ["work", "staged"]) {
  test(`at least 150 operations give on a ${mount === "work" ? "read-write" : mount} mount what they give on the machine`, async () => {
    // Beside the script, not where it lies: the operations remove everything at the end.
    if (mount === "work" && !existsSync(path.join(folders.rw, "work"))) ownFolder(folders.rw, "work");
    put(folders.rw, "operations.py", operations);
    const native = comparable(natively(folders.plain));
    assert.ok(native.length >= 150, String(native.length));
    const sandboxed = comparable(await inSandbox(mount === "work" ? "rw/work" : "staged"));
    const different = native.map((line, i) => [line, sandboxed[i]]).filter(([a, b]) => a !== b);
    assert.deepEqual(different, []);
    assert.deepEqual(readdirSync(folders.staged), [], "the staged folder itself was touched");
  });
}

test("pandas, openpyxl, Pillow, NumPy's memory maps and archives work on mounts", async () => {
  for (const root of ["/mnt/rw", "/mnt/staged"]) {
    const text = await output(`
import os, zipfile
import numpy as np, pandas as pd
from PIL import Image
os.makedirs("${root}/lib", exist_ok=True); os.chdir("${root}/lib")
frame = pd.DataFrame({"月": range(1000), "売上": np.arange(1000) * 1.5})
frame.to_csv("t.csv", index=False); frame.to_excel("t.xlsx", index=False)
print(pd.read_csv("t.csv").equals(frame), float(pd.read_excel("t.xlsx")["売上"].sum()))
Image.new("RGB", (64, 32), "red").save("p.png"); print(Image.open("p.png").size)
m = np.memmap("m.bin", dtype="int32", mode="w+", shape=(1000,)); m[:] = np.arange(1000); m.flush(); del m
print(int(np.memmap("m.bin", dtype="int32", mode="r").sum()), os.path.getsize("m.bin"))
np.savez("a.npz", a=np.eye(3)); print(float(np.load("a.npz")["a"].sum()))
os.chdir("/session")`);
    assert.match(text, /True 749250\.0\n\(64, 32\)\n499500 4000\n3\.0/);
  }
  assert.ok(statSync(path.join(folders.rw, "lib/t.xlsx")).size > 1000);
  assert.ok(!existsSync(path.join(folders.staged, "lib")));
});

test("what is staged is seen by its client only, also after a restart, and not by the folder", async () => {
  const { out } = await program.command("key", "add", "Keeper");
  const keeper = await connect(program.endpoint, { key: /gb_[A-Za-z0-9_-]+/.exec(out)[0], name: "keeper" });
  put(folders.staged, "notes.txt", "as the person wrote it");
  const wrote = await keeper.call("run_python", { code: "open('/mnt/staged/notes.txt', 'w').write('as the model wrote it'); open('/mnt/staged/new.txt', 'w').write('new')" });
  assert.match(textOf(wrote), /complete/);
  const assertStaged = async (mine) => {
    assert.match(textOf(await mine.call("read_file", { path: "/mnt/staged/notes.txt" })), /as the model wrote it/);
    assert.match(textOf(await mine.call("list_directory", { path: "/mnt/staged" })), /new\.txt/);
    const made = await mine.call("create_session", { name: "other" });
    assert.ok(!made.isError, textOf(made));
    const text = textOf(await mine.call("run_python", { code: "print(open('/mnt/staged/notes.txt').read())", session: "other" }));
    assert.match(text, /as the model wrote it/);
  };
  await assertStaged(keeper);
  assert.match(textOf(await client.call("read_file", { path: "/mnt/staged/notes.txt" })), /as the person wrote it/);
  assert.equal(readFileSync(path.join(folders.staged, "notes.txt"), "utf8"), "as the person wrote it");
  assert.ok(!existsSync(path.join(folders.staged, "new.txt")));
  await keeper.close();
  await client.close();
  await program.stop();
  await start();
  const again = await connect(program.endpoint, { key: /gb_[A-Za-z0-9_-]+/.exec(out)[0], name: "keeper" });
  await assertStaged(again);
  await again.close();
});

test("changes made outside are seen at the next look", async () => {
  put(folders.rw, "live.txt", "one");
  put(folders.staged, "live.txt", "one");
  assert.match(await output("print(open('/mnt/rw/live.txt').read(), open('/mnt/staged/live.txt').read())"), /one one/);
  put(folders.rw, "live.txt", "two, longer");
  put(folders.staged, "live.txt", "two, longer");
  assert.match(await output("print(open('/mnt/rw/live.txt').read(), open('/mnt/staged/live.txt').read())"), /two, longer two, longer/);
});

test("small files are in the folder as soon as they are closed, whatever the program does then", async () => {
  const run = runOf(await client.call("run_python", { wait_s: 1, timeout_s: 100, code: `
import os, time
os.makedirs('/mnt/rw/many')
for i in range(300):
    with open(f'/mnt/rw/many/{i}.txt', 'w') as f: f.write(f'content {i}')
time.sleep(90) # asks for nothing` }));
  const last = path.join(folders.rw, "many", "299.txt");
  for (let i = 0; i < 600 && !(existsSync(last) && statSync(last).size > 0); i++) await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(readFileSync(last, "utf8"), "content 299");
  assert.equal(readdirSync(path.dirname(last)).length, 300);
  assert.equal(stateOf(await client.call("get_run", { run, wait_s: 0 })), "running");
  await client.call("interrupt_run", { run });
  assert.match(await output("import shutil; print(sum(len(open(f'/mnt/rw/many/{i}.txt').read()) for i in range(300))); shutil.rmtree('/mnt/rw/many')"),
               /^3190$/m);
});

test("four files that are read and written at once, and looked at meanwhile, end no page", async () => {
  assert.match(await output(`
import os
blocks = [os.urandom(1 << 20) for _ in range(6)]
for n in 'ab':
    with open(f'/mnt/rw/from-{n}', 'wb') as f:
        for block in blocks: f.write(block)
sources = [open(f'/mnt/rw/from-{n}', 'rb') for n in 'ab']
targets = [open(f'/mnt/rw/to-{n}', 'wb') for n in 'ab']
for _ in blocks:
    for source, target in zip(sources, targets):
        target.write(source.read(1 << 20))
        assert not os.path.exists(f'/mnt/rw/{os.urandom(4).hex()}')
for f in sources + targets: f.close()
print(all(open(f'/mnt/rw/to-{n}', 'rb').read() == b''.join(blocks) for n in 'ab'))
for n in 'ab':
    os.unlink(f'/mnt/rw/from-{n}'); os.unlink(f'/mnt/rw/to-{n}')`), /^True$/m);
});

test("a failure names the mount and the reason", async () => {
  const refused = await python("open('/mnt/ro/fixed.txt', 'w')");
  assert.equal(/^run r\d+ · (\w+) ·/.exec(refused)[1], "error");
  assert.match(refused, /OSError|Read-only/);
  assert.match(refused, /Mount “ro” is read-only/);
});

test("secrets are hidden, and it is said", async () => {
  put(folders.rw, ".env", "TOKEN=1");
  assert.match(await output("import os; print('.env' in os.listdir('/mnt/rw'), os.path.exists('/mnt/rw/.env'))"), /False False/);
  const refused = await python("open('/mnt/rw/.env').read()");
  assert.match(refused, /hidden/);
  assert.doesNotMatch(refused, /TOKEN/);
  rmSync(path.join(folders.rw, ".env"));
});

test("a folder that is removed or closed fails with a sentence, and works again when it is back", async () => {
  put(folders.rw, "x.txt", "x");
  chmodSync(folders.rw, 0);
  assert.match(await python("open('/mnt/rw/x.txt').read()"), /PermissionError/);
  chmodSync(folders.rw, 0o700);
  assert.match(await output("print(open('/mnt/rw/x.txt').read())"), /x/);
});
