// SPDX-License-Identifier: MIT
// The resolver in a real Pyodide, with the wheels that it needs there.
import assert from "node:assert/strict";
import test, { after } from "node:test";
import { Session } from "./support/session.mjs";

const session = new Session();
after(() => session.close());

const QUESTION = {
    requirements: [{ text: "App[plot]>=1; sys_platform == 'emscripten'", hashes: [] }], python: "3.14.0",
    platforms: ["pyemscripten_2026_0_wasm32"], bundled: {}, release: {}, installed: {},
    known: {
        projects: { app: { files: [{ file: "app-1.5-py3-none-any.whl" }, { file: "app-1.10-py3-none-any.whl" }] },
                    lib: { files: [{ file: "lib-1.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl" },
                                   { file: "lib-1.0-cp314-cp314-win_amd64.whl" }] } },
        metadata: { "app-1.10-py3-none-any.whl":
                        "Name: app\nVersion: 1.10\nProvides-Extra: plot\nRequires-Dist: lib; extra == 'plot'\n",
                    "lib-1.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl": "Name: lib\nVersion: 1.0\n" },
        verdicts: { app: {}, lib: {} },
    },
};

test("the resolver works where it is used, with the bundled resolvelib and packaging", async () => {
    const code = "import json, packaging, resolvelib\nfrom _analysis import answer, needs\n" +
        `question = json.loads(${JSON.stringify(JSON.stringify(QUESTION))})\n` +
        "value = json.loads(answer('resolve', json.dumps(question)))['value']\n" +
        "needs('resolve'), [(p['name'], p['version'], p['file']) for p in value['plan']], value['refusals']";
    const run = await session.run(code);
    assert.equal(run.error, undefined, run.error?.traceback.join("\n"));
    assert.equal(run.result, "('[\"packaging\", \"resolvelib\"]', [('lib', '1.0', " +
        "'lib-1.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl'), ('app', '1.10', 'app-1.10-py3-none-any.whl')], [])");
});
