// SPDX-License-Identifier: MIT
// Real Pyodide, real worker modules, real shell; the engine is a fake.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test, { after, before } from "node:test";
import { Session } from "./support/session.mjs";

let session, heardBefore, first;

before(async () => {
    const links = [{ path: "/data/downloads", target: "/mnt/data" }, { path: "/tmp", target: "/mnt/data" }];
    session = new Session({ env: { GREETING: "今日は" }, links, mounts: {
        data: { files: { "売上.csv": "月,店,売上\n" + Array.from({ length: 1000 },
            (_, i) => `${(i % 12) + 1},${i % 2 ? "東京" : "大阪"},${i}\n`).join("") } },
        fixed: { mode: "ro" },
    } });
    await session.ready();
    first = await session.run(`import builtins, linecache, __main__
hasattr(builtins, "_"), [n for n in linecache.cache if "rehearsal" in n], sorted(vars(__main__))[-3:]`);
    heardBefore = session.frames.slice(0, session.frames.findIndex((f) => f.header.type === "started"))
        .map((f) => f.header.type);
});

after(() => session.close());

test("what is rehearsed before the first run is not heard and leaves nothing", () => {
    assert.equal(first.result, "(False, [], ['__spec__', 'builtins', 'linecache'])");
    assert.deepEqual(heardBefore.filter((type) => type !== "ready"), []);
});

// --- values

for (const [code, result] of [
    ["1 + 1", "2"],
    ["x = 5\nx * 2", "10"],
    ["x = 5", undefined],
    ["None", undefined],
    ["1 + 1;", undefined],
    ["(1 +\n 1)  # comment; with semicolon", "2"],
    ["'売上'", "'売上'"],
    ["", undefined],
    ["# nothing", undefined],
    ["if True:\n    3", undefined],
    ["import asyncio\nawait asyncio.sleep(0.01)\n7", "7"],
    ["import asyncio\nasync def f():\n    await asyncio.sleep(0.01)\n    return 8\nawait f()", "8"],
    ["import asyncio\nasync def f():\n    await asyncio.sleep(0.01)\n    return 9\nasyncio.run(f())",
     "9"],
    ["from __future__ import annotations\n(lambda: 1)()", "1"],
    ["1 + 1\r\n", "2"],
    ["'\\udc80'", "'\\udc80'"],
]) {
    test(`the value of ${JSON.stringify(code)} is ${result}`, async () => {
        const run = await session.run(code);
        assert.equal(run.error?.traceback.join("\n"), undefined);
        assert.equal(run.result, result);
        assert.equal(run.status, "ok");
    });
}

test("names last from run to run, in one __main__", async () => {
    await session.run("a = [1]\ndef f(): return a");
    assert.equal((await session.run("f().append(2); f(), __name__")).result, "([1, 2], '__main__')");
});

test("the hash is of the code as it came", async () => {
    const code = "'売上'\r\n";
    const { code_sha256 } = (await session.run(code)).one("started");
    assert.equal(code_sha256, createHash("sha256").update(code).digest("hex"));
});

test("a run is told in order: started, what it did, heap, done", async () => {
    const run = await session.run("print('x')\n2");
    assert.deepEqual(run.frames.map((f) => f.header.type),
                     ["started", "stream", "result", "done"]);
    assert.ok(run.one("done").execution_ms > 0);
    assert.ok(session.frames.filter((f) => f.header.type === "heap").at(-1).header.bytes > 1e7);
});

test("home, folder and variables are as init said", async () => {
    const run = await session.run(
        "import os\nos.getcwd(), os.environ['HOME'], os.environ['GREETING']");
    assert.equal(run.result, "('/session', '/session', '今日は')");
});

// --- output

test("a mount has the other names that init gave it, and nothing that is there is replaced", async () => {
    const run = await session.run("import os\nos.listdir('/data/downloads'), os.path.islink('/tmp')");
    assert.equal(run.result, "(['売上.csv'], False)");
});

test("stdout and stderr are byte-exact", async () => {
    const run = await session.run(`
import sys, os
sys.stdout.buffer.write(bytes(range(256)))
os.write(1, b"\\x00\\xff")
print("é", end="", file=sys.stderr)`);
    const expected = Buffer.concat([Buffer.from(Array.from({ length: 256 }, (_, i) => i)),
                                    Buffer.from([0, 255])]);
    assert.deepEqual(run.bytes("stdout"), expected);
    assert.deepEqual(run.bytes("stderr"), Buffer.from("é"));
});

test("both streams keep their order", async () => {
    const run = await session.run(`
import sys
for i in range(50):
    print(i, file=sys.stderr if i % 3 else sys.stdout)`);
    const order = run.all("stream").map((f) => f.body.toString()).join("");
    const joined = Buffer.concat(run.all("stream").map((f) => f.body)).toString();
    assert.equal(joined, Array.from({ length: 50 }, (_, i) => `${i}\n`).join(""), order);
});

test("a partial line is seen while Python computes", async () => {
    const run = session.begin(`
print("half", end="")
i = 0
while True: i += 1`);
    const frame = await session.until(
        (f) => f.header.type === "stream" && f.header.run === run);
    assert.equal(Buffer.from(frame.body).toString(), "half");
    assert.ok(!session.frames.some((f) => f.header.type === "done" && f.header.run === run));
    session.interrupt(run);
    assert.equal((await session.ended(run)).status, "interrupted");
});

test("a flood arrives whole", async () => {
    const run = await session.run("for i in range(200_000): print(i)");
    let expected = "";
    for (let i = 0; i < 200_000; i++)
        expected += `${i}\n`;
    assert.ok(run.stdout === expected);
});

// --- errors

test("a traceback shows the author's lines only", async () => {
    await session.run("def inner():\n    raise ValueError('だめ')\n");
    const { error, status } = await session.run("def outer():\n    inner()\n\nouter()");
    assert.equal(status, "error");
    assert.deepEqual([error.ename, error.evalue], ["ValueError", "だめ"]);
    const n = session.runs;
    assert.deepEqual(error.traceback, [
        "Traceback (most recent call last):",
        `  File "<run r${n}>", line 4, in <module>`,
        "    outer()",
        "    ~~~~~^^",
        `  File "<run r${n}>", line 2, in outer`,
        "    inner()",
        "    ~~~~~^^",
        `  File "<run r${n - 1}>", line 2, in inner`,
        "    raise ValueError('だめ')",
        "ValueError: だめ",
    ]);
});

for (const [name, code] of [
    ["await", "import asyncio\nasync def f():\n    1/0\nawait f()"],
    ["asyncio.run", "import asyncio\nasync def f():\n    1/0\nasyncio.run(f())"],
    ["gather", "import asyncio\nasync def f():\n    1/0\nawait asyncio.gather(f(), f())"],
    ["a chained exception", "try:\n    1/0\nexcept Exception as e:\n    raise KeyError('k') from e"],
    ["time.sleep", "import time\ntime.sleep(-1)"],
    ["a blocked connection", "import socket\nsocket.create_connection(('127.0.0.1', 1))"],
]) {
    test(`no frame of the machinery is in a traceback through ${name}`, async () => {
        const { error } = await session.run(code);
        const text = error.traceback.join("\n");
        assert.match(text, /<run r\d+>/);
        assert.doesNotMatch(text, /glovebox>|_pyodide|webloop|\.mjs|pyodide\.asm/, text);
    });
}

test("a syntax error shows its place", async () => {
    const { error } = await session.run("x = 1\nif x\n    pass\n");
    assert.equal(error.ename, "SyntaxError");
    assert.deepEqual(error.traceback, [`  File "<run r${session.runs}>", line 2`, "    if x",
                                       "        ^", "SyntaxError: expected ':'"]);
});

test("what a task raises that nobody waits for is told as a traceback of the program's own lines", async () => {
    const run = await session.run(`import asyncio
async def left():
    raise ValueError("in a task")
task = asyncio.create_task(left())
await asyncio.sleep(0.05)`);
    assert.equal(run.status, "ok");
    assert.match(run.stderr, /^[^\n]*event loop\nTraceback \(most recent call last\):\n  File "<run r\d+>", line 3, in left\n    raise ValueError\("in a task"\)\nValueError: in a task\n$/);
});

test("a missing module names its package and what to do", async () => {
    const { error } = await session.run("import yaml");
    assert.equal(error.evalue, "No module named 'yaml'");
    assert.match(error.traceback.at(-1), /'PyYAML' is not among those that Glovebox carries/);
    const { error: tk } = await session.run("import tkinter");
    assert.match(tk.traceback.at(-1), /not possible in this sandbox/);
});

test("a refused write says why, in the host's words", async () => {
    const { error } = await session.run("open('/mnt/fixed/x', 'w')");
    assert.equal(error.traceback.at(-1), 'Glovebox: The folder "fixed" is read-only.');
});

for (const [code, status, text] of [
    ["import sys; sys.exit()", "ok", undefined],
    ["import sys; sys.exit(0)", "ok", undefined],
    ["import sys; sys.exit(3)", "error", "3"],
    ["import sys; sys.exit('bad')", "error", "bad"],
    ["exit()", "ok", undefined],
]) {
    test(`${code} ends with ${status}`, async () => {
        const run = await session.run(code);
        assert.deepEqual([run.status, run.error?.evalue, run.stderr], [status, text, ""]);
        assert.equal((await session.run("1")).result, "1");
    });
}

// --- input

test("input() without stdin fails at once and says what to do", async () => {
    const { error, stdout } = await session.run("input('name? ')");
    assert.equal(stdout, "name? ");
    assert.deepEqual([error.ename, error.evalue],
                     ["EOFError", "input() has nobody to ask here; pass stdin"]);
});

test("getpass() asks as input() does", async () => {
    const { error, stderr } = await session.run("import getpass\ngetpass.getpass()");
    assert.deepEqual([error.evalue, stderr], ["input() has nobody to ask here; pass stdin", ""]);
    assert.equal((await session.run("import getpass\ngetpass.getpass('key? ')", { stdin: "s3\n" })).result,
                 "'s3'");
});

test("stdin is read by input() and by line", async () => {
    const run = await session.run("import sys\n[input(), sys.stdin.readline(), sys.stdin.read()]",
                                  { stdin: "花子\n二\nrest\x00" });
    assert.equal(run.result, "['花子', '二\\n', 'rest\\x00']");
});

test("stdin is bytes for who wants bytes", async () => {
    assert.equal((await session.run("import sys\nsys.stdin.buffer.read()",
                                    { stdin: "é\r\n" })).result, "b'\\xc3\\xa9\\r\\n'");
    assert.equal((await session.run("import os\nos.read(0, 2)", { stdin: "abc" })).result,
                 "b'ab'");
});

test("input left over is not read by the next run", async () => {
    await session.run("input()", { stdin: "a\nb\n" });
    assert.equal((await session.run("input()", { stdin: "c\n" })).result, "'c'");
    assert.equal((await session.run("import sys; sys.stdin.read()")).result, "''");
});

test("input that is used up is an ordinary end of file", async () => {
    const { error } = await session.run("input(); input()", { stdin: "one" });
    assert.equal(error.evalue, "EOF when reading a line");
});

for (const [name, code] of [
    ["read as a file", "open(0).read()"],
    ["closed", "import os; os.close(0)"],
    ["closed, and its number taken", "import os; os.close(0); taken = open('/tmp/taken', 'w');"],
]) {
    test(`the next run has its input when stdin was ${name}`, async () => {
        await session.run(code, { stdin: "a" });
        assert.equal((await session.run("input()", { stdin: "b" })).result, "'b'");
    });
}

for (const [name, code] of [
    ["replaced", "import io, sys; sys.stdout = sys.stderr = io.StringIO()"],
    ["None", "import sys; sys.stdout = sys.stderr = None"],
    ["closed", "import sys; sys.stdout.close(); sys.stderr.close()"],
    ["detached", "import sys; sys.stdout.detach(); sys.stderr.detach()"],
    ["closed below", "import os; os.close(1); os.close(2)"],
    ["redirected below", "import os; fd = os.open('/tmp/o', os.O_CREAT | os.O_WRONLY); " +
                         "os.dup2(fd, 1); os.dup2(fd, 2)"],
]) {
    test(`the next run has its outputs when they were ${name}`, async () => {
        await session.run(code);
        const run = await session.run("import sys\nprint('out')\nprint('err', file=sys.stderr)\n" +
                                      "sys.stdout is sys.__stdout__");
        assert.deepEqual([run.stdout, run.stderr, run.result], ["out\n", "err\n", "True"]);
    });
}

// --- interrupts

async function interrupted(code) {
    const run = session.begin(`print('on')\n${code}`);
    await session.until((f) => f.header.type === "stream" && f.header.run === run);
    session.interrupt(run);
    const view = await session.ended(run);
    assert.equal(view.status, "interrupted");
    assert.equal(view.error.ename, "KeyboardInterrupt");
    assert.doesNotMatch(view.error.traceback.join("\n"), /glovebox>|webloop/);
    assert.equal((await session.run("1 + 1")).result, "2", "the interpreter must go on");
    return view;
}

for (const [name, code] of [
    ["an endless loop", "while True: pass"],
    ["an endless print", "while True: print(1)"],
    ["a sleep", "import time; time.sleep(1000)"],
    ["an await", "import asyncio; await asyncio.sleep(1000)"],
    ["asyncio.run", "import asyncio; asyncio.run(asyncio.sleep(1000))"],
    ["gathered tasks", "import asyncio; await asyncio.gather(*(asyncio.sleep(1000) for _ in 'abc'))"],
    ["a wait for what never comes", "import asyncio; await asyncio.Event().wait()"],
]) {
    test(`interrupts ${name}`, () => interrupted(code));
}

test("an interrupted run keeps its variables", async () => {
    await interrupted("kept = 5\nwhile True: pass");
    assert.equal((await session.run("kept")).result, "5");
});

test("an interrupted sleep is Python's own exception: none crosses from JavaScript, which would format it for nobody", async () => {
    const other = new Session(); // what is formatted stays known to Python
    try {
        await other.ready();
        for (const code of ["time.sleep(1000)", "while True: time.sleep(0.01)"]) {
            const run = other.begin(`import time\nprint('on')\n${code}`);
            await other.until((f) => f.header.type === "stream" && f.header.run === run);
            other.interrupt(run);
            assert.equal((await other.ended(run)).status, "interrupted");
        }
        assert.equal((await other.run("import sys\nhasattr(sys, 'last_exc')")).result, "False");
    } finally {
        await other.close();
    }
});

test("who ignores the interrupt sleeps on, for as long as was asked", async () => {
    const run = session.begin(`import signal, time
old = signal.signal(signal.SIGINT, signal.SIG_IGN)
begin = time.monotonic()
print('on')
time.sleep(1.2)
signal.signal(signal.SIGINT, old)
time.monotonic() - begin >= 1.2`);
    await session.until((f) => f.header.type === "stream" && f.header.run === run);
    session.interrupt(run);
    assert.equal((await session.ended(run)).result, "True");
});

test("an interrupt right behind the request ends the run, whose task has not taken its first step", { timeout: 60_000 }, async () => {
    for (let round = 0; round < 5; round++) {
        const run = session.begin("while True: pass");
        session.interrupt(run);
        assert.equal((await session.ended(run)).status, "interrupted");
    }
});

test("a signal that comes before the worker comes to the run stops it", { timeout: 60_000 }, async () => {
    const run = session.begin("while True: pass");
    Atomics.store(session.shell.interruptByte, 0, 2);
    assert.equal((await session.ended(run)).status, "interrupted");
    assert.equal((await session.run("1 + 1")).result, "2");
});

test("a signal that meets the rehearsal ends nothing", async () => {
    const other = new Session();
    try {
        await other.ready();
        const byte = new Uint8Array(other.shell.interruptMemory);
        for (const end = performance.now() + 100; performance.now() < end;)
            byte[0] = 2; // at whatever it does until it waits for the first run
        assert.equal((await other.run("import builtins; hasattr(builtins, '_')")).result, "False");
    } finally {
        await other.close();
    }
});

for (const wait of ["import time; time.sleep(0.3)", "import asyncio; await asyncio.sleep(0.3)",
                    "import time\nend = time.monotonic() + 0.6\nwhile time.monotonic() < end: pass"]) {
    test(`a run that was interrupted while it waited behind ${JSON.stringify(wait)} does not start`, async () => {
        const first = session.begin(wait);
        const second = session.begin("print('must not be seen')");
        session.interrupt(second);
        assert.equal((await session.ended(first)).status, "ok");
        const view = await session.ended(second);
        assert.deepEqual([view.status, view.stdout], ["interrupted", ""]);
    });
}

test("an interrupt while packages load ends the run, and the packages are whole", async () => {
    const other = new Session();
    try {
        await other.ready();
        const run = other.begin("import sympy\nprint('must not be seen')");
        await other.until((f) => f.header.type === "starting" && f.header.run === run);
        other.interrupt(run);
        const view = await other.ended(run);
        assert.deepEqual([view.status, view.stdout], ["interrupted", ""]);
        assert.equal(view.error.ename, "KeyboardInterrupt");
        assert.equal((await other.run("import sympy\nsympy.Integer(2) + 1")).result, "3");
    } finally {
        await other.close();
    }
});

test("an interrupt that comes after the end reaches no later run", async () => {
    const run = session.begin("1");
    await session.ended(run);
    session.interrupt(run);
    assert.equal((await session.run("import time; time.sleep(0.1); 2")).result, "2");
});

// --- packages, mounts

test("imports are found by syntax, loaded before the run, and told", async () => {
    const run = await session.run(`
"""import notes, seaborn"""
def later():
    import six
six = __import__("six")
six.__version__`);
    assert.deepEqual(run.frames.map((f) => f.header.type),
                     ["starting", "package", "started", "result", "done"]);
    assert.equal(run.one("package").name, "six");
    assert.equal(run.one("starting").phase, "packages");
});

test("an import that syntax does not show is loaded too", async () => {
    const run = await session.run("import importlib\nimportlib.import_module('idna').__name__");
    assert.equal(run.result, "'idna'");
    assert.equal(run.one("package").name, "idna");
});

test("packages asked for are loaded", async () => {
    const run = await session.run("1", { packages: ["Sniffio"] });
    assert.equal(run.one("package").name, "sniffio");
});

test("pandas reads a mounted CSV with Japanese column names, and aligns them", async () => {
    const run = await session.run(`
import pandas as pd
df = pd.read_csv("/mnt/data/売上.csv")
print(df.head(2).to_string(index=False))
df.groupby("店")["売上"].sum().to_dict()`);
    assert.equal(run.error?.traceback.join("\n"), undefined);
    assert.equal(run.result, "{'大阪': 249500, '東京': 250000}");
    assert.equal(run.stdout, " 月   店  売上\n  1 大阪     0\n  2 東京     1\n");
});

test("what a run wrote to a mount is with the host when it is done", async () => {
    await session.run("f = open('/mnt/data/out.txt', 'w', buffering=1)\nf.write('kept open\\n')");
    assert.equal(Buffer.from(session.host.node("data", "out.txt").bytes).toString(),
                 "kept open\n");
});

/** As the real host: the handles of a run end with it. */
async function runAlone(code, options) {
    const run = await session.run(code, options);
    session.host.handles.clear();
    return run;
}

const inMount = (name) => Buffer.from(session.host.node("data", name).bytes).toString();

for (const [name, open] of [
    ["text", "open('/mnt/data/held.txt', 'w')"],
    ["binary", "open('/mnt/data/held.txt', 'wb')"],
    ["random access", "open('/mnt/data/held.txt', 'w+b')"],
    ["a log", "logging.FileHandler('/mnt/data/held.txt', 'w').stream"],
]) {
    test(`what Python holds back for ${name} is with the host when the run is done`, async () => {
        await runAlone(`import logging\nheld = ${open}\n` +
                       "data = lambda s: s if hasattr(held, 'encoding') else s.encode()\n" +
                       "held.write(data('one'));");
        assert.equal(inMount("held.txt"), "one");
        const run = await runAlone("held.write(data(' two')); held.close()");
        assert.equal(run.error, undefined);
        assert.equal(inMount("held.txt"), "one two");
    });
}

test("what Python holds back and the host refuses is told", async () => {
    const refuse = session.host.do_write;
    session.host.do_write = () => session.host.do_lookup({ mount: "none", path: "" });
    const run = await runAlone("held = open('/mnt/data/held.txt', 'w'); held.write('one');");
    session.host.do_write = refuse;
    assert.match(run.stderr, /^\/mnt\/data\/held.txt: not everything could be written: /);
    await runAlone("held.close()");
});

test("np.memmap writes to its file", async () => {
    const run = await runAlone(`
import numpy as np
m = np.memmap("/mnt/data/mm.bin", dtype="uint8", mode="w+", shape=(4,))
m[:] = 65; m.flush()`);
    assert.equal(run.error?.traceback.join("\n"), undefined);
    assert.equal(inMount("mm.bin"), "AAAA");
    await runAlone("m[:2] = 66; m.flush(); del m");
    assert.equal(inMount("mm.bin"), "BBAA");
});

test("mounts can change between runs", async () => {
    session.post({ type: "mounts", mounts: [{ name: "data", mode: "rw" },
                                            { name: "more", mode: "ro" }] });
    session.host.mounts.set("more", { mode: "ro", root: session.host.folder({ "n.txt": "new" }) });
    assert.equal((await session.run("open('/mnt/more/n.txt').read()")).result, "'new'");
});

for (const [name, code] of [
    ["urllib", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:1/')"],
    ["http.client", "import http.client; http.client.HTTPConnection('127.0.0.1').request('GET', '/')"],
    ["requests", "import requests; requests.get('https://example.org/')"],
    ["urllib3", "import urllib3; urllib3.request('GET', 'https://example.org/')"],
    ["httpx", "import httpx; httpx.get('https://example.org/')"],
    ["pyfetch", "from pyodide.http import pyfetch; await pyfetch('https://example.org/')"],
    ["asyncio", "import asyncio; await asyncio.open_connection('127.0.0.1', 1)"],
    ["pandas", "import pandas as pd; pd.read_csv('https://example.org/a.csv')"],
]) {
    test(`${name} is told that the network is blocked`, async () => {
        const { error } = await session.run(code);
        assert.match(error.evalue, /This sandbox has no network/);
    });
}

// --- what a program does to Python itself

for (const [name, code] of [["signs", "-".repeat(200_000) + "1"],
                            ["negations", "not ".repeat(100_000) + "1"],
                            ["sums", "1+".repeat(200_000) + "1"]]) {
    test(`code of too many ${name} is an error, not the interpreter's end`, async () => {
        const { error } = await session.run(code);
        assert.equal(error.ename, "RecursionError");
        assert.match(error.evalue, /more than Python can compile here/);
        assert.equal((await session.run("1 + 1")).result, "2");
    });
}

test("names that a program replaces are not those that Glovebox uses", async () => {
    const careless = new Session();
    try {
        await careless.ready();
        await careless.run("import builtins, json\njson.dumps = json.loads = None\n" +
                           "builtins.repr = builtins.print = builtins.callable = None");
        assert.equal((await careless.run("import six\n(1, 2)")).result, "(1, 2)");
        assert.equal((await careless.run("1/0")).error.ename, "ZeroDivisionError");
    } finally {
        await careless.close();
    }
});

for (const [seconds, ename] of [["float('nan')", "ValueError"], ["float('inf')", "OverflowError"],
                                ["1e20", "OverflowError"], ["-1", "ValueError"]]) {
    test(`time.sleep(${seconds}) is a ${ename}, at once`, async () => {
        assert.equal((await session.run(`import time; time.sleep(${seconds})`)).error.ename, ename);
    });
}

// --- limits

test("a heap above its limit is a MemoryError, and Python lives on", async () => {
    const small = new Session({ heap: 128 * 1024 * 1024 });
    try {
        await small.ready();
        const { error } = await small.run("x = [bytearray(10**7) for _ in range(60)]");
        assert.equal(error.ename, "MemoryError");
        assert.equal((await small.run("1 + 1")).result, "2");
    } finally {
        await small.close();
    }
});

test("files in /session have a limit that is told", async () => {
    const { error } = await session.run(`
with open("large.bin", "wb", buffering=0) as f:
    f.seek(600 * 2**20)
    f.write(b"x")`);
    assert.equal(error.ename, "OSError");
    assert.match(error.traceback.at(-1), /may take 512 MiB together/);
});

test("an interpreter that ends itself is told as fatal", async () => {
    const doomed = new Session();
    try {
        await doomed.ready();
        doomed.begin("import os; os._exit(3)");
        const { header } = await doomed.until((f) => f.header.type === "fatal");
        assert.match(header.reason, /ended itself/);
    } finally {
        await doomed.close();
    }
});

/** Waits until the host has this content. */
async function hostHas(one, name, content) {
    for (;;) {
        const bytes = one.host.node("data", "").entries.get(name)?.bytes;
        if (bytes && Buffer.from(bytes).toString() === content)
            return;
        await new Promise((resolve) => setTimeout(resolve, 5));
    }
}

test("what a program wrote is with the host when it ends its interpreter, closed or not", { timeout: 60_000 }, async () => {
    const doomed = new Session({ mounts: { data: { files: {} } } });
    try {
        await doomed.ready();
        doomed.begin(`
import os
for i in range(20):
    with open(f"/mnt/data/closed{i}", "w") as f:
        f.write(str(i))
log = open("/mnt/data/log", "w")
log.write("written")
log.flush()
os._exit(3)`);
        await doomed.until((f) => f.header.type === "fatal");
        for (let i = 0; i < 20; i++)
            assert.equal(Buffer.from(doomed.host.node("data", `closed${i}`).bytes).toString(), `${i}`);
        assert.equal(Buffer.from(doomed.host.node("data", "log").bytes).toString(), "written");
    } finally {
        await doomed.close();
    }
});

test("what a program wrote is with the host while it sleeps, and before it is ended because it ignores interrupts", { timeout: 60_000 }, async () => {
    const deaf = new Session({ mounts: { data: { files: {} } } });
    try {
        await deaf.ready();
        const run = deaf.begin(`
import time
log = open("/mnt/data/log", "w", buffering=1)
print("one", file=log)
time.sleep(0.1)
asleep = open("/mnt/data/asleep", "w")
print("two", file=log)
print("on", flush=True)
while True:
    try:
        while True:
            pass
    except BaseException:
        pass`);
        await hostHas(deaf, "log", "one\n");
        await deaf.until((f) => f.header.type === "stream" && f.header.run === run);
        deaf.interrupt(run);
        await hostHas(deaf, "log", "one\ntwo\n");
    } finally {
        await deaf.close();
    }
});
