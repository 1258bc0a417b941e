// SPDX-License-Identifier: MIT
// The mounts, on Pyodide's real file system and Python, against a host in memory.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import path from "node:path";
import test, { before, beforeEach } from "node:test";
import { pathToFileURL } from "node:url";
import { HostFs } from "../../pyodide/worker/hostfs.mjs";
import { AHEAD_SLOTS, Lane } from "../../pyodide/worker/lane.mjs";
import { decodeSingle, encodeFrame } from "../../pyodide/worker/protocol.mjs";
import { MemoryLimit } from "../../pyodide/worker/memorylimit.mjs";
import { FakeHost } from "./support/fakehost.mjs";
import { assets } from "./support/session.mjs";

let pyodide;
let host;
let hostfs;
let used;
let memory;

const answer = (transport) => (request) => {
    used[transport]++;
    return host.answer(request);
};

before(async () => {
    const folder = path.join(assets, "pyodide") + "/";
    const { loadPyodide } = await import(pathToFileURL(folder + "pyodide.mjs").href);
    pyodide = await loadPyodide({ indexURL: folder });
    hostfs = new HostFs(pyodide, new Lane("n".repeat(32), answer("small"), answer("bulk")));
    memory = new MemoryLimit(pyodide.FS, hostfs.failure.bind(hostfs), 512 << 20);
});

beforeEach(() => {
    used = { small: 0, bulk: 0 };
    host = new FakeHost({
        data: { files: { "売上.csv": "月,円\n1,100\n", sub: { "a b.txt": "inner" } } },
        fixed: { mode: "ro", files: { "x.txt": "fixed" } },
    });
    hostfs.setMounts([]);
    hostfs.setMounts([{ name: "data", mode: "rw" }, { name: "fixed", mode: "ro" }]);
    hostfs.beginRun();
    host.calls = [];
});

const python = (code) => pyodide.runPython(code);
const contentOf = (name) => Buffer.from(host.node("data", name).bytes).toString();

test("lists folders, with names that are not ASCII", () => {
    assert.deepEqual(python("import os; sorted(os.listdir('/mnt/data'))").toJs(),
                     ["sub", "売上.csv"]);
    assert.equal(python("[e.is_dir() for e in os.scandir('/mnt/data') if e.name == 'sub'][0]"),
                 true);
});

test("a folder of many pages is listed whole", () => {
    const many = Object.fromEntries(Array.from({ length: 2500 }, (_, i) => [`f${i}`, ""]));
    host = new FakeHost({ data: { files: many } });
    hostfs.setMounts([]);
    hostfs.setMounts([{ name: "data", mode: "rw" }]);
    hostfs.beginRun();
    assert.equal(pyodide.runPython("import os; len(set(os.listdir('/mnt/data')))"), 2500);
});

test("reads text and bytes", () => {
    assert.equal(python("open('/mnt/data/売上.csv', encoding='utf-8').read()"),
                 "月,円\n1,100\n");
    assert.equal(python("open('/mnt/data/sub/a b.txt', 'rb').read()[1:3]").toString(), "b'nn'");
});

test("nothing is read before Python asks", () => {
    host.node("data", "").entries.set("big", host.file(new Uint8Array(50_000_000)));
    assert.equal(python("import os; os.path.getsize('/mnt/data/big')"), 50_000_000);
    assert.equal(host.count("fs.read"), 0);
    python("f = open('/mnt/data/big', 'rb'); f.seek(40_000_000); f.read(10); f.close()");
    const asked = host.calls.filter((c) => c.op === "fs.read").map((c) => c.header.length);
    assert.ok(asked.reduce((a, b) => a + b, 0) < 300_000, String(asked));
});

test("reading on asks for more at a time", () => {
    host.node("data", "").entries.set("big", host.file(new Uint8Array(4_000_000).fill(65)));
    assert.equal(python(`
total = 0
with open('/mnt/data/big', 'rb') as f:
    while part := f.read(4096):
        total += len(part)
total`), 4_000_000);
    assert.ok(host.count("fs.read") < 15, String(host.count("fs.read")));
});

test("small writes reach the host together, in order", () => {
    python(`
with open('/mnt/data/out.txt', 'wb', buffering=0) as f:
    for i in range(1000):
        f.write(b'line %d\\n' % i)`);
    assert.equal(contentOf("out.txt"),
                 Array.from({ length: 1000 }, (_, i) => `line ${i}\n`).join(""));
    assert.ok(host.count("fs.write") <= 2, String(host.count("fs.write")));
});

test("large writes go in parts that fit a request", () => {
    python("open('/mnt/data/large', 'wb').write(bytes(range(256)) * 20000)");
    assert.equal(host.node("data", "large").bytes.length, 5_120_000);
    assert.equal(host.node("data", "large").bytes[5_119_999], 255);
    const sizes = host.calls.filter((c) => c.op === "fs.write").map((c) => c.body.length);
    assert.ok(sizes.every((size) => size <= 1024 * 1024 - 4096));
});

// --- blocks that nobody waits for

/** Answers when the answer is fetched, as late as the real page may. */
class LateAnswers {
    constructor() {
        this.asked = [];
        this.waiting = new Map();
    }

    begin(header, body) {
        if (this.waiting.size === AHEAD_SLOTS)
            return null;
        const ticket = this.asked.push(header) - 1;
        this.waiting.set(ticket, encodeFrame(header, body));
        return ticket;
    }

    finish(ticket) {
        const request = this.waiting.get(ticket);
        this.waiting.delete(ticket);
        return this.broken ? null : host.answer(request);
    }

    leave(ticket) {
        this.waiting.delete(ticket);
    }

    release() {}
}

function withAhead(t) {
    const ahead = new LateAnswers();
    hostfs.lane.ahead = ahead;
    t.after(() => { hostfs.lane.ahead = null; });
    return ahead;
}

const bigFile = () => {
    const bytes = new Uint8Array(5_000_000).map((_, i) => i * 31 + (i >> 12));
    host.node("data", "").entries.set("big", host.file(bytes));
    return createHash("sha256").update(bytes).digest("hex");
};

test("reading a file through asks for the next block before Python does", (t) => {
    const ahead = withAhead(t);
    const digest = bigFile();
    assert.equal(python(`
import hashlib
h = hashlib.sha256()
with open('/mnt/data/big', 'rb') as f:
    while part := f.read(100_000):
        h.update(part)
h.hexdigest()`), digest);
    assert.ok(ahead.asked.length >= 3, String(ahead.asked.length));
    assert.equal(ahead.waiting.size, 0);
});

test("a block asked for before is not used after a write, a seek, a later run or a failure", (t) => {
    const ahead = withAhead(t);
    bigFile();
    python(`
f = open('/mnt/data/big', 'rb', buffering=0)
for _ in range(9): f.read(300_000)
at = f.tell()`);
    assert.ok(ahead.waiting.size >= 1);
    python("open('/mnt/data/other', 'wb').write(b'x')"); // counts as a change of anything
    host.node("data", "big").bytes.fill(7);
    assert.equal(python("f.seek(4_500_000); f.read(3) == b'\\x07' * 3"), true);
    assert.equal(ahead.waiting.size, 0);
    python("f.seek(0)\nfor _ in range(9): f.read(300_000)");
    nextRun();
    assert.equal(ahead.waiting.size, 0);
    ahead.broken = true;
    assert.equal(python("sum(len(f.read(300_000)) for _ in range(8)) > 2_000_000"), true);
    python("f.close()");
});

test("blocks go while Python writes the next one, and arrive whole and in order", (t) => {
    const ahead = withAhead(t);
    assert.equal(python(`
import hashlib, os
data = bytes(range(256)) * 20000
with open('/mnt/data/large', 'wb') as f:
    f.write(data[:3_000_000]); f.write(data[3_000_000:])
    f.seek(10); f.write(b'seek')
data = data[:10] + b'seek' + data[14:]
hashlib.sha256(data).hexdigest()`), createHash("sha256").update(host.node("data", "large").bytes).digest("hex"));
    assert.ok(ahead.asked.filter((call) => call.op === "fs.write").length >= 4);
    assert.equal(ahead.waiting.size, 0);
    assert.equal(hostfs.dirty.size, 0);
});

for (const [what, code] of [
    ["a write three blocks later", "f.write(bytes(3_400_000))"],
    ["fsync", "os.fsync(f.fileno())"],
    ["close", "f.close()"],
    ["reading the file's size", "os.path.getsize('/mnt/data/full')"],
]) {
    test(`a block that found no room is told by ${what}, and nothing follows it`, (t) => {
        withAhead(t);
        python("import os\nf = open('/mnt/data/full', 'wb', buffering=0)");
        host.full = true;
        python("f.write(bytes(1_100_000))");
        assert.throws(() => python(code), /No space left|ENOSPC|Errno 51/);
        host.full = false;
        assert.equal(host.node("data", "full").bytes.length, 0);
        python("f.close()");
        assert.equal(host.node("data", "full").bytes.length, 0);
        assert.equal(hostfs.dirty.size, 0);
    });
}

test("of blocks behind one that was refused nothing stays", (t) => {
    const ahead = withAhead(t);
    python("f = open('/mnt/data/hole', 'wb', buffering=0)");
    python("f.write(bytes(928 * 1024))"); // on its way
    const answer = host.answer.bind(host);
    let writes = 0;
    host.answer = (request) => { // the second block finds no room, the third one would
        host.full = decodeSingle(request).header.op === "fs.write" && ++writes === 2;
        return answer(request);
    };
    assert.throws(() => python("f.write(bytes(3_000_000))\nos.fsync(f.fileno())"), /No space left|Errno 51/);
    assert.equal(host.node("data", "hole").bytes.length, 928 * 1024);
    assert.equal(ahead.waiting.size, 0);
    host.full = false;
    python("f.close()");
    assert.equal(host.node("data", "hole").bytes.length, 928 * 1024);
});

// --- files that are made when they are closed

const opsOf = () => host.calls.map(({ op, header }) => op + (header.put ? " put" : ""));
const makeTwo = () => python("import os\nfor n in 'ab':\n    if os.path.exists(f'/mnt/data/sub/{n}'): os.unlink(f'/mnt/data/sub/{n}')\nfor n in 'ab':\n    with open(f'/mnt/data/sub/{n}', 'w') as f: f.write(n)");

test("of many small files in a row each is one call", () => {
    makeTwo();
    host.calls = [];
    python("for i in range(50):\n    with open(f'/mnt/data/sub/{i}.txt', 'w') as f: f.write(f'content {i}')");
    assert.deepEqual(opsOf(), Array(50).fill("fs.open put"));
    assert.equal(Buffer.from(host.node("data", "sub/49.txt").bytes).toString(), "content 49");
    assert.equal(host.node("data", "sub/49.txt").mode & 0o777, 0o666);
    assert.equal(hostfs.pending.size + hostfs.dirty.size, 0);
});

for (const [what, code, expected] of [
    ["looks whether it is there", "os.path.exists('/mnt/data/sub/new')", true],
    ["lists its folder", "'new' in os.listdir('/mnt/data/sub')", true],
    ["asks for its size", "os.stat('/mnt/data/sub/new').st_size", 3],
    ["reads it", "open('/mnt/data/sub/new').read()", "abc"],
    ["renames it", "os.rename('/mnt/data/sub/new', '/mnt/data/sub/newer'); os.path.exists('/mnt/data/sub/newer')", true],
    ["deletes it", "os.unlink('/mnt/data/sub/new'); os.path.exists('/mnt/data/sub/new')", false],
    ["writes another file", "open('/mnt/data/other', 'w').close(); os.path.exists('/mnt/data/sub/new')", true],
]) {
    test(`a file that is not closed yet is there for whoever ${what}`, () => {
        makeTwo();
        python("import os\nf = open('/mnt/data/sub/new', 'wb', buffering=0); f.write(b'abc')");
        assert.throws(() => host.node("data", "sub/new"));
        assert.equal(python(code), expected);
        python("f.close()");
    });
}

test("a file that cannot be made says so when it is closed or synchronised, with the host's words", () => {
    for (const [code, last] of [["f.close()", ""], ["f.flush(); os.fsync(f.fileno())", ""],
                                ["os.listdir('/mnt/data')", "f.close()"]]) {
        hostfs.beginRun();
        makeTwo();
        python("import os\nf = open('/mnt/data/sub/new', 'w'); f.write('abc')");
        host.mounts.get("data").mode = "ro";
        const failing = () => python(`${code}${last && `\n${last}`}`);
        assert.throws(failing, /Read-only|Errno 69|EROFS/);
        assert.match(hostfs.problem.message, /is read-only/);
        host.mounts.get("data").mode = "rw";
        assert.throws(() => host.node("data", "sub/new"));
        python("try: f.close()\nexcept OSError: pass");
        assert.equal(hostfs.pending.size + hostfs.dirty.size, 0);
    }
});

test("a file that waits to be made is made before Python stops, with what was written", () => {
    makeTwo();
    python("keep = open('/mnt/data/sub/new', 'wb', buffering=0); keep.write(b'half')");
    assert.ok(hostfs.pending.size > 0);
    hostfs.handOver();
    assert.equal(Buffer.from(host.node("data", "sub/new").bytes).toString(), "half");
    python("keep.close()");
});

test("what cannot be written whole is told at the close", () => {
    makeTwo();
    python("f = open('/mnt/data/sub/new', 'w'); f.write('abc')");
    host.full = true;
    assert.throws(() => python("f.close()"), /No space left|Errno 51/);
    host.full = false;
});

test("only what is written anew waits, and only where others were just made", () => {
    makeTwo();
    for (const code of ["open('/mnt/data/sub/x', 'x')", "open('/mnt/data/sub/y', 'a')", "open('/mnt/data/sub/z', 'w+')",
                        "open('/mnt/data/sub/.hidden', 'w')", "open('/mnt/data/first', 'w')"]) {
        host.calls = [];
        python(`f = ${code}`);
        assert.equal(host.count("fs.open"), 1, code);
        python("f.close()");
    }
    python("import os\nos.chmod('/mnt/data/sub', 0o755)");
    host.calls = [];
    python("f = open('/mnt/data/sub/w', 'w')");
    assert.equal(host.count("fs.open"), 1, "the folder may have changed");
    python("f.close()");
});

test("a file that is open at the end of a run is made, with what was written", () => {
    makeTwo();
    python("keep = open('/mnt/data/sub/keep', 'wb', buffering=0); keep.write(b'half'); empty = open('/mnt/data/sub/empty', 'w')");
    assert.deepEqual(hostfs.flushAll(), []);
    assert.equal(Buffer.from(host.node("data", "sub/keep").bytes).toString(), "half");
    assert.equal(host.node("data", "sub/empty").bytes.length, 0);
    nextRun();
    python("keep.write(b' more'); keep.close(); empty.close()");
    assert.equal(Buffer.from(host.node("data", "sub/keep").bytes).toString(), "half more");
});

// --- files that go together

/** Lots that are answered when somebody waits for them, as late as the real page may. */
class LateLots {
    constructor() {
        this.lots = [];
    }

    add(header, frame, call) {
        const last = this.lots.at(-1);
        if (last && last.calls.length < 20)
            last.calls.push(call), last.frames.push(frame);
        else
            this.lots.push({ header, calls: [call], frames: [frame] });
        return true;
    }

    get busy() {
        return this.lots.length > 0;
    }

    finish() {} // HostFs settles before each of its calls

    settle(wait) {
        const ready = wait ? this.lots.splice(0) : this.lots.splice(0, this.lots.length - 1);
        return ready.map(({ header, calls, frames }) => ({
            calls, answer: host.answer(encodeFrame(header, Buffer.concat(frames))) }));
    }
}

function gathering(t) {
    hostfs.lane.gathering = new LateLots();
    host.room = { room: true };
    t.after(() => { hostfs.lane.gathering = null; });
    makeTwo();
    host.calls = [];
    return hostfs.lane.gathering;
}

test("small files that are closed go together, in their order, and nobody waits", (t) => {
    const lots = gathering(t);
    python("for i in range(50):\n    with open(f'/mnt/data/sub/{i}.txt', 'w') as f: f.write(f'content {i}')");
    assert.deepEqual(opsOf(), Array(2).fill("fs.make"));
    assert.equal(lots.busy, true);
    python("with open('/mnt/data/sub/0.txt', 'w') as f: f.write('anew')");
    assert.equal(python("len(os.listdir('/mnt/data/sub'))"), 53);
    assert.deepEqual([opsOf().at(-2), opsOf().at(-1)], ["fs.make", "fs.readdir"]);
    assert.deepEqual(host.made, [...Array(50).keys(), 0].map((i) => `sub/${i}.txt`));
    assert.equal(Buffer.from(host.node("data", "sub/0.txt").bytes).toString(), "anew");
    assert.equal(hostfs.pending.size + hostfs.dirty.size + hostfs.open.size, 0);
});

for (const [what, code] of [
    ["looks at it", "os.stat('/mnt/data/sub/new').st_size == 3"],
    ["reads it", "open('/mnt/data/sub/new').read() == 'abc'"],
    ["renames it", "os.rename('/mnt/data/sub/new', '/mnt/data/n') or os.path.getsize('/mnt/data/n') == 3"],
    ["writes it on", "open('/mnt/data/sub/new', 'a').write('d') and os.path.getsize('/mnt/data/sub/new') == 4"],
    ["changes its mode", "os.chmod('/mnt/data/sub/new', 0o600) or os.stat('/mnt/data/sub/new').st_mode & 0o777 == 0o600"],
    ["deletes its folder", "__import__('shutil').rmtree('/mnt/data/sub') or not os.path.exists('/mnt/data/sub')"],
]) {
    test(`a file that is on its way is there for whoever ${what}`, (t) => {
        gathering(t);
        python("with open('/mnt/data/sub/new', 'w') as f: f.write('abc')");
        assert.throws(() => host.node("data", "sub/new"));
        assert.equal(python(code), true);
    });
}

test("at the end of a run everything that gathered is there", (t) => {
    gathering(t);
    python("with open('/mnt/data/sub/new', 'w') as f: f.write('abc')");
    assert.deepEqual(hostfs.flushAll(), []);
    assert.equal(Buffer.from(host.node("data", "sub/new").bytes).toString(), "abc");
});

test("where the host does not say that there is room, each close waits for its own answer", (t) => {
    gathering(t);
    host.room = {};
    python("for i in range(3):\n    with open(f'/mnt/data/sub/{i}', 'w') as f: f.write('abc')\nos.listdir('/mnt/data')");
    host.calls = [];
    host.full = true;
    const makeOne = () => python("with open('/mnt/data/sub/new', 'w') as f: f.write('abc')");
    assert.throws(makeOne, /No space left|Errno 51/);
    assert.equal(host.count("fs.make"), 0);
});

for (const [what, code, made] of [
    ["the next file that is closed, which is made nevertheless", "f.close()", true],
    ["the next file that is opened to be written", "open('/mnt/data/first', 'w')", false],
    ["a new folder", "os.mkdir('/mnt/data/dir')", false],
    ["fsync", "os.fsync(keep.fileno())", false],
]) {
    test(`a file that was closed and then refused is told by ${what}`, (t) => {
        gathering(t);
        python("keep = open('/mnt/data/keep', 'ab')");
        makeTwo();
        python("with open('/mnt/data/sub/first', 'w') as f: f.write('f')\nf = open('/mnt/data/sub/next', 'w'); f.write('n')");
        host.mounts.get("data").root.entries.get("sub").entries.set("first", host.folder());
        if (made)
            hostfs.settleGathered(true);
        else
            python("os.listdir('/mnt/data')"); // whoever only looks hears nothing of it
        assert.throws(() => python(code), /Is a directory|Errno 31|EISDIR/);
        assert.match(hostfs.problem.message, /\/mnt\/data\/sub\/first, which was closed before, could not be made: EISDIR/);
        if (made)
            assert.equal(Buffer.from(host.node("data", "sub/next").bytes).toString(), "n");
        python("keep.close(); f.close()");
        assert.deepEqual(hostfs.flushAll(), []);
    });
}

test("what nothing told is told at the end of the run, for each file", (t) => {
    gathering(t);
    python("for n in ('x', 'y'):\n    with open(f'/mnt/data/sub/{n}', 'w') as f: f.write('f')");
    host.mounts.get("data").mode = "ro";
    const problems = hostfs.flushAll();
    host.mounts.get("data").mode = "rw";
    assert.deepEqual(problems.map(({ path }) => path), ["/mnt/data/sub/x", "/mnt/data/sub/y"]);
    assert.ok(problems.every(({ message }) => message.includes("read-only")));
    assert.deepEqual(hostfs.flushAll(), []);
});

test("what was written is read back before it was flushed", () => {
    assert.equal(python(`
f = open('/mnt/data/n.txt', 'w+b', buffering=0)
f.write(b'abc'); f.seek(1)
g = open('/mnt/data/n.txt', 'rb')
r = (f.read(), g.read(), os.path.getsize('/mnt/data/n.txt'))
f.close(); g.close(); str(r)`), "(b'bc', b'abc', 3)");
});

test("an open file is flushed at the end of a run", () => {
    python("keep = open('/mnt/data/kept.txt', 'wb', buffering=0); keep.write(b'half')");
    assert.equal(contentOf("kept.txt"), "");
    assert.deepEqual(hostfs.flushAll(), []);
    assert.equal(contentOf("kept.txt"), "half");
    python("keep.close()");
});

test("what cannot be flushed is reported once, with the host's words", () => {
    python("keep = open('/mnt/data/full.txt', 'wb', buffering=0); keep.write(b'half')");
    host.active = false;
    const [problem] = hostfs.flushAll();
    assert.deepEqual(problem, { path: "/mnt/data/full.txt", message: "No run is active." });
    assert.deepEqual(hostfs.flushAll(), []);
    host.active = true;
    python("keep.close()");
});

test("before Python stops or pauses, what was written goes to the host, closed or not", () => {
    python("f = open('/mnt/data/log.txt', 'wb', buffering=0); f.write(b'half')");
    assert.equal(contentOf("log.txt"), ""); // the control
    hostfs.handOver();
    assert.equal(contentOf("log.txt"), "half");
    python("f.write(b' more')");
    hostfs.handOver();
    assert.equal(contentOf("log.txt"), "half more");
    python("f.close()");
    host.calls = [];
    hostfs.handOver();
    assert.deepEqual(host.calls, []); // nothing was written meanwhile
});

test("what the host refuses then is told by the file's next write, once, or else at the end of the run", () => {
    python("f = open('/mnt/data/a.txt', 'wb', buffering=0); f.write(b'half')");
    python("g = open('/mnt/data/b.txt', 'wb', buffering=0); g.write(b'half')");
    host.full = true;
    hostfs.handOver();
    hostfs.handOver();
    host.full = false;
    assert.throws(() => python("f.write(b'x')"), /No space left|Errno 51/);
    python("f.seek(0); f.write(b'whole'); f.close()");
    assert.equal(contentOf("a.txt"), "whole");
    assert.deepEqual(hostfs.flushAll().map(({ path }) => path), ["/mnt/data/b.txt"]);
    assert.deepEqual(hostfs.flushAll(), []);
    python("g.close()");
});

test("a slow writer's bytes wait for a second at most, while it writes on", (t) => {
    python("f = open('/mnt/data/slow.txt', 'wb', buffering=0); f.write(b'1')");
    const { now } = performance;
    t.after(() => { performance.now = now; });
    performance.now = () => now.call(performance) + 900;
    python("f.write(b'2')");
    performance.now = () => now.call(performance) + 600_000;
    python("f.write(b'3')");
    assert.equal(contentOf("slow.txt"), "123");
    python("f.close()");
});

test("fsync writes and syncs", () => {
    python(`
f = open('/mnt/data/s.txt', 'w'); f.write('x'); f.flush(); os.fsync(f.fileno())`);
    assert.equal(contentOf("s.txt"), "x");
    assert.equal(host.count("fs.sync"), 1);
    python("f.close()");
});

for (const [mode, flags] of [
    ["r", ["read"]],
    ["w", ["write", "create", "truncate"]],
    ["a", ["write", "create", "append"]],
    ["x", ["write", "create", "exclusive"]],
    ["r+", ["read", "write"]],
    ["w+", ["read", "write", "create", "truncate"]],
]) {
    test(`open(…, "${mode}") reaches the host as one call that says so`, () => {
        const name = mode === "x" ? "new.txt" : "sub/a b.txt";
        python(`open('/mnt/data/${name}', '${mode}').close()`);
        const opened = host.calls.filter((c) => c.op === "fs.open");
        assert.deepEqual(opened.map((c) => c.header.flags.filter((f) => f !== "nofollow")), [flags]);
        const changes = ["fs.truncate", "fs.chmod", "fs.utime"];
        assert.deepEqual(host.calls.filter((c) => changes.includes(c.op)), []);
        python("import os; os.path.exists('/mnt/data/nothing')"); // carries the close along
        assert.equal(host.handles.size, 0);
    });
}

test("append adds at the end that the host knows", () => {
    python(`
a = open('/mnt/data/sub/a b.txt', 'a'); a.write(' one'); a.flush()
b = open('/mnt/data/sub/a b.txt', 'a'); b.write(' two'); b.close()
a.write(' three'); a.close()`);
    assert.equal(contentOf("sub/a b.txt"), "inner one two three");
});

test("x refuses what exists, and accepts what the host has deleted meanwhile", () => {
    assert.throws(() => python("open('/mnt/data/sub/a b.txt', 'x')"), /FileExistsError/);
    python("os.stat('/mnt/data/sub/a b.txt')");
    host.node("data", "sub").entries.delete("a b.txt");
    hostfs.attributes.clear();
    python("open('/mnt/data/sub/a b.txt', 'x').close()");
});

test("a file that the host deleted can be written anew under its name", () => {
    python("open('/mnt/data/sub/a b.txt').close()");
    host.node("data", "sub").entries.delete("a b.txt");
    python("open('/mnt/data/sub/a b.txt', 'w').write('again')");
    assert.equal(contentOf("sub/a b.txt"), "again");
});

test("a file that the host deleted is gone for Python", () => {
    python("open('/mnt/data/sub/a b.txt').close()");
    host.node("data", "sub").entries.delete("a b.txt");
    assert.throws(() => python("open('/mnt/data/sub/a b.txt')"), /FileNotFoundError/);
});

test("changes outside are seen by the next run", () => {
    assert.equal(python("os.path.getsize('/mnt/data/売上.csv')"), 14);
    host.node("data", "").entries.set("売上.csv", host.file("more than before, and longer"));
    host.node("data", "").entries.set("sub", host.file("now a file"));
    hostfs.beginRun();
    assert.equal(python("os.path.getsize('/mnt/data/売上.csv')"), 28);
    assert.equal(python("os.path.isfile('/mnt/data/sub')"), true);
});

test("a read-only folder refuses with its own error", () => {
    assert.throws(() => python("open('/mnt/fixed/y.txt', 'w')"),
                  /OSError: \[Errno 69\] Read-only file system/);
    assert.equal(hostfs.problem.message, 'The folder "fixed" is read-only.');
    assert.equal(python("open('/mnt/fixed/x.txt').read()"), "fixed");
    assert.throws(() => python("os.remove('/mnt/fixed/x.txt')"), /Read-only/);
});

for (const [name, code, error] of [
    ["missing file", "open('/mnt/data/none')", /FileNotFoundError/],
    ["missing folder", "os.listdir('/mnt/data/none')", /FileNotFoundError/],
    ["folder that is not empty", "os.rmdir('/mnt/data/sub')", /Directory not empty/],
    ["folder that exists", "os.mkdir('/mnt/data/sub')", /FileExistsError/],
    ["path through a file", "open('/mnt/data/売上.csv/x')", /NotADirectoryError/],
    ["file opened as folder", "os.listdir('/mnt/data/売上.csv')", /NotADirectoryError/],
    ["rename to another mount", "os.rename('/mnt/data/売上.csv', '/mnt/fixed/x')", /Errno 75/],
]) {
    test(`${name}: Python's own error`, () => {
        assert.throws(() => python(`import os; ${code}`), error);
    });
}

test("calls outside of a run fail as a refusal", () => {
    host.active = false;
    assert.throws(() => python("os.listdir('/mnt/data')"), /PermissionError/);
});

test("folders are made, renamed and removed as whole trees", () => {
    python(`
import os, shutil
os.makedirs('/mnt/data/a/b/c'); open('/mnt/data/a/b/c/f.txt', 'w').write('deep')
os.rename('/mnt/data/a/b', '/mnt/data/moved')`);
    assert.equal(contentOf("moved/c/f.txt"), "deep");
    assert.equal(python("open('/mnt/data/moved/c/f.txt').read()"), "deep");
    python("shutil.rmtree('/mnt/data/moved')");
    assert.throws(() => host.node("data", "moved"));
});

test("os.replace puts a file in another's place, for open handles too", () => {
    assert.equal(python(`
open('/mnt/data/new.tmp', 'w').write('new')
os.stat('/mnt/data/売上.csv')
os.replace('/mnt/data/new.tmp', '/mnt/data/売上.csv')
str((open('/mnt/data/売上.csv').read(), os.path.exists('/mnt/data/new.tmp')))`),
                 "('new', False)");
});

test("times, modes and links", () => {
    assert.equal(python(`
p = '/mnt/data/売上.csv'
os.utime(p, (1e9, 1.5e9)); os.chmod(p, 0o600); os.symlink('sub/a b.txt', '/mnt/data/link')
s = os.stat(p)
str((s.st_mtime, oct(s.st_mode), os.readlink('/mnt/data/link'), open('/mnt/data/link').read()))`),
                 "(1500000000.0, '0o100600', 'sub/a b.txt', 'inner')");
});

test("truncate shortens and lengthens", () => {
    assert.equal(python(`
with open('/mnt/data/sub/a b.txt', 'r+b') as f:
    f.truncate(2); f.seek(0, 2); end = f.tell(); f.truncate(4)
str((end, open('/mnt/data/sub/a b.txt', 'rb').read()))`), "(2, b'in\\x00\\x00')");
});

test("mmap reads and writes", () => {
    assert.equal(python(`
import mmap
open('/mnt/data/m.bin', 'wb').write(b'0123456789')
with open('/mnt/data/m.bin', 'r+b') as f, mmap.mmap(f.fileno(), 0) as m:
    seen = m[2:5]; m[0:3] = b'abc'; m.flush()
str(seen)`), "b'234'");
    assert.equal(contentOf("m.bin"), "abc3456789");
});

test("a mapping that memory has no room for says so before the file is read", (t) => {
    python("open('/mnt/data/m.bin', 'wb').write(bytes(100_000))");
    const full = () => { throw new pyodide.FS.ErrnoError(pyodide.ERRNO_CODES.ENOMEM); };
    t.mock.method(pyodide.FS.filesystems.MEMFS.stream_ops, "mmap", full);
    host.calls = [];
    assert.throws(() => python(`
import mmap
with open('/mnt/data/m.bin', 'rb') as f:
    mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_READ)`), /Errno 48|Cannot allocate memory|Out of memory/);
    assert.match(hostfs.problem.message, /100000 bytes does not fit the memory of this session/);
    assert.equal(host.calls.filter((call) => call.op === "fs.read").length, 0);
});

test("times of files are told more finely than in milliseconds", () => {
    host.node("data", "売上.csv").mtime_ms = 1700000000123.456;
    assert.equal(python("import os; round(os.stat('/mnt/data/売上.csv').st_mtime_ns / 1000)"),
                 1700000000123456);
});

for (const [name, code] of [
    ["the file is open", "f = open('/mnt/data/m.bin', 'r+b'); m = mmap.mmap(f.fileno(), 0)"],
    ["the file was closed since",
     "f = open('/mnt/data/m.bin', 'r+b'); m = mmap.mmap(f.fileno(), 0); f.close()"],
]) {
    test(`a mapping is written back when ${name}, and leaves nothing open`, () => {
        python(`
import mmap
open('/mnt/data/m.bin', 'wb').write(b'0123456789')
${code}
other = open('/mnt/data/other.bin', 'wb'); other.write(b'other')
m[0:3] = b'abc'; m.flush()`);
        assert.equal(contentOf("m.bin"), "abc3456789");
        python("m[3:5] = b'de'; m.close(); f.close(); other.close()");
        assert.equal(contentOf("m.bin"), "abcde56789");
        assert.equal(contentOf("other.bin"), "other");
        assert.equal(host.handles.size, 0);
        assert.equal(python("import os; fd = os.open('/mnt/data/m.bin', 0); os.close(fd); fd"),
                     python("fd = os.open('/session-less', os.O_CREAT); os.close(fd); fd"));
    });
}

// --- files that stay open from run to run

/** The host forgets the handles of a run when it ends. */
function nextRun() {
    assert.deepEqual(hostfs.flushAll(), []);
    hostfs.endRun();
    host.handles.clear();
    hostfs.beginRun();
    host.calls = [];
}

test("what is read again later is asked for again: it may have been changed outside", (t) => {
    host.node("data", "").entries.set("log", host.file("one"));
    python("f = open('/mnt/data/log', 'rb', buffering=0)\nfirst = f.read(); f.seek(0)");
    host.node("data", "log").bytes = new Uint8Array(Buffer.from("changed"));
    const now = performance.now() + 1001;
    t.mock.method(performance, "now", () => now);
    assert.equal(python("str((first, f.read()))"), "(b'one', b'changed')");
    python("f.close()");
});

test("a file that stays open is read on in the next run", () => {
    python("f = open('/mnt/data/売上.csv', 'rb', buffering=0); f.read(3)");
    nextRun();
    assert.equal(python("f.read(5).decode(errors='replace')"), ",円\n");
    python("f.close(); import os; os.path.exists('/mnt/data/nothing')"); // carries the close along
    assert.equal(host.handles.size, 0);
});

test("a file that stays open is written on, and is neither emptied nor made anew", () => {
    python("f = open('/mnt/data/w.txt', 'w+b', buffering=0); f.write(b'one ')");
    nextRun();
    python("f.write(b'two')");
    nextRun();
    python("f.seek(0); assert f.read() == b'one two'; f.close()");
    assert.deepEqual(host.calls.filter((c) => c.op === "fs.open").map((c) => c.header.flags),
                     [["read", "write"]]);
    assert.equal(contentOf("w.txt"), "one two");
});

test("appending goes on in the next run", () => {
    python("f = open('/mnt/data/sub/a b.txt', 'ab', buffering=0); f.write(b' 1')");
    nextRun();
    python("f.write(b' 2'); f.close()");
    assert.equal(contentOf("sub/a b.txt"), "inner 1 2");
});

test("closing what an earlier run opened is no error and no call", () => {
    python("f = open('/mnt/data/w.txt', 'w'); f.flush()");
    nextRun();
    python("f.close()");
    assert.deepEqual(host.calls, []);
});

test("closing between two runs is no error either", () => {
    python("f = open('/mnt/data/w.txt', 'w'); f.flush()");
    hostfs.endRun();
    host.active = false;
    python("f.close()");
});

test("a file that cannot be opened again says why", () => {
    python("f = open('/mnt/data/sub/a b.txt', 'rb', buffering=0)");
    host.node("data", "sub").entries.delete("a b.txt");
    nextRun();
    assert.throws(() => python("f.read()"), /FileNotFoundError/);
    assert.match(hostfs.problem.message, /earlier run opened this file.*ENOENT/);
    python("f.close()");
});

test("another file under the same name is not taken for the one that was opened", () => {
    python("f = open('/mnt/data/sub/a b.txt', 'rb', buffering=0)");
    host.node("data", "sub").entries.set("a b.txt", host.file("another"));
    nextRun();
    assert.throws(() => python("f.read()"), /OSError/);
    assert.match(hostfs.problem.message, /Another file has taken the place/);
    assert.equal(host.handles.size, 0);
    python("f.close()");
});

test("a database connection lasts from run to run", () => {
    python(`
import sqlite3
db = sqlite3.connect('/mnt/data/last.db')
db.execute('create table t(n)'); db.execute('insert into t values(1)'); db.commit()`);
    nextRun();
    python("db.execute('insert into t values(2)'); db.commit()");
    nextRun();
    assert.equal(python("n = db.execute('select sum(n) from t').fetchone()[0]; db.close(); n"), 3);
});

// --- files in memory

for (const [name, code] of [
    ["written", "open('/tmp/big', 'wb').write(bytes(2_000_000))"],
    ["written on", "f = open('/tmp/big', 'wb', buffering=0)\nfor _ in range(20): f.write(bytes(100_000))"],
    ["lengthened", "open('/tmp/big', 'wb').close(); os.truncate('/tmp/big', 2_000_000)"],
    ["many", "for i in range(20):\n  with open(f'/tmp/big{i}', 'wb') as f: f.write(bytes(100_000))"],
]) {
    test(`too much that is ${name} outside of the mounts is no space left`, (t) => {
        const { limit } = memory;
        memory.limit = memory.count() + 1_000_000;
        t.after(() => {
            memory.limit = limit;
            python("import glob, os; [os.remove(name) for name in glob.glob('/tmp/big*')]");
        });
        assert.throws(() => python(`import os\n${code}`), /Errno 51\] No space left on device/);
        assert.match(hostfs.problem.message, /MiB together.*write to a folder under \/mnt/);
    });
}

test("deleted files make room, and mounts have their own", (t) => {
    const { limit } = memory;
    memory.limit = memory.count() + 1_000_000;
    t.after(() => { memory.limit = limit; });
    python(`
for _ in range(20):
    open('/tmp/big', 'wb').write(bytes(900_000)); os.remove('/tmp/big')
open('/mnt/data/big', 'wb').write(bytes(2_000_000))`);
    assert.equal(host.node("data", "big").bytes.length, 2_000_000);
});

// --- the folder of the mounts

for (const [name, code] of [
    ["open", "open('/mnt/x.txt', 'w')"],
    ["mkdir", "os.mkdir('/mnt/out')"],
    ["makedirs", "os.makedirs('/mnt/out/deep')"],
    ["symlink", "os.symlink('/tmp', '/mnt/link')"],
]) {
    test(`${name} beside the mounts is refused, with where to write instead`, () => {
        assert.throws(() => python(`import os; ${code}`), /Errno 69\] Read-only file system/);
        assert.match(hostfs.problem.message, /Write into \/mnt\/data, \/mnt\/fixed or \/session/);
        assert.deepEqual(python("sorted(os.listdir('/mnt'))").toJs(), ["data", "fixed"]);
    });
}

test("nothing is moved to beside the mounts", () => {
    python("open('/tmp/x', 'w').close()");
    assert.throws(() => python("os.rename('/tmp/x', '/mnt/x')"), /OSError/);
    assert.throws(() => python("import shutil; shutil.move('/tmp/x', '/mnt/x')"), /Errno 69/);
});

test("sqlite3 keeps a database in a mount", () => {
    assert.equal(python(`
import sqlite3
db = sqlite3.connect('/mnt/data/売上.db')
db.execute('create table t(月 int, 円 int)')
db.executemany('insert into t values(?, ?)', [(i, i * 100) for i in range(1000)]); db.commit()
db.close()
db = sqlite3.connect('/mnt/data/売上.db')
n = db.execute('select sum(円) from t').fetchone()[0]; db.close(); n`), 49_950_000);
    assert.throws(() => host.node("data", "売上.db-journal"));
});

test("zipfile reads and writes an archive in a mount", () => {
    assert.equal(python(`
import zipfile
with zipfile.ZipFile('/mnt/data/z.zip', 'w', zipfile.ZIP_DEFLATED) as z:
    z.writestr('日本.txt', '本' * 10000); z.writestr('b', b'x')
with zipfile.ZipFile('/mnt/data/z.zip') as z:
    r = (z.testzip(), len(z.read('日本.txt')), z.namelist())
str(r)`), "(None, 30000, ['日本.txt', 'b'])");
});

test("modules are imported from a mount", () => {
    python("open('/mnt/data/mine.py', 'w').write('answer = 42')");
    assert.equal(python(`
import sys, importlib; sys.path.append('/mnt/data'); importlib.invalidate_caches()
import mine; sys.path.remove('/mnt/data'); mine.answer`), 42);
});

test("duplicated descriptors share one file at the host", () => {
    python(`
fd = os.open('/mnt/data/d.txt', os.O_WRONLY | os.O_CREAT); other = os.dup(fd)
os.write(fd, b'one '); os.close(fd); os.write(other, b'two'); os.close(other)`);
    assert.equal(contentOf("d.txt"), "one two");
    assert.equal(host.handles.size, 0);
});

test("stat calls within a moment are answered from memory, but never after an own change", () => {
    python("[os.stat('/mnt/data/sub/a b.txt') for _ in range(100)]");
    assert.ok(host.count("fs.lookup") <= 3, String(host.count("fs.lookup")));
    assert.equal(python(`
open('/mnt/data/sub/a b.txt', 'a').write('xyz'); os.path.getsize('/mnt/data/sub/a b.txt')`), 8);
});

test("listing with attributes costs one call", () => {
    const folder = host.node("data", "sub");
    for (let i = 0; i < 500; i++)
        folder.entries.set(`f${i}`, host.file("x"));
    assert.equal(python("sum(e.stat().st_size for e in os.scandir('/mnt/data/sub'))"), 505);
    assert.ok(host.calls.length < 10, String(host.calls.length));
});

test("entries whose listing is too old are looked at many at a time, and as they are now", (t) => {
    const many = Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`f${i}`, "x"]));
    host = new FakeHost({ data: { files: { sub: many } } });
    hostfs.setMounts([]);
    hostfs.setMounts([{ name: "data", mode: "rw" }]);
    python("import os; entries = list(os.scandir('/mnt/data/sub'))");
    const now = performance.now() + 1001;
    t.mock.method(performance, "now", () => now);
    host.node("data", "sub").entries.set("f5", host.file("longer"));
    host.node("data", "sub").entries.delete("f7");
    host.calls = [];
    assert.equal(python(`
total = 0
for entry in entries:
    try: total += entry.stat().st_size
    except FileNotFoundError: total += 1000
total`), 598 + 6 + 1000);
    assert.ok(host.count("fs.lookup") <= 5, String(host.count("fs.lookup")));
    host.calls = [];
    python("entries[300].stat(); os.path.exists('/mnt/data/none')");
    assert.deepEqual(host.calls.map(({ header }) => header.also), [undefined], "only what is looked at in order");
});

test("a listing that takes long costs no call for each name, and loses none of them", (t) => {
    const folder = host.node("data", "sub");
    for (let i = 0; i < 500; i++)
        folder.entries.set(`f${i}`, host.file("x"));
    let now = performance.now();
    t.mock.method(performance, "now", () => (now += 2000)); // what is known is always too old
    const list = host.do_readdir;
    t.mock.method(host, "do_readdir", (/** @type {any} */ fields) => {
        const answer = list.call(host, fields);
        folder.entries.delete("f7"); // while Python goes through the names
        return answer;
    });
    assert.equal(python("import os; len(os.listdir('/mnt/data/sub'))"), 501);
    assert.equal(host.count("fs.lookup") < 10, true, String(host.count("fs.lookup")));
    assert.equal(python("os.path.exists('/mnt/data/sub/f7'), os.path.isfile('/mnt/data/sub/f8')").toString(),
                 "(False, True)");
});

test("a file that became a folder is listed as one", () => {
    assert.equal(python(`
import os
[(e.name, e.is_dir()) for e in os.scandir('/mnt/data/sub')][0][1]`), false);
    host.node("data", "sub").entries.set("a b.txt", host.node("data", ""));
    assert.equal(python("[e.is_dir() for e in os.scandir('/mnt/data/sub')][0]"), true);
});

test("free space is the host's", () => {
    assert.equal(python("import shutil; shutil.disk_usage('/mnt/data').free"), 4096 * 500000);
});

test("small calls and large data take different transports", () => {
    python("os.stat('/mnt/data/sub'); open('/mnt/data/sub/a b.txt').read()");
    assert.equal(used.bulk, 0);
    python("open('/mnt/data/big', 'wb').write(bytes(100_000)); open('/mnt/data/big', 'rb').read()");
    assert.equal(used.bulk, 2);
});

test("a mount that is taken away is gone, the others stay", () => {
    hostfs.setMounts([{ name: "fixed", mode: "ro" }]);
    assert.deepEqual(python("os.listdir('/mnt')").toJs(), ["fixed"]);
    assert.equal(python("open('/mnt/fixed/x.txt').read()"), "fixed");
});

test("a small file is opened, read and closed with one call", () => {
    host.calls = [];
    assert.equal(python("open('/mnt/data/sub/a b.txt').read()"), "inner");
    assert.deepEqual(host.calls.map((c) => c.op), ["fs.lookup", "fs.open"]); // the folder, the file
    host.calls = [];
    assert.equal(python("open('/mnt/data/売上.csv').read()"), "月,円\n1,100\n");
    assert.deepEqual(host.calls.map((c) => c.op), ["fs.open"]);
});

// --- small files that come along

const MANY = 300;

function makeMany(names) {
    host.node("data", "").entries.set("many", host.folder());
    for (const name of names)
        host.node("data", "many").entries.set(name, host.file(`of ${name}`));
    host.calls = [];
}

const numbers = Array.from({ length: MANY }, (_, i) => `part-${i}.txt`);
const READ = "def read(name):\n    with open('/mnt/data/many/' + name) as f: return f.read()\n";

/** Time stands still: a busy machine takes longer than what comes along counts. */
function stopTime(t) {
    const real = performance.now;
    let now = real.call(performance);
    performance.now = () => now;
    t.after(() => { performance.now = real; });
    return (ms) => { now += ms; };
}

test("small files of a folder that are read one after the other come together, whatever their order", (t) => {
    stopTime(t);
    for (const [order, list] of [["os.listdir('/mnt/data/many')", true], ["sorted(os.listdir('/mnt/data/many'))", true],
                                 [`[f'part-{i}.txt' for i in range(${MANY})]`, false]]) {
        makeMany([...numbers].sort(() => Math.random() - 0.5));
        const names = python(`import os\n${READ}names = ${order}\nassert all(read(n) == 'of ' + n for n in names)\nlen(names)`);
        assert.equal(names, MANY);
        assert.ok(host.count("fs.open") < 15, `${order}: ${host.count("fs.open")}`);
        assert.ok(host.calls.filter((c) => c.op === "fs.open").every((c) => (c.header.also ?? []).length <= 64));
        assert.equal(list, host.count("fs.readdir") > 0);
        nextRun();
    }
});

test("links, folders and large files among them are opened for themselves", () => {
    makeMany(numbers.slice(0, 40));
    const { entries } = host.node("data", "many");
    entries.set("part-10.txt", { type: "link", target: "part-1.txt", ...host.attributes(0o777) });
    entries.set("part-11.txt", host.file("large ".repeat(20_000)));
    entries.set("part-12.txt", host.file(""));
    entries.delete("part-13.txt");
    assert.equal(python(`${READ}
found = []
for i in range(40):
    try: found.append(len(read(f'part-{i}.txt')))
    except FileNotFoundError: found.append(None)
[found[10], found[11], found[12], found[13], found[14], found[39]] == [13, 120_000, 0, None, 14, 14]`), true);
});

test("what came along is forgotten as soon as anything else is asked or changed, and after a moment", (t) => {
    const pass = stopTime(t);
    const change = (name) => host.node("data", "many").entries.set(name, host.file("changed outside"));
    const cases = {
        "something else is looked at": () => python("os.path.exists('/mnt/data/none')"),
        "another file is read": () => python("open('/mnt/fixed/x.txt').read()"),
        "some time has passed": () => pass(51),
        "a new run has begun": () => nextRun(),
    };
    for (const [what, happen] of Object.entries(cases)) {
        makeMany(numbers);
        python(`import os\n${READ}for i in range(12): read(f'part-{i}.txt')`);
        assert.ok(hostfs.along.has("data/many/part-12.txt"));
        change("part-12.txt");
        happen();
        assert.equal(python("read('part-12.txt')"), "changed outside", what);
        nextRun();
    }
    // What the program itself writes, also where the host has not heard of it yet.
    makeMany(numbers);
    python(`${READ}w = open('/mnt/data/many/part-12.txt', 'r+b', buffering=0)\nfor i in range(12): read(f'part-{i}.txt')\nw.write(b'own')`);
    assert.equal(python("read('part-12.txt')"), "own" + "of part-12.txt".slice(3));
    python("w.close()\nos.remove('/mnt/data/many/part-14.txt')");
    assert.throws(() => python("read('part-14.txt')"), /FileNotFoundError/);
});

test("who reads something else each time gets nothing along any more", (t) => {
    stopTime(t);
    makeMany(numbers);
    python(`import os\n${READ}for i in range(${MANY}):\n    read(f'part-{i}.txt')\n    os.path.exists(f'/mnt/data/none-{i}')`);
    const along = host.calls.filter((c) => c.header.also && c.op === "fs.open");
    assert.ok(along.length <= 3, String(along.length));
    assert.ok(along.every((c) => c.header.also.length <= 4));
});

test("a small file is made, written and closed with two calls", () => {
    python("with open('/mnt/data/new.txt', 'w') as f: f.write('text')");
    assert.deepEqual(host.calls.map((c) => c.op), ["fs.open", "fs.write"]);
    assert.equal(contentOf("new.txt"), "text");
    assert.equal(host.handles.size, 0);
});

test("a file is not opened under a name that ends with a slash", () => {
    assert.throws(() => python("open('/mnt/fixed/x.txt/')"), /NotADirectoryError/);
    assert.throws(() => python("open('/mnt/data/new/', 'w')"), /Error/);
    assert.equal(python("import os; os.close(os.open('/mnt/data/sub/', os.O_RDONLY)); os.path.exists('/mnt/data/new')"), false);
});

test("a file is not made in the place of a folder that is missing", () => {
    assert.throws(() => python("open('/mnt/data/x/x', 'w')"), /FileNotFoundError/);
    assert.ok(!host.node("data", "").entries.has("x"));
});

test("links are followed by name, not by the call that opens", () => {
    python("import os; os.symlink('sub/a b.txt', '/mnt/data/link')");
    assert.equal(python("open('/mnt/data/link').read()"), "inner");
    assert.equal(python("os.path.islink('/mnt/data/link')"), true);
});

test("what is written through another descriptor is read, also of a file that came whole", () => {
    assert.equal(python(`
f = open('/mnt/data/sub/a b.txt')
first = f.read()
with open('/mnt/data/sub/a b.txt', 'a') as g:
    g.write(' more')
first + '|' + f.read()`), "inner| more");
});

test("handles are closed along with later calls, and never pile up", () => {
    host.node("data", "").entries.set("big", host.file(new Uint8Array(100_000)));
    python("for _ in range(200): open('/mnt/data/big', 'rb').close()");
    assert.ok(host.handles.size <= 32, String(host.handles.size));
});
