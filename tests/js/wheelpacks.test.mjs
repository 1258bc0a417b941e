// SPDX-License-Identifier: MIT
// Wheels packed by one page and used by others, with the real runtime.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test, { after, before } from "node:test";
import { assets, Session } from "./support/session.mjs";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "glovebox-wheelpacks-"));
const { packages } = JSON.parse(fs.readFileSync(path.join(assets, "pyodide/pyodide-lock.json")));
const open = [];
const started = (options) => {
    const session = new Session(options);
    open.push(session);
    return session;
};
let packer;
let tqdm, rich;

async function pack(message) {
    packer.frames.length = 0;
    packer.post({ type: "pack", ...message });
    await packer.until((f) => f.header.type === "snapshot" && f.header.layer === message.wheel &&
        f.header.offset + f.body.length === f.header.total);
    const parts = packer.frames.filter((f) => f.header.type === "snapshot");
    const bytes = Buffer.concat(parts.map((f) => f.body));
    const { head } = parts[0].header;
    fs.writeFileSync(path.join(folder, message.wheel), bytes);
    const sha256 = createHash("sha256").update(bytes.subarray(0, head)).digest("hex");
    return { wheel: message.wheel, url: `/snapshot/${message.wheel}`, head, sha256 };
}

const packOf = (key) => pack({ wheel: packages[key].sha256, name: packages[key].name,
                               version: packages[key].version,
                               url: path.join(assets, "pyodide", packages[key].file_name) });

const using = (...packs) => started({ packs, packFiles: Object.fromEntries(
    packs.map(({ wheel }) => [wheel, path.join(folder, wheel)])) });

async function good(session, code, options) {
    const run = await session.run(code, options);
    assert.equal(run.error?.traceback.join("\n"), undefined);
    return run;
}

before(async () => {
    packer = started({ role: "packer" });
    await packer.ready();
    tqdm = await packOf("tqdm");
    rich = await packOf("rich");
});

after(async () => {
    await Promise.all(open.map((session) => session.close()));
    fs.rmSync(folder, { recursive: true });
});

test("a packed wheel is imported from its bytecode, and nothing is unpacked", async () => {
    const session = using(tqdm);
    const run = await good(session, `
import tqdm, sys, os, importlib.metadata as m, importlib.util
compiled = [os.path.exists(x.__spec__.cached) for x in list(sys.modules.values())
            if getattr(x, "__file__", None) and "/tqdm/" in x.__file__]
tqdm.__file__, all(compiled), len(compiled) > 5, m.version("tqdm")`);
    assert.equal(run.result,
                 `('/lib/glovebox/wheels/tqdm/__init__.py', True, True, '${packages.tqdm.version}')`);
    assert.equal(run.one("package").name, "tqdm");
    const rest = await good(session, `
import glob
glob.glob("/lib/python3*/site-packages/tqdm*"), tqdm.tqdm.update.__code__.co_filename`);
    assert.equal(rest.result, "([], '/lib/glovebox/wheels/tqdm/std.py')");
});

test("without its pack the same wheel is compiled in the session", async () => { // the control
    const run = await good(started(), "import tqdm, os\nos.path.exists(tqdm.__spec__.cached), tqdm.__file__");
    assert.match(run.result, /^\(False, '\/lib\/python3.*site-packages/);
});

test("packed wheels and unpacked ones work together, whichever comes first", async () => {
    const run = await good(using(rich), `
import io, rich, pygments, markdown_it
from rich.console import Console
from rich.syntax import Syntax
out = io.StringIO()
Console(file=out, width=40).print(Syntax("x = 1", "python"))
"x = 1" in out.getvalue(), rich.__file__, pygments.__file__`);
    assert.match(run.result, /^\(True, '\/lib\/glovebox\/wheels\/.*, '.*\/site-packages\/pygments/);
});

test("what a program imports by another way finds the pack too", async () => {
    const run = await good(using(tqdm), "import importlib\nimportlib.import_module('tq' + 'dm').__file__");
    assert.match(run.result, /glovebox\/wheels/);
});

test("a packed wheel can be read and not changed", async () => {
    const session = using(tqdm);
    const run = await good(session, `
import tqdm, importlib.resources as r
try:
    open(tqdm.__file__, "w")
except OSError as error:
    print(error.strerror)
len(open(tqdm.__file__).read()) > 100, r.files("tqdm").joinpath("cli.py").is_file()`);
    assert.equal(run.stdout, "Read-only file system\n");
    assert.equal(run.result, "(True, True)");
});

for (const [what, damage, expected] of [
    ["whose index was changed", (bytes) => { bytes[40] ^= 1; }, "site-packages"],
    ["that is cut off in its index", (bytes) => bytes.subarray(0, 20), "site-packages"],
]) {
    test(`a pack ${what} is not used: the wheel is`, async () => {
        const file = path.join(folder, tqdm.wheel);
        const bytes = fs.readFileSync(file);
        const changed = Buffer.from(bytes);
        fs.writeFileSync(file, damage(changed) ?? changed);
        try {
            const run = await good(using(tqdm), "import tqdm; tqdm.__file__");
            assert.match(run.result, new RegExp(expected));
        } finally {
            fs.writeFileSync(file, bytes);
        }
    });
}

test("changed bytecode of a pack is not run", async () => {
    const file = path.join(folder, tqdm.wheel);
    const bytes = fs.readFileSync(file);
    const changed = Buffer.from(bytes);
    const { files } = JSON.parse(bytes.subarray(12, tqdm.head).toString());
    const [name] = Object.keys(files).filter((path) => /^tqdm\/__pycache__\/std\./.test(path));
    changed[tqdm.head + files[name][0] + 100] ^= 1;
    fs.writeFileSync(file, changed);
    try {
        // Python compiles the source instead, as of any bytecode that it cannot read.
        const run = await good(using(tqdm), `
import tqdm.std
try:
    open(tqdm.std.__spec__.cached, "rb").read()
except OSError as error:
    print(error.strerror)`);
        assert.equal(run.stdout, "I/O error\n");
    } finally {
        fs.writeFileSync(file, bytes);
    }
});

const MAKE = `
import io, sys, zipfile
buffer = io.BytesIO()
with zipfile.ZipFile(buffer, "w") as archive:
    for path, text in {"gbx_pack/__init__.py": "value = 42\\n", "gbx_pack-1.0.data/scripts/gbx": "#!python\\n",
                       "gbx_pack-1.0.dist-info/METADATA": "Metadata-Version: 2.1\\nName: gbx-pack\\nVersion: 1.0\\n",
                       "gbx_pack-1.0.dist-info/RECORD": "gbx_pack/__init__.py,,\\n"}.items():
        archive.writestr(path, text)
sys.stdout.buffer.write(buffer.getvalue())
`;

test("an installed wheel comes as a pack when the host has one", async () => {
    const bytes = execFileSync("python3", ["-c", MAKE]);
    const wheel = createHash("sha256").update(bytes).digest("hex");
    packer.post({ type: "file", name: wheel, base64: bytes.subarray(0, 100).toString("base64") });
    packer.post({ type: "file", name: wheel, base64: bytes.subarray(100).toString("base64") });
    const record = await pack({ wheel, name: "gbx-pack", version: "1.0" });
    const session = started({ packFiles: { [wheel]: path.join(folder, wheel) } });
    session.host.wheels.set(wheel, bytes);
    session.host.package_wheel = () => [{ size: bytes.length, pack: record }];
    const pin = { name: "gbx-pack", version: "1.0", sha256: wheel };
    const run = await good(session, "import gbx_pack, importlib.metadata as m\n" +
        "gbx_pack.value, gbx_pack.__file__, m.version('gbx-pack')", { packages: [pin] });
    assert.equal(run.result, "(42, '/lib/glovebox/wheels/gbx_pack/__init__.py', '1.0')");
    assert.equal(session.host.count("pkg.read"), 0);
    const gone = await session.run("%pip uninstall -y gbx-pack\nimport os\n" +
        "print(os.listdir('/lib/glovebox/wheels'))\nimport sys; del sys.modules['gbx_pack']\nimport gbx_pack");
    assert.match(gone.stdout, /^\[\]$/m);
    assert.equal(gone.error.ename, "ModuleNotFoundError");
    const again = await good(session, "import gbx_pack; gbx_pack.value", { packages: [pin] });
    assert.equal(again.result, "42");
});

test("a wheel that is another one than was named is not packed", async () => {
    const other = started({ role: "packer" });
    await other.ready();
    other.post({ type: "pack", wheel: "0".repeat(64), name: "tqdm", version: packages.tqdm.version,
                 url: path.join(assets, "pyodide", packages.tqdm.file_name) });
    await assert.rejects(other.until((f) => f.header.type === "snapshot"), /another one/);
});
