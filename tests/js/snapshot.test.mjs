// SPDX-License-Identifier: MIT
// A memory snapshot, made by the role "snapshot" and restored by sessions.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test, { after, before } from "node:test";
import { Session } from "./support/session.mjs";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "glovebox-snapshot-"));
const file = path.join(folder, "bare");
const open = [];

async function restored(options = {}) {
    const session = new Session({ snapshots: { bare: file }, ...options });
    open.push(session);
    session.readyFrame = await session.ready();
    return session;
}

before(async () => {
    const maker = new Session({ role: "snapshot" });
    open.push(maker);
    await maker.until((f) => f.header.type === "snapshot" &&
        f.header.offset + f.body.length === f.header.total);
    const parts = maker.frames.filter((f) => f.header.type === "snapshot");
    fs.writeFileSync(file, Buffer.concat(parts.map((f) => f.body)));
});

after(async () => {
    await Promise.all(open.map((session) => session.close()));
    fs.rmSync(folder, { recursive: true });
});

test("a restored session runs code, with the usual modules already imported", async () => {
    const session = await restored({ env: { GREETING: "hi" } });
    assert.equal(typeof session.readyFrame.header.milliseconds.restore, "number");
    const run = await session.run(`
import sys, os
[name in sys.modules for name in ("json", "asyncio", "zipfile", "_glovebox.session")], os.getcwd(), os.environ["GREETING"]`);
    assert.equal(run.result, "([True, True, True, True], '/session', 'hi')");
});

test("nothing of the maker is in __main__", async () => {
    const session = await restored();
    assert.equal((await session.run("[n for n in dir() if not n.startswith('__')]")).result, "[]");
});

test("two sessions draw different random numbers", async () => {
    const sessions = await Promise.all([restored(), restored()]);
    const code = "import random; [random.random() for _ in range(3)]";
    const [a, b] = await Promise.all(sessions.map((session) => session.run(code)));
    assert.notEqual(a.result, b.result);
});

test("asyncio.run, await, sleep, input and mounts work after restoring", async () => {
    const session = await restored({ mounts: { data: { files: { "a.txt": "売上" } } } });
    const run = await session.run(`
import asyncio, time
async def f():
    await asyncio.sleep(0.01)
    return input()
time.sleep(0.01)
asyncio.run(f()), await f(), open("/mnt/data/a.txt").read()`, { stdin: "one\ntwo\n" });
    assert.equal(run.error?.traceback.join("\n"), undefined);
    assert.equal(run.result, "('one', 'two', '売上')");
});

test("packages with libraries load after restoring, and plots have their fonts", async () => {
    const session = await restored();
    const run = await session.run(
        "import warnings; warnings.simplefilter('error')\n" +
        "import matplotlib.pyplot as plt\nplt.plot([1, 2]); plt.title('売上'); plt.show()");
    assert.equal(run.error?.traceback.join("\n"), undefined);
    assert.deepEqual(run.displays.map((d) => d.header.title), ["売上"]);
});

test("a partial line leaves a restored Python at once", async () => {
    const session = await restored();
    const run = session.begin("print('half', end='')\nwhile True: pass");
    const frame = await session.until((f) => f.header.type === "stream");
    assert.equal(Buffer.from(frame.body).toString(), "half");
    session.interrupt(run);
    assert.equal((await session.ended(run)).status, "interrupted");
});
