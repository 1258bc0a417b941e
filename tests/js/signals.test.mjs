// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { keepSignals } from "../../pyodide/worker/signals.mjs";
import { assets } from "./support/session.mjs";

// How Python looks for a signal, in the words of the Pyodide that is shipped.
const source = fs.readFileSync(path.join(assets, "pyodide/pyodide.asm.mjs"), "utf8");
const [look] = /function _Py_CheckEmscriptenSignals_Helper\(\)\{.*?\}\}(?=_Py_CheckEmscripten)/.exec(source);
const SIGNALS = 20_000;

/** Looks as often as it can, as Python does in a tight loop, and counts what it sees. */
async function looker(guarded) {
    const memory = new SharedArrayBuffer(8);
    const signals = new URL("../../pyodide/worker/signals.mjs", import.meta.url);
    const worker = new Worker(`
        const { workerData: { memory, guarded } } = require("node:worker_threads");
        import(${JSON.stringify(fileURLToPath(signals))}).then(({ keepSignals }) => {
            const seen = new Int32Array(memory, 4, 1);
            const Module = {};
            if (guarded)
                keepSignals(Module);
            Module.Py_EmscriptenSignalBuffer = new Uint8Array(memory, 0, 1);
            ${look}
            Atomics.store(seen, 0, 1);
            for (;;)
                if (_Py_CheckEmscriptenSignals_Helper() === 2)
                    Atomics.add(seen, 0, 1);
        });`, { eval: true, workerData: { memory, guarded } });
    const seen = new Int32Array(memory, 4, 1);
    while (Atomics.load(seen, 0) === 0)
        await new Promise((resolve) => setTimeout(resolve, 5));
    return { worker, seen, byte: new Uint8Array(memory, 0, 1) };
}

/** How many of the signals were never seen. */
async function lost(guarded) {
    const { worker, seen, byte } = await looker(guarded);
    const before = Atomics.load(seen, 0);
    for (let i = 0; i < SIGNALS; i++) {
        Atomics.store(byte, 0, 2);
        while (Atomics.load(byte, 0) !== 0)
            ;
    }
    // The last one is counted a moment after it was cleared.
    await new Promise((resolve) => setTimeout(resolve, 50));
    const count = Atomics.load(seen, 0) - before;
    await worker.terminate();
    return SIGNALS - count;
}

test("no signal is lost while Python looks for one all the time", async () => {
    assert.equal(await lost(true), 0);
});

test("without the guard some are lost", async () => {
    assert.ok(await lost(false) > 0);
});

test("before Python hears of a signal, whoever wants to is told", () => {
    const Module = {};
    let told = 0;
    keepSignals(Module, () => told++);
    const byte = new Uint8Array(1);
    Module.Py_EmscriptenSignalBuffer = byte;
    assert.equal(Module.Py_EmscriptenSignalBuffer, null);
    assert.equal(told, 0);
    byte[0] = 2;
    assert.equal(Module.Py_EmscriptenSignalBuffer, byte);
    assert.equal(told, 1);
});

test("Python finds a buffer only while there is a signal in it, and clears what it saw", () => {
    const Module = { Py_EmscriptenSignalBuffer: null };
    keepSignals(Module);
    assert.equal(Module.Py_EmscriptenSignalBuffer, null);
    const byte = new Uint8Array(1);
    Module.Py_EmscriptenSignalBuffer = byte;
    assert.equal(Module.Py_EmscriptenSignalBuffer, null);
    byte[0] = 2;
    assert.equal(Module.Py_EmscriptenSignalBuffer[0], 2);
    Module.Py_EmscriptenSignalBuffer[0] = 0;
    assert.equal(byte[0], 0);
    Module.Py_EmscriptenSignalBuffer = undefined; // no interrupts any more
    byte[0] = 2;
    assert.equal(Module.Py_EmscriptenSignalBuffer, null);
});
