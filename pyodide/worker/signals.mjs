// SPDX-License-Identifier: MIT
// The byte in shared memory by which the page stops a busy Python.

/**
 * Python looks for a signal by reading the byte and then writing zero to it, some hundred thousand
 * times a second: what the page writes between the two is lost, which is about every fiftieth
 * interrupt of a tight loop. With this, Python finds a buffer only while there is a signal in it,
 * so that it never writes over one that it has not seen.
 * @param {any} module Emscripten's
 * @param {() => void} [onSignal] before Python hears of one
 */
export function keepSignals(module, onSignal = () => {}) {
    /** @type {Uint8Array | null} */
    let buffer = module.Py_EmscriptenSignalBuffer ?? null;
    Object.defineProperty(module, "Py_EmscriptenSignalBuffer", {
        configurable: true,
        get: () => {
            if (buffer === null || buffer[0] === 0)
                return null;
            onSignal();
            return buffer;
        },
        set: (value) => { buffer = value ?? null; },
    });
}
