// SPDX-License-Identifier: MIT
// What the person asks of a session between its runs, and what a run asks of the person: real
// Pyodide, real worker, real shell.
import assert from "node:assert/strict";
import fs from "node:fs";
import test, { after, before } from "node:test";
import { Session } from "./support/session.mjs";

let session;

before(async () => {
    session = new Session({ mounts: { data: { files: { "売上.csv": "月,売上\n1,2\n" } } } });
    await session.ready();
});

after(() => session.close());

const fixture = (name) => JSON.parse(fs.readFileSync(
    new URL(`../fixtures/worker-protocol/${name}.json`, import.meta.url), "utf8")).header;
const texts = ({ matches }) => matches.map(({ text }) => text);
const complete = (code, cursor = code.length) => session.look("complete", { code, cursor });

// --- what runs left running

test("what earlier runs left running is cancelled when it takes too much", async () => {
    await session.run(`import asyncio
turns = []
async def spin():
    while True:
        turns.append(1)
        await asyncio.sleep(0)
async def wait():
    await asyncio.sleep(3600)
left = [asyncio.create_task(spin()), asyncio.create_task(wait())]`);
    assert.deepEqual(await session.look("stop_strays"), { tasks: 2 });
    const run = await session.run("before = len(turns)\nawait asyncio.sleep(0.05)\n"
        + "[task.cancelled() for task in left], len(turns) - before, asyncio.all_tasks() - {asyncio.current_task()}");
    assert.equal(run.result, "([True, True], 0, set())");
    assert.deepEqual(await session.look("stop_strays"), { tasks: 0 });
});

// --- input

test("input() gets the person's line, and the prompt goes with the wish", async () => {
    session.host.lines = ["花子"];
    const run = await session.run("print('before')\nname = input('Name? ')\nname", { attended: true });
    assert.equal(run.result, "'花子'");
    assert.equal(run.stdout, "before\n");
    const types = run.frames.map((f) => f.header.type).filter((type, i, all) => type !== all[i - 1]);
    assert.deepEqual(types.slice(0, 4), ["started", "stream", "input", "result"]);
    assert.equal(run.one("input").prompt, "Name? ");
    assert.equal(run.one("input").secret, false);
    assert.deepEqual(Object.keys(run.one("input")).sort(),
                     Object.keys(fixture("from_worker.input")).sort());
    const { header } = session.host.calls.findLast(({ op }) => op === "input.line");
    assert.deepEqual({ ...header, nonce: "" },
                     { ...fixture("from_worker.call.input.line"), nonce: "" });
});

test("a line of any length arrives whole", async () => {
    const line = "売上😀".repeat(3000);
    session.host.lines = [line];
    const run = await session.run("line = input()\nlen(line), line == '売上😀' * 3000",
                                  { attended: true });
    assert.equal(run.result, "(9000, True)");
});

test("getpass() asks for a secret", async () => {
    session.host.lines = ["open sesame"];
    const run = await session.run("import getpass\ngetpass.getpass('Key: ')", { attended: true });
    assert.equal(run.result, "'open sesame'");
    assert.equal(run.one("input").secret, true);
    assert.equal(run.stdout + run.stderr, "");
});

test("sys.stdin is read line by line until its end", async () => {
    session.host.lines = ["a", "b", null];
    const run = await session.run("import sys\n[line for line in sys.stdin]", { attended: true });
    assert.equal(run.result, "['a\\n', 'b\\n']");
});

test("the end of the input is an EOFError", async () => {
    session.host.lines = [null];
    const run = await session.run("input()", { attended: true });
    assert.equal(run.error.ename, "EOFError");
});

test("a run that is stopped while it waits raises KeyboardInterrupt", async () => {
    session.host.lines = [];
    const run = await session.run(
        "try:\n    input()\nexcept KeyboardInterrupt:\n    caught = True\ncaught", { attended: true });
    assert.equal(run.result, "True");
});

test("the time of waiting is not the run's", async () => {
    const run = session.begin("input()", { attended: true });
    const { input_line: answer } = session.host;
    session.host.input_line = () => {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
        return [{ line: "late" }];
    };
    const ended = await session.ended(run);
    session.host.input_line = answer;
    assert.ok(ended.one("done").execution_ms < 450, String(ended.one("done").execution_ms));
});

test("without a person input() fails at once, and stdin that was given is read", async () => {
    const before = session.host.count("input.line");
    const run = await session.run("input('Name? ')");
    assert.equal(run.error.ename, "EOFError");
    assert.match(run.error.evalue, /nobody to ask/);
    assert.equal((await session.run("input()", { stdin: "given\n", attended: true })).result,
                 "'given'");
    assert.equal(session.host.count("input.line"), before);
});

test("a program's own sys.stdin is asked instead", async () => {
    const run = await session.run(
        "import io, sys\nsys.stdin = io.StringIO('mine\\n')\ninput()", { attended: true });
    assert.equal(run.result, "'mine'");
});

// --- looking

test("names, attributes and keys of the live session are completed", async () => {
    await session.run("売上高 = {'東京': 1, '大阪': 2}\nclass Thing:\n" +
                      "    def method(self, first, second=2): 'What it does.'\nthing = Thing()");
    assert.deepEqual(texts(await complete("売上")), ["売上高"]);
    assert.deepEqual(texts(await complete("thing.me")), ["method"]);
    assert.deepEqual(texts(await complete("thing.method(1, sec")).slice(0, 1), ["second="]);
    assert.deepEqual(await complete("'😀', 売上高['東"),
                     { start: 11, end: 12,
                       matches: [{ text: "東京", type: "key", signature: "" }] });
});

test("bundled packages are completed without being loaded", async () => {
    assert.ok(texts(await complete("import pan")).includes("pandas"));
    assert.equal((await session.run("import sys\n'pandas' in sys.modules")).result, "False");
});

test("a path under /mnt is left to the program", async () => {
    const { path, start, end } = await complete("open('/mnt/data/売")
    assert.deepEqual({ path, start, end }, { path: "/mnt/data/売", start: 16, end: 17 });
});

test("files of the session are completed", async () => {
    await session.run("open('notes.txt', 'w').close()");
    assert.deepEqual(texts(await complete("open('no")), ["notes.txt"]);
});

test("what stands under the cursor is told", async () => {
    const found = await session.look("inspect", { code: "thing.method(1, ", cursor: 16 });
    assert.equal(found.name, "thing.method");
    assert.equal(found.signature, "(first, second=2)");
    assert.equal(found.doc, "What it does.");
    assert.equal(found.parameter, 1);
});

test("variables are listed, functions last", async () => {
    await session.run("def later(): pass\nnumbers = list(range(5))");
    const { variables } = await session.look("variables");
    const names = variables.map(({ name }) => name);
    assert.ok(names.indexOf("later") > names.indexOf("numbers"));
    assert.deepEqual(variables.find(({ name }) => name === "numbers"),
                     { name: "numbers", type: "list", shape: "5 items", preview: "[0, 1, 2, 3, 4]",
                       bytes: variables.find(({ name }) => name === "numbers").bytes, table: false,
                       callable: false });
});

test("a __repr__ that prints and hangs is interrupted, and the variables stay", async () => {
    await session.run("class Slow:\n    def __repr__(self):\n        print('noise')\n" +
                      "        while True: pass\nslow = Slow()\nkept = 7");
    const id = session.beginLook("variables");
    setTimeout(() => session.interrupt(`look-${id}`), 300);
    const { variables } = await session.answered(id);
    assert.equal(variables.find(({ name }) => name === "slow").preview, "…");
    assert.equal(variables.find(({ name }) => name === "kept").preview, "7");
    assert.equal((await session.run("kept")).result, "7");
    // It is not tried again.
    await session.look("variables");
    assert.equal(session.frames.filter((f) => f.header.type === "stream" && f.header.run === null)
        .length, 0);
});

test("a question that never ends by itself is interrupted and says so", async () => {
    await session.run("import inspect\ndef wait(x): pass\ninspect_signature = inspect.signature\n" +
                      "def hang(*a, **k):\n    while True: pass\ninspect.signature = hang");
    const id = session.beginLook("inspect", { code: "wait(", cursor: 5 });
    setTimeout(() => session.interrupt(`look-${id}`), 200);
    assert.equal((await session.answered(id)).kind, "late");
    assert.equal((await session.run("inspect.signature = inspect_signature\n1")).result, "1");
});

test("what is asked that nobody knows is an error", async () => {
    assert.equal((await session.look("eval", {})).kind, "invalid");
    assert.equal((await session.look("table", { variable: "gone", sort: -1, descending: false,
        filter: "", first_row: 0, rows: 1, first_column: 0, columns: 1 })).kind, "missing");
});

test("a session that was poisoned can only lie", async () => {
    await session.run("import _glovebox.looks as looks\nanswer = looks.answer\n" +
                      "looks.answer = lambda *a: 1 / 0");
    assert.match((await session.look("variables")).error, /division/);
    await session.run("looks.answer = lambda *a: 'x' * 20_000_000");
    assert.match((await session.look("variables")).error, /too long/);
    await session.run("looks.answer = answer");
    assert.ok((await session.look("variables")).variables.length > 0);
});

// --- tables

const page = (variable, more = {}) => session.look("table", {
    variable, sort: -1, descending: false, filter: "", first_row: 0, rows: 3, first_column: 0,
    columns: 50, ...more });
const text = (variable, more = {}) => session.look("table_text", {
    variable, sort: -1, descending: false, filter: "", first_row: 0, rows: 0, first_column: 0,
    columns: 0, separator: ",", ...more });

test("a million rows are shown by windows, sorted and filtered where they are", async () => {
    const run = await session.run(`
import numpy as np, pandas as pd
rows = 1_000_000
sales = pd.DataFrame({"店": np.array(["新宿", "渋谷", "池袋"], dtype=object)[np.arange(rows) % 3],
                      "数": (np.arange(rows) * 7919) % 1_000_003,
                      "率": np.where(np.arange(rows) % 10 == 0, np.nan, np.arange(rows) / 7)})`);
    assert.equal(run.status, "ok", run.error?.traceback.join("\n"));
    const first = await page("sales");
    assert.deepEqual([first.total, first.matching, first.total_columns], [1_000_000, 1_000_000, 3]);
    assert.deepEqual(first.columns.map(({ name, numeric, summary }) => [name, numeric, summary]),
                     [["店", false, "新宿 … 3"], ["数", true, "0 – 1000002"],
                      ["率", true, "0.14285714285714285 – 142857.0"]]);
    assert.deepEqual(first.index, ["0", "1", "2"]);
    assert.deepEqual(first.cells[0], ["新宿", "0", null]);
    assert.equal(first.cells[1][2], "0.14285714285714285");
    const down = await page("sales", { sort: 1, descending: true, rows: 2 });
    assert.deepEqual(down.cells.map((row) => row[1]), ["1000002", "1000001"]);
    const missingLast = await page("sales", { sort: 2, first_row: 999_999, rows: 5 });
    assert.deepEqual(missingLast.cells.map((row) => row[2]), [null]);
    const some = await page("sales", { filter: "渋", sort: 1, rows: 1 });
    assert.equal(some.matching, 333_333);
    assert.equal(some.cells[0][0], "渋谷");
    const query = await page("sales", { filter: "数 > 999_999 and 店 == '池袋'" });
    assert.ok(query.cells.every((row) => row[0] === "池袋" && Number(row[1]) > 999_999));
    assert.ok(query.matching >= 1 && query.matching <= 3);
    const wrong = await page("sales", { filter: "nothing > 1" });
    assert.equal(wrong.kind, "invalid");
    assert.match(wrong.error, /nothing/);
});

test("an order is forgotten when a run may have changed the table", async () => {
    await session.run("small = pd.DataFrame({'a': [3, 1, 2]}, index=['x', 'y', 'z'])");
    assert.deepEqual((await page("small", { sort: 0 })).index, ["y", "z", "x"]);
    await session.run("small.loc['y', 'a'] = 9");
    assert.deepEqual((await page("small", { sort: 0 })).index, ["z", "x", "y"]);
});

test("arrays, series and lists of dicts are tables too", async () => {
    await session.run("grid = np.arange(6).reshape(3, 2)\nseries = pd.Series([1.5, None], name='s')\n" +
                      "records = [{'name': 'a', 'n': 2}, {'n': 1, 'more': [1]}]\n" +
                      "mixed = pd.DataFrame({'m': ['b', 1, None]})");
    assert.deepEqual((await page("grid", { sort: 0, descending: true })).cells,
                     [["4", "5"], ["2", "3"], ["0", "1"]]);
    assert.deepEqual((await page("series")).cells, [["1.5"], [null]]);
    const records = await page("records", { sort: 1 });
    assert.deepEqual(records.columns.map(({ name, dtype, numeric }) => [name, dtype, numeric]),
                     [["name", "str", false], ["n", "int", true], ["more", "list", false]]);
    assert.deepEqual(records.cells, [[null, "1", "[1]"], ["a", "2", null]]);
    assert.deepEqual((await page("records", { filter: "A" })).matching, 1);
    assert.equal((await page("mixed", { sort: 0 })).cells.length, 3);
    const { variables } = await session.look("variables");
    const of = (name) => variables.find((variable) => variable.name === name);
    assert.deepEqual([of("sales").shape, of("sales").table, of("sales").preview],
                     ["1,000,000 × 3", true, "店, 数, 率"]);
    assert.ok(of("sales").bytes > 16_000_000);
    assert.deepEqual([of("grid").shape, of("grid").preview], ["3 × 2", "[0, 1, 2, 3, 4, 5]"]);
    assert.deepEqual(texts(await complete("sales['")), ["店", "数", "率"]);
    assert.deepEqual(texts(await complete("sales.groupby('店")), ["店"]);
    assert.ok(texts(await complete("sales.gro")).includes("groupby"));
    assert.ok(texts(await complete("sales.店.str.upp")).includes("upper"));
});

test("the matching rows are written as text, part by part", async () => {
    await session.run("quoted = pd.DataFrame({'a': ['x,y', 'z\"'], 'b': [1, None]})");
    assert.deepEqual(await text("quoted"), { text: 'a,b\n"x,y",1.0\n"z""",\n', next: -1 });
    assert.deepEqual((await text("quoted", { separator: "\t", filter: "z" })).text,
                     'a\tb\n"z"""\t\n');
    assert.equal((await text("small")).text, ",a\nx,3\ny,9\nz,2\n");
    const part = await text("sales");
    assert.equal(part.next, 20_000);
    assert.equal(part.text.split("\n").length, 20_002);
    assert.ok((await text("sales", { first_row: part.next })).text.startsWith("池袋,"));
});
