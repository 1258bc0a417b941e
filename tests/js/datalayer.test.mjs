// SPDX-License-Identifier: MIT
// The layer in which numpy, pandas and matplotlib are imported, made and restored with the real
// runtime. No test looks at a clock: what makes it fast is that nothing is loaded or imported.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test, { after, before } from "node:test";
import { Session } from "./support/session.mjs";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "glovebox-datalayer-"));
const file = path.join(folder, "data");
const open = [];
let parts = [];

async function restored(options = {}) {
    const session = new Session({ snapshots: { data: file }, ...options });
    open.push(session);
    await session.ready();
    return session;
}

/** Fails with what Python said. */
function resultOf(run) {
    assert.equal(run.error?.traceback.join("\n"), undefined);
    return run.result;
}

before(async () => {
    const maker = new Session({ role: "snapshot", make: "data" });
    open.push(maker);
    await maker.until((f) => f.header.type === "snapshot" &&
        f.header.offset + f.body.length === f.header.total);
    parts = maker.frames.filter((f) => f.header.type === "snapshot");
    assert.ok(parts.every((f) => f.header.layer === "data"));
    fs.writeFileSync(file, Buffer.concat(parts.map((f) => f.body)));
});

after(async () => {
    await Promise.all(open.map((session) => session.close()));
    fs.rmSync(folder, { recursive: true });
});

test("the stack is imported before a program asks for it, and no wheel is loaded", async () => {
    const session = await restored();
    const before = await session.run(`
import sys
names = [n for n in dir() if not n.startswith("__")]
[n in sys.modules for n in ("numpy", "pandas", "matplotlib.pyplot")], names`);
    assert.equal(resultOf(before), "([True, True, True], ['sys'])");
    assert.equal(before.one("package"), undefined);
    const run = await session.run(`
import numpy as np, pandas as pd
frame = pd.DataFrame({"a": [1, 2, 3], "b": list("xyx")})
float(np.linalg.inv(np.eye(2) * 2)[0, 0]), frame.groupby("b").a.sum().to_dict()`);
    assert.equal(resultOf(run), "(0.5, {'x': 4, 'y': 2})");
    assert.equal(run.one("starting"), undefined);
});

test("packages that were there are told when a program uses them, once", async () => {
    const session = await restored();
    const names = (run) => run.all("package").map((f) => f.header.name);
    assert.deepEqual(names(await session.run("import numpy")), ["numpy"]);
    assert.ok(names(await session.run("import pandas")).includes("pandas"));
    assert.deepEqual(names(await session.run("import numpy, pandas")), []);
});

test("plots have their fonts, and nothing warns", async () => {
    const session = await restored();
    const run = await session.run(`
import warnings; warnings.simplefilter("error")
import matplotlib.pyplot as plt
plt.rcParams["font.family"] = "MS Gothic"
plt.plot([1, 2]); plt.title("売上 매출 $x^2$"); plt.show()`);
    resultOf(run);
    assert.equal(run.stderr, "");
    assert.deepEqual(run.displays.map((d) => d.header.title), ["売上 매출 $x^2$"]);
});

test("two sessions draw different random numbers, of Python and of numpy", async () => {
    const code = "import random, numpy as np\n" +
        "random.random(), np.random.rand(), np.random.normal(), np.random.default_rng().random()";
    const runs = [];
    for (let i = 0; i < 2; i++)
        runs.push(eval(`[${resultOf(await (await restored()).run(code)).slice(1, -1)}]`));
    for (let i = 0; i < 4; i++)
        assert.notEqual(runs[0][i], runs[1][i]);
    const session = await restored();
    const seeded = "np.random.seed(7); float(np.random.rand())";
    assert.equal(resultOf(await session.run("import numpy as np\n" + seeded)),
                 resultOf(await session.run(seeded)));
});

test("the packages' metadata is what the lock says", async () => {
    const session = await restored();
    const run = await session.run(`
from importlib import metadata
import numpy, pandas, matplotlib
[metadata.version(m.__name__) == m.__version__ for m in (numpy, pandas, matplotlib)], \
    len([d for d in metadata.distributions() if d.name.lower() == "pillow"])`);
    assert.equal(resultOf(run), "([True, True, True], 1)");
});

test("ctypes opens a library of the stack and calls it", async () => {
    const session = await restored();
    const run = await session.run(`
import ctypes, numpy as np
from numpy._core import _multiarray_umath as module
library = ctypes.PyDLL(module.__file__)
address = ctypes.cast(library.PyInit__multiarray_umath, ctypes.c_void_p).value
values = (ctypes.c_int * 3)(1, 2, 3)
address > 0, int(np.ctypeslib.as_array(values).sum()), ctypes.pythonapi.Py_IsInitialized()`);
    assert.equal(resultOf(run), "(True, 6, 1)");
});

test("packages outside of the layer load after it, and use its libraries", async () => {
    const session = await restored();
    const run = await session.run(
        "import scipy.optimize as o\nround(float(o.minimize(lambda x: (x - 3) ** 2, 0).x[0]), 3)");
    assert.equal(resultOf(run), "3.0");
    assert.ok(run.all("package").some((f) => f.header.name === "scipy"));
    assert.ok(!run.one("starting").text.includes("numpy"));
});

test("modules of the stack that are not imported yet come from its files, compiled", async () => {
    const session = await restored();
    const run = await session.run(`
import os, matplotlib.animation as module
os.path.exists(module.__cached__), "def " in open(module.__file__).read()`);
    assert.equal(resultOf(run), "(True, True)");
});

test("the layer's files cannot be changed", async () => {
    const session = await restored();
    const run = await session.run(`
import numpy, os
problems = []
for attempt in (lambda: open(numpy.__file__, "w"), lambda: os.remove(numpy.__file__),
                lambda: open(os.path.dirname(numpy.__file__) + "/new.py", "w"),
                lambda: os.rename(numpy.__file__, numpy.__file__ + "x"), lambda: os.truncate(numpy.__file__, 0)):
    try:
        attempt()
    except OSError as error:
        problems.append(error.strerror)
set(problems), len(problems), os.path.getsize(numpy.__file__) > 0`);
    assert.equal(resultOf(run), "({'Read-only file system'}, 5, True)");
});

test("asyncio.run, sleep and input work after restoring", async () => {
    const session = await restored();
    const run = await session.run(`
import asyncio, time
async def f():
    await asyncio.sleep(0.01)
    return input()
time.sleep(0.01)
asyncio.run(f()), await f()`, { stdin: "one\ntwo\n" });
    assert.equal(resultOf(run), "('one', 'two')");
});

test("the garbage collector leaves the stack alone", async () => {
    const session = await restored();
    assert.equal(resultOf(await session.run("import gc\ngc.get_freeze_count() > 50_000")), "True");
});

test("a part of the packages that was changed is refused", async () => {
    const changed = path.join(folder, "changed");
    fs.copyFileSync(file, changed);
    const begin = parts[0].header.head;
    const rest = fs.openSync(changed, "r+");
    // Libraries' code and files, all of them: one byte in each kilobyte.
    for (let at = begin; at < fs.fstatSync(rest).size; at += 1024)
        fs.writeSync(rest, Buffer.from([at >> 10]), 0, 1, at);
    fs.closeSync(rest);
    const session = new Session({ snapshots: { data: changed } });
    open.push(session);
    await session.ready();
    await assert.rejects(session.run("import numpy\nnumpy.arange(3).sum()"),
                         /a stored part of the packages was changed/);
    // Otherwise the same, of the layer as it was made.
    const control = await restored();
    assert.equal(resultOf(await control.run("import numpy\nint(numpy.arange(3).sum())")), "3");
});

test("a layer that is cut off starts no interpreter", async () => {
    const cut = path.join(folder, "cut");
    fs.writeFileSync(cut, fs.readFileSync(file).subarray(0, 20_000_000));
    const session = new Session({ snapshots: { data: cut } });
    open.push(session);
    await assert.rejects(session.ready(), /cut off|instead of/);
});
