// SPDX-License-Identifier: MIT
// A program grows its memory by an instruction of its own, which no import of ours sees. What it
// may have at most is therefore written into the module itself, before it is compiled.
import { joined, PREAMBLE, Reader, unsigned } from "../worker/wasmfile.mjs";

const MEMORY_SECTION = 5;
const HAS_MAXIMUM = 1;
const PAGE_BYTES = 65536;

/**
 * @param {Uint8Array} module
 * @param {number} limit of its memory in bytes
 * @returns {Uint8Array} the same with this limit, or its own when that is lower
 */
export function limitMemory(module, limit) {
    const reader = new Reader(module, PREAMBLE.length);
    while (reader.at < module.length) {
        const begin = reader.at;
        const id = reader.byte();
        const length = reader.unsigned();
        const content = reader.at;
        if (id === MEMORY_SECTION) {
            const memories = reader.list(() => readMemory(reader, Math.floor(limit / PAGE_BYTES)));
            const body = [...unsigned(memories.length), ...memories.flat()];
            return joined([module.subarray(0, begin),
                           Uint8Array.from([id, ...unsigned(body.length), ...body]),
                           module.subarray(content + length)]);
        }
        reader.at = content + length;
    }
    return module;
}

/**
 * @param {Reader} reader
 * @param {number} most pages
 * @returns {number[]} the same memory with a maximum
 */
function readMemory(reader, most) {
    const flags = reader.byte();
    const minimum = reader.unsigned();
    const maximum = flags & HAS_MAXIMUM ? reader.unsigned() : most;
    if (minimum > most) {
        throw new WebAssembly.CompileError(
            `the program wants ${minimum} pages of memory and may have ${most}`);
    }
    return [flags | HAS_MAXIMUM, ...unsigned(minimum), ...unsigned(Math.min(maximum, most))];
}
