// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import test from "node:test";
import { capHeap, REMOVED, removeNames } from "../../pyodide/worker/harden.mjs";

test("names go from the scope and from its prototypes", () => {
    const scope = Object.create({ indexedDB: 1, kept: 2 });
    scope.WebSocket = 3;
    removeNames(scope);
    assert.deepEqual([scope.indexedDB, scope.WebSocket, scope.kept], [undefined, undefined, 2]);
});

test("names that are still needed can stay for a while", () => {
    const scope = { fetch: 1, Worker: 2 };
    removeNames(scope, undefined, ["fetch"]);
    assert.deepEqual(scope, { fetch: 1 });
});

for (const name of ["fetch", "XMLHttpRequest", "WebSocket", "WebTransport", "EventSource",
                    "BroadcastChannel", "indexedDB", "caches", "Worker", "SharedWorker",
                    "importScripts"])
    test(`${name} is among them`, () => assert.ok(REMOVED.includes(name)));

test("a wasm memory grows up to the limit and not beyond, and the limit stays", () => {
    const memory = new WebAssembly.Memory({ initial: 1 });
    memory.grow(9); // no limit yet
    capHeap(16 * 65536);
    assert.equal(memory.grow(6), 10);
    assert.throws(() => memory.grow(1), RangeError);
    assert.throws(() => { WebAssembly.Memory.prototype.grow = () => 0; }, TypeError);
    assert.throws(() => Object.defineProperty(WebAssembly.Memory.prototype, "grow", { value: 1 }),
                  TypeError);
});
