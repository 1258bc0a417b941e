// SPDX-License-Identifier: MIT
// Python as people write it, on the real runtime.
import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { Session } from "./support/session.mjs";

let session;

before(async () => {
    session = new Session({ mounts: { w: { files: {
        "a.csv": "a,b\n1,2\n",
        "project": { "helper.py": "value = 7\n", "sub": { "__init__.py": "", "deep.py": "" } },
        "script.py": "x = 5\nif __name__ == '__main__':\n    print('hi', __file__)\n",
    } } } });
    await session.ready();
});

after(() => session.close());

async function good(code) {
    const run = await session.run(code);
    assert.equal(run.error?.traceback.join("\n"), undefined);
    return run;
}

// --- one thread, one process

for (const [name, code, words] of [
    ["a thread", "import threading; threading.Thread(target=print).start()", /one thread.*asyncio/],
    ["a pool of threads", "from concurrent.futures import ThreadPoolExecutor as E\n" +
                          "with E() as e: e.submit(print)", /one thread.*asyncio/],
    ["a pool of processes", "from concurrent.futures import ProcessPoolExecutor as E\nE()",
     /one process/],
    ["multiprocessing", "import multiprocessing\nmultiprocessing.Pool(2)", /one process/],
    ["subprocess", "import subprocess; subprocess.run(['ls'])", /cannot start other programs/],
    ["pip", "import subprocess, sys\n" +
            "subprocess.check_call([sys.executable, '-m', 'pip', 'install', 'x'])", /%pip install NAME/],
    ["os.system", "import os; os.system('ls')", /cannot start other programs/],
    ["os.popen", "import os; os.popen('ls')", /cannot start other programs/],
    ["os.fork", "import os; os.fork()", /cannot start other programs/],
    ["signal.alarm", "import signal; signal.alarm(1)", /timer signals.*timeout_s/],
    ["signal.setitimer", "import signal; signal.setitimer(signal.ITIMER_REAL, 1)", /timer signals/],
    ["a page in a browser", "import webbrowser; webbrowser.open('https://example.com')",
     /opens no pages/],
    ["breakpoint()", "breakpoint()", /nobody to ask here/],
    ["a server", "import http.server\n" +
                 "http.server.HTTPServer(('', 8000), http.server.SimpleHTTPRequestHandler)",
     /no network/],
    ["a program of asyncio", "import asyncio\nawait asyncio.create_subprocess_exec('ls')",
     /cannot start other programs/],
    ["a server of asyncio", "import asyncio\nawait asyncio.start_server(print, '127.0.0.1', 0)",
     /no network/],
    ["a listening socket", "import socket; socket.socket().listen()", /no network/],
    ["micropip", "import micropip; await micropip.install('unheard-of')",
     /The person said no/],
]) {
    test(`${name} is refused at once, in words`, async () => {
        const { error, status } = await session.run(code);
        assert.equal(status, "error");
        assert.match(error.evalue, words);
        assert.equal((await session.run("1 + 1")).result, "2");
    });
}

test("breakpoint() takes the debugger's commands from stdin", async () => {
    const run = await session.run("x = 41\nbreakpoint()\nx + 1", { stdin: "p x\nc\n" });
    assert.match(run.stdout, /\(Pdb\).*41/);
    assert.equal(run.result, "42");
});

test("a package that is carried needs no installing", async () => {
    await good("import micropip; await micropip.install(['numpy', 'scikit-learn'])");
});

test("joblib works without processes", async () => {
    const run = await good("from joblib import Parallel, delayed\n" +
                           "Parallel(n_jobs=2)(delayed(abs)(i) for i in (-1, 2))");
    assert.equal(run.result, "[1, 2]");
});

for (const [code, reason] of [["os._exit(3)", /os\._exit\(3\)/], ["os.abort()", /os\.abort/],
                              ["os.kill(os.getpid(), 9)", /os\.kill/]]) {
    test(`${code} ends the interpreter, and says so`, async () => {
        const other = new Session();
        try {
            await other.ready();
            await assert.rejects(other.run(`import os; ${code}`), reason);
        } finally {
            await other.close();
        }
    });
}

// --- asyncio

for (const [name, code] of [
    ["asyncio.run in asyncio.run", "async def g(): return 3\nasync def f(): return asyncio.run(g())\n" +
                                   "asyncio.run(f())"],
    ["a loop of its own", "loop = asyncio.new_event_loop()\nasyncio.set_event_loop(loop)\n" +
                          "try:\n    x = loop.run_until_complete(asyncio.sleep(0.01, 3))\n" +
                          "finally:\n    loop.close()\nx"],
    ["get_event_loop", "asyncio.get_event_loop().run_until_complete(asyncio.sleep(0, 3))"],
    ["a Runner", "with asyncio.Runner() as runner: x = runner.run(asyncio.sleep(0, 3))\nx"],
    ["nest_asyncio", "import nest_asyncio; nest_asyncio.apply()\nasyncio.run(asyncio.sleep(0, 3))"],
    ["to_thread", "await asyncio.to_thread(lambda: 3)"],
    ["a task group", "async with asyncio.TaskGroup() as tg: t = tg.create_task(asyncio.sleep(0, 3))\n" +
                     "t.result()"],
]) {
    test(`${name} works`, async () => {
        const run = await good(`import asyncio\n${code}`);
        assert.deepEqual([run.result, run.stderr], ["3", ""]);
    });
}

// --- recursion

for (const [name, code] of [
    ["a function", "def f(n): return f(n + 1)\nf(0)"],
    ["a function, without Python's own limit",
     "import sys\nsys.setrecursionlimit(10**6)\ntry:\n    f(0)\nfinally:\n    sys.setrecursionlimit(1000)"],
    ["__repr__", "class A:\n    def __repr__(self): return repr(self)\nrepr(A())"],
    ["__getattr__", "class A:\n    def __getattr__(self, n): return getattr(self, n + 'a')\nA().b"],
    ["a key function", "def k(x): return sorted([x], key=k)\nk(1)"],
]) {
    test(`endless recursion in ${name} is a RecursionError`, async () => {
        const { error } = await session.run(code);
        assert.equal(error.ename, "RecursionError");
        assert.ok(error.traceback.length < 1000);
        assert.equal((await session.run("1 + 1")).result, "2");
    });
}

test("an error 50,000 calls deep is told with the number of calls", async () => {
    const { error } = await session.run(`
import sys
def deep(n): return 1 / 0 if n == 0 else 1 + deep(n - 1)
sys.setrecursionlimit(10**6)
try: deep(50_000)
finally: sys.setrecursionlimit(1000)`);
    assert.equal(error.ename, "ZeroDivisionError");
    assert.match(error.traceback.join("\n"), /\[Previous line repeated 49998 more times\]/);
});

// --- time, sources, progress

test("the time zone is the host's, and zones are known by name", async () => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const run = await good("import os, datetime, zoneinfo\n(os.environ['TZ'], datetime.datetime(" +
        "2026, 1, 1, tzinfo=zoneinfo.ZoneInfo('Asia/Tokyo')).isoformat(), " +
        "datetime.datetime.now().astimezone().utcoffset().total_seconds())");
    assert.equal(run.result, `('${zone}', '2026-01-01T00:00:00+09:00', ` +
                             `${(-new Date().getTimezoneOffset() * 60).toFixed(1)})`);
});

test("functions and classes of any run have a source", async () => {
    await good("def f():\n    return 1\n\nclass A:\n    x = 1");
    const run = await good("import inspect\n(inspect.getsource(f), inspect.getsource(A))");
    assert.equal(run.result, "('def f():\\n    return 1\\n', 'class A:\\n    x = 1\\n')");
});

for (const from of ["tqdm", "tqdm.auto", "tqdm.notebook"]) {
    test(`${from} draws its bar without a complaint`, async () => {
        const run = await good(`from ${from} import tqdm\nfor i in tqdm(range(3)): pass`);
        assert.match(run.stderr, /^\r  0%.*\r100%\|█+\| 3\/3 .*\n$/);
    });
}

test("rich draws tables and bars", async () => {
    const run = await good("from rich.progress import track\nfor i in track(range(3)): pass\n" +
                           "from rich import print as show\nshow('[bold]売上[/bold]')");
    assert.match(run.stdout, /100%.*\n売上\n$/s);
});

// --- programs in files

test("a program from a file finds itself and what lies beside it", async () => {
    const run = await session.run(`
import sys, helper
from . import helper as same
if __name__ == "__main__":
    print(__file__, sys.argv, sys.path[0], helper.value, same.value)
def made(): return 1`, { path: "/mnt/w/project/main.py" });
    assert.equal(run.error?.traceback.join("\n"), undefined);
    assert.equal(run.stdout, "/mnt/w/project/main.py ['/mnt/w/project/main.py'] /mnt/w/project 7 7\n");
    assert.equal((await session.run("made(), globals().get('__file__'), sys.argv, sys.path[0]")).result,
                 "(1, None, [''], '')");
});

test("its traceback names the file", async () => {
    const { error } = await session.run("\n1/0", { path: "/mnt/w/project/bad.py" });
    assert.match(error.traceback.join("\n"), /File "\/mnt\/w\/project\/bad.py", line 2.*\n    1\/0/);
});

test("data beside it that is not in the working directory is pointed at", async () => {
    const { error } = await session.run("open('helper.py').read()", { path: "/mnt/w/project/main.py" });
    assert.match(error.traceback.at(-1), /working directory is \/session; there is \/mnt\/w\/project\/helper\.py/);
    const nowhere = await session.run("open('nowhere.csv')", { path: "/mnt/w/project/main.py" });
    assert.match(nowhere.error.traceback.at(-1), /No such file/);
});

test("a module beside it that was changed is imported anew", async () => {
    const change = "open('/mnt/w/project/helper.py', 'w').write('value = 8 # changed\\n');";
    await good(change);
    const run = await session.run("import helper; helper.value", { path: "/mnt/w/project/main.py" });
    assert.equal(run.result, "8");
});

// --- magics and commands

for (const [code, result, stdout] of [
    ["%time x = sum(range(5))\nx", "10", /CPU times: total .*\nWall time: /],
    ["%time 1 + 1", "2", /Wall time/],
    ["import asyncio\n%time await asyncio.sleep(0.01, 7)", "7", /Wall time/],
    ["%timeit -n 2 -r 3 sum(range(5))", undefined, /±.*3 runs, 2 loops each/],
    ["%%time\ny = 5\ny + 1", "6", /Wall time/],
    ["%%timeit -n 2 -r 2\nz = 1\nz + 1", undefined, /2 runs, 2 loops each/],
    ["%matplotlib inline\n1", "1", /^$/],
    ["%pwd", "'/session'", /^$/],
    ["%cd /tmp\n%cd /session\n!pwd", undefined, /^\/tmp\n\/session\n\/session\n$/],
    ["%env FOO=bar\n%env FOO", "'bar'", /env: FOO=bar/],
    ["files = !ls /mnt/w\nfiles", "['a.csv', 'project', 'script.py']", /^$/],
    ["name = 'w'\n!ls /mnt/{name} | head -1", undefined, /^a\.csv\n$/],
    ["%run /mnt/w/script.py\nx", "5", /^hi \/mnt\/w\/script\.py\n$/],
    ["%%writefile /session/made.py\nmade = 3", undefined, /Writing \/session\/made\.py/],
    ["!cat made.py && python made.py", undefined, /^made = 3\n$/],
    ["%%writefile -a made.py\n\nmore = 4\n", undefined, /Appending to made\.py/],
    ["open('made.py').read()", "'made = 3\\n\\nmore = 4\\n'", /^$/],
    ["%%bash\necho a\necho b", undefined, /^a\nb\n$/],
    ["%%capture out\nprint('hidden')", undefined, /^$/],
    ["out.stdout", "'hidden\\n'", /^$/],
    ["%pip install -q numpy pandas", undefined, /pandas: nothing to do/],
    ["len?", undefined, /number of items/],
    ["get_ipython().run_line_magic('matplotlib', 'inline')", undefined, /^$/],
    ["import IPython\nIPython.get_ipython().run_line_magic('pwd', '')", "'/session'", /^$/],
    ["%reset -f\n%who", undefined, /No names are defined/],
    ["kept = 1\n%who\n%whos", undefined, /^kept\n.*kept +int +1\n$/s],
]) {
    test(`${JSON.stringify(code)} does what it does in notebooks`, async () => {
        const run = await good(code);
        assert.equal(run.result, result);
        assert.match(run.stdout, stdout);
    });
}

test("a magic that nobody knows is named, with those that are known", async () => {
    const { error } = await session.run("%prun f()");
    assert.equal(error.ename, "UsageError");
    assert.match(error.evalue, /%prun is not known here.*%timeit/);
});

test("lines keep their numbers around magics", async () => {
    const { error } = await session.run("%matplotlib inline\n!echo a \\\n  b\n\ndef f():\n" +
                                        "    !echo in f\n    1/0\nf()");
    assert.match(error.traceback.join("\n"), /line 8, in <module>\n    f\(\).*line 7, in f\n    1\/0/s);
});

test("imports beside magics are seen before the run", async () => {
    const run = await good("%matplotlib inline\nimport mpmath\n!pwd");
    assert.ok(run.frames.findIndex((f) => f.header.type === "package") <
              run.frames.findIndex((f) => f.header.type === "started"));
});

// --- what notebooks show

test("IPython's display objects are kept and read", async () => {
    const run = await good(`
from IPython.display import display, HTML, Markdown, JSON, Math, SVG, Image, clear_output
display(HTML("<p>Hello <b>you</b></p>"), Markdown("# 題"), {"a": 1}, JSON({"b": [1]}))
display(Math("x^2"), SVG("<svg/>"))
display({"text/html": "<p>raw"}, raw=True)
Markdown("**last**")`);
    assert.deepEqual(run.displays.map((d) => [d.header.mime, d.header.text]), [
        ["text/html", "Hello you"], ["text/markdown", ""], ["application/json", ""],
        ["text/latex", ""], ["image/svg+xml", "<svg/>"], ["text/html", "raw"],
        ["text/markdown", ""]]);
    assert.equal(run.stdout, "# 題\n{'a': 1}\n{\n \"b\": [\n  1\n ]\n}\n$\\displaystyle x^2$\n");
    assert.equal(run.result, "**last**");
});

test("a picture from an address is refused, as there is no network", async () => {
    const { error } = await session.run("Image(url='https://example.org/a.png')");
    assert.match(error.evalue, /no network/);
});

// --- interrupted imports

for (const [name, code, use] of [
    ["a package with compiled parts", "numpy", "numpy.arange(3).sum() + len(numpy.random.rand(2))"],
    ["a package of Python", "sympy", "sympy.Integer(2) + 3"],
]) {
    test(`an import of ${name} that was interrupted works the next time`, async () => {
        const other = new Session();
        try {
            await other.ready();
            for (const milliseconds of [0, 40, 160]) {
                const run = other.begin(`import ${code}`);
                await other.until((f) => f.header.type === "started" && f.header.run === run);
                await new Promise((resolve) => setTimeout(resolve, milliseconds));
                other.interrupt(run);
                await other.ended(run);
            }
            const run = await other.run(`import ${code}\nprint(${use})`);
            assert.equal(run.error?.traceback.join("\n"), undefined);
            assert.equal(run.stdout, "5\n");
        } finally {
            await other.close();
        }
    });
}
