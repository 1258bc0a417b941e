// SPDX-License-Identifier: MIT
// What happens to shared folders behind Python's back: full disks, drives that are pulled out, folders that go. Nothing
// is lost, and it is said.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Program, give, ownFolder } from "./program.mjs";
import { connect, textOf } from "./client.mjs";

let program;
let client;
let folders;
const mounted = new Set();

// A drive of that size at the folder; false where this machine lets nobody mount anything.
function mountDrive(folder, size) {
  try {
    const [uid, gid] = ["-u", "-g"].map((which) => execFileSync("id", [which, "glovebox"], { encoding: "utf8" }).trim());
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size},uid=${uid},gid=${gid},mode=700`, "none", folder], { stdio: "pipe" });
  } catch {
    return false;
  }
  mounted.add(folder);
  return true;
}

function pullOut(folder) {
  execFileSync("umount", ["-l", folder]);
  mounted.delete(folder);
}

let canMount;

// 200,000 files, and one of 3 GB that takes no room.
function fill(folder) {
  execFileSync("python3", ["-c", `
import os, sys
os.chdir(sys.argv[1])
os.mkdir("many")
for i in range(200_000): os.close(os.open(f"many/{i:06}.txt", os.O_CREAT | os.O_WRONLY))
with open("huge.bin", "wb") as f:
    f.truncate(3 << 30)
    for at in (0, (1 << 31) - 2, (3 << 30) - 4):
        f.seek(at); f.write(b"mark")
os.system("chmod -R a+rX .")`, folder]);
}

// What all of the program's processes have used at most since they began, added up, in MB.
function mostMemory() {
  const children = {};
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      (children[stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]] ??= []).push(pid);
    } catch {
      continue; // it has ended
    }
  }
  let sum = 0;
  for (const todo = [String(program.process.pid)]; todo.length > 0;) {
    const pid = todo.pop();
    todo.push(...(children[pid] ?? []));
    sum += Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  }
  return sum;
}

before(async () => {
  program = new Program();
  folders = Object.fromEntries(["full", "staged", "drive", "gone", "vast"].map((name) => [name, ownFolder(program.home, name)]));
  canMount = mountDrive(folders.full, "24m") && mountDrive(folders.drive, "24m");
  if (canMount) mountDrive(folders.vast, "1g"); // quicker than most disks
  fill(folders.vast);
  await program.start(["--headless", "--approve", "allow", ...["full", "drive", "gone", "vast"].flatMap((name) => ["--mount", `${name}=${folders[name]}:rw`]),
    "--mount", `staged=${folders.staged}`]);
  client = await connect(program.endpoint);
});

after(async () => {
  await client?.close();
  await program?.stop();
  for (const folder of mounted) pullOut(folder);
  await program?.remove();
});

const python = async (code) => textOf(await client.call("run_python", { code, timeout_s: 100 }));

test("a full disk is ENOSPC with a sentence; what was there stays, and there is room again after deleting", async (t) => {
  if (!canMount) return t.skip("this machine does not let the test mount anything");
  const text = await python(`
import errno, os
os.makedirs('/mnt/full/many', exist_ok=True)
open('/mnt/full/before.txt', 'w').write('kept')
def attempt(action):
    try:
        action()
    except OSError as error:
        print(errno.errorcode[error.errno], str(error))
    else:
        print('nothing was refused')
def large():
    with open('/mnt/full/large.bin', 'wb') as f:
        for _ in range(40): f.write(os.urandom(1 << 20))
attempt(large)
size = os.path.getsize('/mnt/full/large.bin')
print('size', 0 < size < 40 << 20, size % 4096 == 0 or size)
def small():
    for i in range(400):
        with open(f'/mnt/full/many/{i}', 'wb') as f: f.write(b'x' * 60_000)
os.unlink('/mnt/full/large.bin')
attempt(small)
whole = [n for n in os.listdir('/mnt/full/many') if os.path.getsize(f'/mnt/full/many/{n}') == 60_000]
print('whole files', len(whole) > 100, open('/mnt/full/before.txt').read())
for n in os.listdir('/mnt/full/many'): os.unlink(f'/mnt/full/many/{n}')
def holes(): # long first, filled later: no way around what is left free
    files = [open(f'/mnt/full/hole{i}', 'wb', buffering=0) for i in range(2)]
    for f in files: f.truncate(18 << 20)
    for f in files:
        for _ in range(18): f.write(os.urandom(1 << 20))
attempt(holes)
free = os.statvfs('/mnt/full')
print('left free', (free.f_bavail + 1) * 20 >= free.f_blocks)
for n in ('hole0', 'hole1'): os.unlink(f'/mnt/full/{n}')
open('/mnt/full/after.txt', 'w').write('room'); print(open('/mnt/full/after.txt').read())`);
  assert.match(text, /^run r\d+ · complete/, text);
  assert.equal(text.match(/^ENOSPC /gm)?.length, 3, text);
  assert.match(text, /left free True/);
  const refused = await python("with open('/mnt/full/large.bin', 'wb') as f: f.write(bytes(60 << 20))");
  assert.match(refused, /The disk of mount “full” is full/);
  assert.match(text, /size True/);
  assert.match(text, /whole files True kept/);
  assert.match(text, /^room$/m);
  assert.equal(readFileSync(path.join(folders.full, "before.txt"), "utf8"), "kept");
});

test("a drive that is pulled out is said; nothing goes into the folder below it; back in its place it is used again", async (t) => {
  if (!canMount) return t.skip("this machine does not let the test mount anything");
  assert.match(await python("open('/mnt/drive/a.txt', 'w').write('on the drive')"), /complete/);
  pullOut(folders.drive);
  const code = "import os\nfor i in range(3): open(f'/mnt/drive/{i}.txt', 'w').write('lost?')";
  const refused = await python(code);
  assert.match(refused, /· error ·/);
  assert.match(refused, /drive that holds the folder of mount “drive” is not mounted any more/);
  const listed = await client.call("list_directory", { path: "/mnt/drive" });
  assert.match(textOf(listed), /not mounted any more/);
  assert.deepEqual(readdirSync(folders.drive), []);
  mountDrive(folders.drive, "24m");
  assert.match(await python(code), /complete/);
  assert.deepEqual(readdirSync(folders.drive).sort(), ["0.txt", "1.txt", "2.txt"]);
});

test("a folder that is deleted is said, and is used again when one is at its place", async () => {
  writeFileSync(path.join(folders.gone, "x.txt"), "x");
  give(path.join(folders.gone, "x.txt"));
  assert.match(await python("f = open('/mnt/gone/x.txt', 'r'); print(f.read())"), /complete/);
  rmSync(folders.gone, { recursive: true });
  const refused = await python("open('/mnt/gone/x.txt', 'w').write('y')");
  assert.match(refused, /The folder of mount “gone” was deleted/);
  ownFolder(program.home, "gone");
  assert.match(await python("open('/mnt/gone/x.txt', 'w').write('y')"), /complete/);
  assert.equal(readFileSync(path.join(folders.gone, "x.txt"), "utf8"), "y");
});

test("of 200,000 files one is opened at once, and all are listed and looked at without a call for each", async () => {
  assert.match(textOf(await client.call("list_directory", { path: "/mnt/vast/many" })), /000000\.txt[^]*"offset": 500/);
  const text = await python(`
import os
print(repr(open('/mnt/vast/many/123456.txt').read()), os.path.exists('/mnt/vast/many/200000.txt'))
print(sum(entry.stat().st_size == 0 for entry in os.scandir('/mnt/vast/many')))`);
  assert.match(text, /^'' False$/m, text);
  assert.match(text, /^200000$/m, text);
});

test("a file of 3 GB is read in pieces, and never held", async () => {
  assert.match(await python("1"), /complete/);
  const before = mostMemory();
  const text = await python(`
import mmap
f = open('/mnt/vast/huge.bin', 'rb')
print(f.seek(0, 2))
for at in (0, (1 << 31) - 2, (3 << 30) - 4):
    f.seek(at); print(f.read(4))
f.seek(1 << 30)
print(sum(len(f.read(1 << 20)) for _ in range(100)) >> 20)
print(mmap.mmap(f.fileno(), 1 << 16, offset=(1 << 31) - (1 << 16), access=mmap.ACCESS_READ)[-2:])
mmap.mmap(f.fileno(), 2000 << 20, access=mmap.ACCESS_READ)`);
  assert.match(text, /^3221225472\n(b'mark'\n){3}100\nb'ma'\n/m, text);
  assert.match(text, /does not fit the memory of this session[^]*Map a part/, text);
  assert.ok(mostMemory() - before < 500, `${mostMemory() - before} MB more`);
});

test("a folder that is renamed while it is shared stays the same folder", async () => {
  const elsewhere = path.join(program.home, "elsewhere");
  renameSync(folders.gone, elsewhere);
  assert.match(await python("open('/mnt/gone/new.txt', 'w').write('z')"), /complete/);
  assert.equal(readFileSync(path.join(elsewhere, "new.txt"), "utf8"), "z");
  renameSync(elsewhere, folders.gone);
});

test("what was staged outlives a program that is killed, and is not in the folder", async () => {
  assert.match(await python(`
import os
for i in range(200):
    with open(f'/mnt/staged/{i}.txt', 'w') as f: f.write(f'staged {i}')`), /complete/);
  const { out } = await program.command("key", "add", "Keeper");
  const key = /gb_[A-Za-z0-9_-]+/.exec(out)[0];
  const keeper = await connect(program.endpoint, { key });
  const code = "for i in range(200):\n    with open(f'/mnt/staged/{i}.txt', 'w') as f: f.write(f'staged {i}')";
  assert.match(textOf(await keeper.call("run_python", { code })), /complete/);
  await keeper.close();
  await client.close();
  await program.stop("SIGKILL");
  rmSync(program.endpointFile, { force: true });
  await program.start(["--headless", "--approve", "allow", "--mount", `staged=${folders.staged}`]);
  client = await connect(program.endpoint, { key });
  const seen = await python("import os; print(len(os.listdir('/mnt/staged')), open('/mnt/staged/199.txt').read())");
  assert.match(seen, /200 staged 199/, seen);
  assert.ok(!existsSync(path.join(folders.staged, "0.txt")));
});
