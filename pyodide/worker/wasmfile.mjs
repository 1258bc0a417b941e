// SPDX-License-Identifier: MIT
// Reads and writes the parts of a WebAssembly binary that a data layer needs: what a library has
// in the table, its code without its data, and one module of stand-ins for many libraries.

const IMPORT = 2, FUNCTION = 3, EXPORT = 7, ELEMENT = 9, CODE = 10, DATA = 11;
const DATA_COUNT = 12;
const TYPE = 1;
const KIND_FUNCTION = 0, KIND_TABLE = 1, KIND_MEMORY = 2, KIND_GLOBAL = 3, KIND_TAG = 4;
export const PREAMBLE = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const FUNCREF = 0x70;
const I32 = 0x7f;
const OP_CALL = 0x10, OP_CALL_INDIRECT = 0x11, OP_LOCAL_GET = 0x20, OP_CONST = 0x41, OP_END = 0x0b;

export class Reader {
    /**
     * @param {Uint8Array} bytes
     * @param {number} at
     */
    constructor(bytes, at) {
        this.bytes = bytes;
        this.at = at;
    }

    byte() {
        return this.bytes[this.at++];
    }

    unsigned() {
        let value = 0;
        for (let scale = 1; ; scale *= 128) {
            const byte = this.byte();
            value += (byte & 127) * scale;
            if (byte < 128)
                return value;
        }
    }

    text() {
        const length = this.unsigned();
        this.at += length;
        return new TextDecoder().decode(this.bytes.subarray(this.at - length, this.at));
    }

    limits() {
        const flags = this.byte();
        this.unsigned();
        if (flags & 1)
            this.unsigned();
    }

    /**
     * @template T
     * @param {() => T} one
     */
    list(one) {
        return Array.from({ length: this.unsigned() }, one);
    }
}

/**
 * One library, as a dynamic linker sees it.
 * @typedef {object} Library
 * @property {string[]} types of functions: their bytes, as text
 * @property {string[]} importedFunctions names, in the order of their indices
 * @property {number[]} functionTypes of all functions, imported ones first
 * @property {Map<string, number>} exportedFunctions
 * @property {number[]} elements functions in its part of the table
 * @property {Uint8Array} code the module without its data
 */

/**
 * @param {Uint8Array} bytes
 * @returns {Library}
 */
export function readLibrary(bytes) {
    /** @type {Library} */
    const library = { types: [], importedFunctions: [], functionTypes: [],
                      exportedFunctions: new Map(), elements: [], code: new Uint8Array(0) };
    const kept = [bytes.subarray(0, PREAMBLE.length)];
    const reader = new Reader(bytes, PREAMBLE.length);
    while (reader.at < bytes.length) {
        const begin = reader.at;
        const id = reader.byte();
        const length = reader.unsigned();
        const end = reader.at + length;
        readSection(id, reader, library);
        reader.at = end;
        if (id !== DATA && id !== DATA_COUNT)
            kept.push(bytes.subarray(begin, end));
    }
    library.code = joined(kept);
    return library;
}

/**
 * @param {number} id
 * @param {Reader} reader
 * @param {Library} library
 */
function readSection(id, reader, library) {
    if (id === TYPE)
        library.types = reader.list(() => readType(reader));
    else if (id === IMPORT)
        reader.list(() => readImport(reader, library));
    else if (id === FUNCTION)
        library.functionTypes.push(...reader.list(() => reader.unsigned()));
    else if (id === EXPORT)
        reader.list(() => readExport(reader, library));
    else if (id === ELEMENT)
        reader.list(() => readElements(reader, library));
    else if (id === DATA)
        checkData(reader);
}

/**
 * Data that the library's own code names cannot be left out.
 * @param {Reader} reader
 */
function checkData(reader) {
    if (reader.unsigned() > 0 && reader.unsigned() === 1)
        throw new Error("a library places its data by itself");
}

/** @param {Reader} reader */
function readType(reader) {
    const begin = reader.at;
    if (reader.byte() !== 0x60)
        throw new Error("a library has types that are no functions");
    for (let half = 0; half < 2; half++) { // parameters, results: one byte each
        const count = reader.unsigned();
        reader.at += count;
    }
    return String.fromCharCode(...reader.bytes.subarray(begin, reader.at));
}

/**
 * @param {Reader} reader
 * @param {Library} library
 */
function readImport(reader, library) {
    reader.text();
    const name = reader.text();
    const kind = reader.byte();
    if (kind === KIND_FUNCTION) {
        library.importedFunctions.push(name);
        library.functionTypes.push(reader.unsigned());
    } else if (kind === KIND_TABLE) {
        reader.byte();
        reader.limits();
    } else if (kind === KIND_MEMORY) {
        reader.limits();
    } else if (kind === KIND_GLOBAL) {
        reader.at += 2;
    } else if (kind === KIND_TAG) {
        reader.byte();
        reader.unsigned();
    }
}

/**
 * @param {Reader} reader
 * @param {Library} library
 */
function readExport(reader, library) {
    const name = reader.text();
    const kind = reader.byte();
    const index = reader.unsigned();
    if (kind === KIND_FUNCTION)
        library.exportedFunctions.set(name, index);
}

/**
 * @param {Reader} reader
 * @param {Library} library
 */
function readElements(reader, library) {
    // One active segment of function indices at __table_base is what the linker writes.
    if (reader.unsigned() !== 0 || reader.byte() !== 0x23 || library.elements.length > 0)
        throw new Error("a library fills the table in an unknown way");
    reader.unsigned();
    if (reader.byte() !== OP_END)
        throw new Error("a library fills the table in an unknown way");
    library.elements = reader.list(() => reader.unsigned());
}

/**
 * What stands in for one function in the table until its library is there.
 * @typedef {{slot: number, library: number, type: string}} StandIn
 */

/**
 * A module that fills the slots with functions that load the library ("g" "load", with its
 * number) and then call what has come into the slot instead of them.
 * @param {StandIn[]} standIns by slot, ascending
 * @returns {Uint8Array}
 */
export function standInModule(standIns) {
    const types = [...new Set(standIns.map((s) => s.type))];
    const index = new Map(types.map((type, i) => [type, i + 1])); // 0: that of "load"
    const sections = [
        section(TYPE, vector([[0x60, 1, I32, 0], ...types.map(bytesOf)])),
        section(IMPORT, vector([
            [...text("g"), ...text("load"), KIND_FUNCTION, 0],
            [...text("g"), ...text("table"), KIND_TABLE, FUNCREF, 0, 0],
        ])),
        section(FUNCTION, vector(standIns.map((s) => unsigned(index.get(s.type) ?? 0)))),
        section(ELEMENT, vector(runs(standIns))),
        section(CODE, vector(standIns.map((s) => body(s, index.get(s.type) ?? 0)))),
    ];
    return Uint8Array.from([...PREAMBLE, ...sections.flat()]);
}

/**
 * @param {StandIn} standIn
 * @param {number} type
 */
function body({ slot, library, type: shape }, type) {
    const parameters = bytesOf(shape)[1];
    const code = [0, OP_CONST, ...signed(library), OP_CALL, 0];
    for (let i = 0; i < parameters; i++)
        code.push(OP_LOCAL_GET, ...unsigned(i));
    code.push(OP_CONST, ...signed(slot), OP_CALL_INDIRECT, ...unsigned(type), 0, OP_END);
    return [...unsigned(code.length), ...code];
}

/**
 * Element segments: one for each run of neighbouring slots.
 * @param {StandIn[]} standIns
 */
function runs(standIns) {
    /** @type {{begin: number, functions: number[][]}[]} */
    const found = [];
    standIns.forEach(({ slot }, i) => {
        const last = found.at(-1);
        if (last && last.begin + last.functions.length === slot)
            last.functions.push(unsigned(i + 1)); // 0 is "load"
        else
            found.push({ begin: slot, functions: [unsigned(i + 1)] });
    });
    return found.map(({ begin, functions }) =>
        [0, OP_CONST, ...signed(begin), OP_END, ...vector(functions)]);
}

/**
 * @param {number} id
 * @param {number[]} content
 */
function section(id, content) {
    return [[id, ...unsigned(content.length)], content].flat();
}

/** @param {number[][]} items */
function vector(items) {
    return [unsigned(items.length), ...items].flat();
}

/** @param {number} value */
export function unsigned(value) {
    const bytes = [];
    for (; value > 127; value = Math.floor(value / 128))
        bytes.push((value & 127) | 128);
    return [...bytes, value];
}

/** @param {number} value not negative */
function signed(value) {
    const bytes = [];
    for (; value > 63; value = Math.floor(value / 128))
        bytes.push((value & 127) | 128);
    return [...bytes, value];
}

/** @param {string} name ASCII */
function text(name) {
    return [name.length, ...bytesOf(name)];
}

/** @param {string} latin */
function bytesOf(latin) {
    return Array.from(latin, (c) => c.charCodeAt(0));
}

/** @param {Uint8Array[]} parts */
export function joined(parts) {
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
        whole.set(part, at);
        at += part.length;
    }
    return whole;
}
