// SPDX-License-Identifier: MIT
// Installing wheels of the host in a real Pyodide.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test, { after } from "node:test";
import { assets, Session } from "./support/session.mjs";

const MAKE = `
import io, json, sys, zipfile
name, version, files = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
info = f"{name}-{version}.dist-info"
files[f"{info}/METADATA"] = f"Metadata-Version: 2.1\\nName: {name}\\nVersion: {version}\\n"
files[f"{info}/WHEEL"] = "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n"
files[f"{info}/RECORD"] = "".join(f"{path},,\\n" for path in files) + f"{info}/RECORD,,\\n"
buffer = io.BytesIO()
with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
    for path, text in files.items():
        archive.writestr(path, text)
sys.stdout.buffer.write(buffer.getvalue())
`;

function offer(session, bytes, name, version) {
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    session.host.wheels.set(sha256, bytes);
    return { name, version, sha256 };
}

function wheel(session, name, version, files) {
    return offer(session, execFileSync("python3", ["-c", MAKE, name, version,
                                                   JSON.stringify(files)]), name, version);
}

const session = new Session({ mounts: { data: { files: { "requirements.txt": "gbx-mid\n" } } } });
after(() => session.close());

async function good(code, options) {
    const run = await session.run(code, options);
    assert.equal(run.error, undefined, run.error?.traceback.join("\n"));
    return run;
}

test("a wheel that was allowed is there before the code begins", async () => {
    const pin = wheel(session, "gbx_one", "1.0", { "gbx_one/__init__.py": "value = 42\n" });
    const run = await good("import gbx_one, importlib.metadata as m\n" +
                           "gbx_one.value, m.version('gbx-one'), m.distribution('gbx_one').read_text('INSTALLER')",
                           { packages: [pin] });
    assert.equal(run.result, "(42, '1.0', 'glovebox\\n')");
    assert.deepEqual(run.one("package"), { ...run.one("package"), name: "gbx_one", version: "1.0" });
    const types = run.frames.map((f) => f.header.type);
    assert.ok(types.indexOf("package") < types.indexOf("started"));
    const reads = session.host.count("pkg.read");
    await good("gbx_one.value", { packages: [pin] });
    assert.equal(session.host.count("pkg.read"), reads, "it was fetched again");
});

test("another version takes the place of the first, and what is imported of it is told", async () => {
    const pin = wheel(session, "gbx_one", "2.0", { "gbx_one/__init__.py": "value = 43\n" });
    const run = await good("import gbx_one, importlib.metadata as m\n" +
                           "gbx_one.value, m.version('gbx-one')", { packages: [pin] });
    assert.equal(run.result, "(42, '2.0')");
    assert.match(run.stderr, /gbx_one 2\.0 took the place of 1\.0, .*until the session is restarted/);
});

test("another version of a package of the lock counts instead of the lock's", async () => {
    const pin = wheel(session, "six", "1.16.0", { "six.py": "__version__ = '1.16.0'\n" });
    // dateutil is of the lock and needs six, whose wheel of the lock must not come over this one.
    await good("import dateutil, importlib.metadata as m\nm.version('python-dateutil')", { packages: [pin] });
    assert.equal((await good("import six; six.__version__")).result, "'1.16.0'");
});

test("what cannot be installed is named, and what can is there", async () => {
    const good1 = wheel(session, "gbx_two", "1.0", { "gbx_two.py": "" });
    const bad = { name: "gbx-three", version: "1.0", sha256: "0".repeat(64) };
    const lies = { ...wheel(session, "gbx_four", "1.0", {}), version: "9.0" };
    const slip = wheel(session, "gbx_five", "1.0", { "../../evil.py": "" });
    const run = await session.run("1", { packages: [bad, lies, slip, good1] });
    assert.equal(run.status, "error");
    assert.match(run.error.evalue, /^3 of 4 packages could not be installed/);
    assert.match(run.error.evalue, /gbx-three 1\.0: This package was not allowed/);
    assert.match(run.error.evalue, /gbx_four 9\.0: .*says in its METADATA that it is gbx_four 1\.0/);
    assert.match(run.error.evalue, /gbx_five 1\.0: A wheel holds a path that leaves its folder/);
    assert.equal((await good("import gbx_two, os; os.path.exists('/lib/evil.py')")).result, "False");
});

test("a compiled wheel works", async () => {
    const file = fs.readdirSync(path.join(assets, "pyodide")).find((n) => n.startsWith("jiter-"));
    // The lock has it too, so it is offered under a hash of its own: one byte after the archive.
    const bytes = Buffer.concat([fs.readFileSync(path.join(assets, "pyodide", file)), Buffer.from("\n")]);
    const pin = offer(session, bytes, "jiter", file.split("-")[1]);
    const run = await good("import jiter; jiter.from_json(b'[1, 2]')", { packages: [pin] });
    assert.equal(run.result, "[1, 2]");
});

for (const [how, code] of [
    ["%pip install", "%pip install -q 'gbx-mid>=1'"],
    ["!pip install -r of a mount", "!pip install -r /mnt/data/requirements.txt"],
    ["micropip", "import micropip\nawait micropip.install(['gbx-mid'])"],
]) {
    test(`${how} asks the person while the run waits, and goes on`, async () => {
        session.host.wishes = [];
        const pin = wheel(session, `gbx_mid`, `1.${how.length}`, { "gbx_mid.py": "v = 7\n" });
        session.host.decide = () => [pin];
        await good("%pip uninstall -y gbx-mid");
        const run = await good(`${code}\nimport gbx_mid\ngbx_mid.v`);
        assert.equal(run.result, "7");
        assert.match(session.host.wishes[0].requirements[0], /^gbx-mid/);
        assert.deepEqual(session.host.reported.failed, []);
        assert.equal(run.one("package").name, "gbx_mid");
    });
}

test("a denial is an exception with the person's words, and the session goes on", async () => {
    session.host.decide = () => "The person denied it: use the csv module.";
    const run = await session.run("%pip install gbx-never\nprint('not reached')");
    assert.equal(run.status, "error");
    assert.equal(run.error.ename, "InstallError");
    assert.match(run.error.evalue, /The person denied it: use the csv module/);
    assert.equal(run.stdout, "");
    const caught = await good("import micropip\ntry:\n    await micropip.install('gbx-never')\n" +
                              "except Exception as e:\n    text = str(e)\ntext");
    assert.match(caught.result, /use the csv module/);
});

test("nobody is asked for what is carried, and micropip tells what there is", async () => {
    session.host.wishes = [];
    const run = await good("import micropip\nawait micropip.install('numpy')\n%pip install pandas\n" +
                           "import numpy\nrows = micropip.list()\n" +
                           "print(rows['gbx-one'], rows['numpy'].source)\n'gbx-one' in micropip.freeze()");
    assert.match(run.stdout, /version='2\.0', source='index'\) bundled/);
    assert.equal(run.result, "True");
    assert.deepEqual(session.host.wishes, []);
});

test("what was taken away is not there any more", async () => {
    const gone = await good("import micropip\nmicropip.uninstall('gbx-two')");
    assert.deepEqual([gone.one("package").name, gone.one("package").version], ["gbx-two", ""]);
    const run = await session.run("import sys; sys.modules.pop('gbx_two', None); import gbx_two");
    assert.equal(run.error.ename, "ModuleNotFoundError");
    assert.match(run.error.traceback.join("\n"), /%pip install gbx_two/);
});

test("time that is spent on asking is not the program's", async () => {
    session.host.decide = () => {
        const end = performance.now() + 300;
        while (performance.now() < end);
        return [];
    };
    const run = await good("%pip install gbx-slow");
    assert.ok(run.one("done").execution_ms < 250, `${run.one("done").execution_ms} ms`);
});
