// SPDX-License-Identifier: MIT
// The analyser's worker: answers questions about code with real Pyodide, and runs none of it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import test, { after, before } from "node:test";
import { Session } from "./support/session.mjs";

let session;
let asked = 0;

async function ask(method, given) {
    const id = ++asked;
    session.post({ type: "ask", id, method, arguments: given });
    const parts = () => session.frames.filter((f) => f.header.type === "answer" && f.header.id === id);
    await session.until(() => parts().length > 0 &&
        parts().reduce((sum, f) => sum + f.body.length, 0) === parts()[0].header.total);
    return JSON.parse(Buffer.concat(parts().map((f) => f.body)).toString());
}

before(async () => {
    session = new Session({ role: "analyser", heap: 224 << 20 });
    await session.ready();
});

after(() => session.close());

test("says what code would do", async () => {
    const { value } = await ask("findings", { code: "import os\nos.system('id')\nimport pandas, leftpad\n" });
    assert.equal(value.state, "complete");
    assert.deepEqual(value.findings.map((f) => [f.line, f.rule]), [[2, "process"], [3, "package-missing"]]);
    assert.deepEqual(value.packages, ["leftpad"]); // pandas is bundled
});

test("answers what it does not know, and goes on", async () => {
    assert.match((await ask("system", { code: "1" })).error, /system/);
    assert.match((await ask("findings", {})).error, /TypeError/);
    assert.equal((await ask("findings", { code: "1" })).value.lines, 1);
});

test("answers of any size arrive whole", async () => {
    const code = Array.from({ length: 3000 }, (_, i) => `open('/mnt/${"d".repeat(30)}/${"x".repeat(900)}${i}')`);
    const { value } = await ask("findings", { code: code.join("\n") });
    assert.equal(value.files.length, 200);
    assert.ok(value.reads_unknown);
});

// The corpus of tests/py, with the Python that really reads.
const CORPUS = JSON.parse(execFileSync("python3", ["-B", "-c", "import json\n" +
    "from findings import harmless, obfuscated, risky\n" +
    "print(json.dumps({m.__name__: m.PROGRAMS for m in (harmless, obfuscated, risky)}))"],
    { cwd: new URL("../py", import.meta.url), encoding: "utf8" }));
const rules = (value) => [...new Set(value.findings.map((f) => f.rule))].sort();
const words = (text) => text.split(" ").filter(Boolean).sort();

test("finds in harmless programs what is expected, and nothing else", async () => {
    for (const [name, code, expected] of CORPUS["findings.harmless"])
        assert.deepEqual(rules((await ask("findings", { code })).value), words(expected), name);
});

for (const part of ["findings.risky", "findings.obfuscated"]) {
    test(`misses nothing in ${part}`, async () => {
        for (const [name, code, expected] of CORPUS[part]) {
            const found = rules((await ask("findings", { code })).value);
            assert.deepEqual(words(expected).filter((rule) => !found.includes(rule)), [], name);
        }
    });
}

test("has nothing that runs code or reaches the host", async () => {
    session.post({ type: "mounts", mounts: [{ name: "data", mode: "rw" }] });
    assert.deepEqual(session.host.calls, []);
    const { value } = await ask("findings", { code: "import os\nos.listdir('/mnt/data')\nraise SystemExit\n" });
    assert.deepEqual(value.files, [{ mount: "data", path: "", written: false }]);
    assert.deepEqual(session.host.calls, []);
    assert.deepEqual(session.frames.filter((f) => f.header.type === "stream"), []);
});
