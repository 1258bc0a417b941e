// SPDX-License-Identifier: MIT
// Shared libraries in a memory snapshot. A snapshot holds all that libraries have in memory, so
// what a restored interpreter lacks is only their code: the part of the function table that they
// fill gets stand-ins, and each library is fetched and compiled when one of them is called first.
import { readLibrary, standInModule } from "./wasmfile.mjs";

/**
 * @typedef {import("./blobs.mjs").Blob} Blob
 *
 * @typedef {object} LibraryRecord what is known of one library when it is not there
 * @property {string} path by which Python loaded it
 * @property {number} memoryBase
 * @property {number} memorySize
 * @property {number} tableBase
 * @property {Blob} code the library without its data
 * @property {Record<string, number>} got addresses that it imports, as the linker found them
 * @property {[number, string][]} late slots outside of its own part that hold an export of it
 *
 * @typedef {object} TableRecord
 * @property {number} begin the table's length when Python had not started
 * @property {number} length
 * @property {[number, string][]} main slots that hold functions of the interpreter itself
 * @property {LibraryRecord[]} libraries
 * @property {[number, string][]} handles of dlopen, and what they opened
 */

// Emscripten's `struct dso`, behind each handle of dlopen.
const DSO_MEMORY_BASE = 12, DSO_MEMORY_SIZE = 16, DSO_TABLE_BASE = 20;

/** Watches the dynamic linker while an interpreter is made that becomes a layer. */
export class LibraryRecorder {
    constructor() {
        /** @type {{module: WebAssembly.Module, imports: any}[]} */
        this.seen = [];
        this.tableBegin = 0;
        this.original = WebAssembly.Instance;
        const { seen, original } = this;
        WebAssembly.Instance = new Proxy(original, {
            construct(target, [module, imports]) {
                if (imports && "GOT.mem" in imports)
                    seen.push({ module, imports });
                return new target(module, imports);
            },
        });
    }

    /** @param {any} M the Emscripten module; Python has not started */
    begin(M) {
        this.tableBegin = tableOf(M).length;
    }

    /**
     * @param {any} M
     * @param {(bytes: Uint8Array) => Blob} keep
     * @returns {{table: TableRecord, standIns: Uint8Array}}
     */
    finish(M, keep) {
        WebAssembly.Instance = this.original;
        return new TableDescription(M, this, keep).describe();
    }
}

class TableDescription {
    /**
     * @param {any} M
     * @param {LibraryRecorder} recorder
     * @param {(bytes: Uint8Array) => Blob} keep
     */
    constructor(M, recorder, keep) {
        this.M = M;
        this.keep = keep;
        this.table = tableOf(M);
        this.begin = recorder.tableBegin;
        this.main = mainSymbols(M);
        this.handles = handlesOf(M);
        this.loaded = this.handles.filter(([, name]) => name !== "__main__")
            .map(([handle, path]) => this.library(handle, path));
        if (this.loaded.length !== recorder.seen.length)
            throw new Error("a library was loaded in an unknown way");
        this.loaded.forEach((l, i) => this.readAddresses(l, recorder.seen[i]));
    }

    /**
     * @param {number} handle
     * @param {string} path
     */
    library(handle, path) {
        const { M } = this;
        const parsed = readLibrary(M.FS.readFile(path));
        /** @type {LibraryRecord} */
        const record = {
            path,
            memoryBase: M.HEAPU32[(handle + DSO_MEMORY_BASE) >> 2],
            memorySize: M.HEAPU32[(handle + DSO_MEMORY_SIZE) >> 2],
            tableBase: M.HEAPU32[(handle + DSO_TABLE_BASE) >> 2],
            code: this.keep(parsed.code),
            got: {},
            late: [],
        };
        return { parsed, record, exports: M.LDSO.loadedLibsByHandle[handle].exports };
    }

    /**
     * @param {{record: LibraryRecord}} library
     * @param {{module: WebAssembly.Module, imports: any}} instance
     */
    readAddresses({ record }, { module, imports }) {
        for (const { module: from, name } of WebAssembly.Module.imports(module)) {
            if (from.startsWith("GOT."))
                record.got[name] = imports[from][name].value;
        }
    }

    describe() {
        /** @type {import("./wasmfile.mjs").StandIn[]} */
        const standIns = [];
        /** @type {[number, string][]} */
        const main = [];
        const owners = this.ownersOfSlots();
        for (let slot = this.begin; slot < this.table.length; slot++) {
            const found = owners.get(slot) ?? this.ownerOf(slot);
            if (found && "main" in found)
                main.push([slot, found.main]);
            else if (found)
                standIns.push({ slot, ...found });
        }
        const table = { begin: this.begin, length: this.table.length, main,
                        libraries: this.loaded.map(({ record }) => record),
                        handles: this.handles };
        return { table, standIns: standInModule(standIns) };
    }

    /** Of the parts of the table that belong to the libraries as a whole. */
    ownersOfSlots() {
        const owners = new Map();
        for (const [number, { parsed, record }] of this.loaded.entries()) {
            for (const [i, index] of parsed.elements.entries()) {
                const imported = parsed.importedFunctions[index];
                owners.set(record.tableBase + i, imported === undefined
                    ? { library: number, type: parsed.types[parsed.functionTypes[index]] }
                    : this.imported(imported, number));
            }
        }
        return owners;
    }

    /**
     * @param {string} name of a function that a library imports
     * @param {number} number of the library
     */
    imported(name, number) {
        if (isSymbol(this.main, name))
            return { main: name };
        const { parsed } = this.loaded[number];
        const index = parsed.exportedFunctions.get(name);
        if (index === undefined)
            throw new Error(`nobody has the function ${name}`);
        return { library: number, type: parsed.types[parsed.functionTypes[index]] };
    }

    /**
     * Of a slot that the linker took for the address of one function.
     * @param {number} slot
     */
    ownerOf(slot) {
        const value = this.table.get(slot);
        if (value === null)
            return null;
        for (const [number, { parsed, record, exports }] of this.loaded.entries()) {
            for (const [name, index] of parsed.exportedFunctions) {
                if (exports[name] === value) {
                    record.late.push([slot, name]);
                    return { library: number, type: parsed.types[parsed.functionTypes[index]] };
                }
            }
        }
        for (const name of Object.keys(this.main)) {
            if (this.main[name] === value)
                return { main: name };
        }
        throw new Error(`the table's slot ${slot} holds an unknown function`);
    }
}

/** Gives a restored interpreter its libraries. */
export class LazyLibraries {
    /**
     * @param {any} M the Emscripten module; Python has not started
     * @param {TableRecord} record
     * @param {Uint8Array} standIns
     * @param {(library: LibraryRecord) => Uint8Array} fetchCode blocks
     */
    constructor(M, record, standIns, fetchCode) {
        this.M = M;
        this.record = record;
        this.fetchCode = fetchCode;
        this.table = tableOf(M);
        /** @type {(WebAssembly.Instance | undefined)[]} */
        this.instances = [];
        this.fillTable(standIns);
        this.registerHandles();
    }

    /** @param {Uint8Array} standIns */
    fillTable(standIns) {
        const { begin, length, main } = this.record;
        if (this.table.length !== begin)
            throw new Error("the interpreter's table is not as it was");
        this.table.grow(length - begin);
        new WebAssembly.Instance(new WebAssembly.Module(/** @type {any} */ (standIns)), {
            g: { load: (/** @type {number} */ number) => this.load(number), table: this.table },
        });
        const symbols = mainSymbols(this.M);
        for (const [slot, name] of main)
            this.table.set(slot, symbols[name]);
    }

    registerHandles() {
        const { LDSO } = this.M;
        this.record.libraries.forEach((library, number) => {
            const lazy = this;
            LDSO.loadedLibsByName[library.path] = {
                refcount: Infinity, name: library.path, global: false,
                get exports() { return lazy.exportsOf(number); },
            };
        });
        for (const [handle, name] of this.record.handles)
            LDSO.loadedLibsByHandle[handle] = LDSO.loadedLibsByName[name];
    }

    /** @param {number} number */
    load(number) {
        if (this.instances[number])
            return;
        const library = this.record.libraries[number];
        const module = new WebAssembly.Module(/** @type {any} */ (this.fetchCode(library)));
        // A library's start clears what has no first value in its data; here it has later ones.
        const { memoryBase, memorySize } = library;
        const data = this.M.HEAPU8.slice(memoryBase, memoryBase + memorySize);
        const instance = new WebAssembly.Instance(module, this.importsOf(library, module, number));
        this.M.HEAPU8.set(data, memoryBase);
        this.instances[number] = instance;
        for (const [slot, name] of library.late)
            this.table.set(slot, instance.exports[name]);
    }

    /**
     * @param {LibraryRecord} library
     * @param {WebAssembly.Module} module
     * @param {number} number
     */
    importsOf(library, module, number) {
        /** @type {Record<string, Record<string, any>>} */
        const imports = {};
        const symbols = mainSymbols(this.M);
        for (const { module: from, name } of WebAssembly.Module.imports(module)) {
            imports[from] ??= {};
            if (from.startsWith("GOT."))
                imports[from][name] = new WebAssembly.Global({ value: "i32", mutable: true },
                                                             library.got[name]);
            else if (name === "__memory_base" || name === "__table_base")
                imports[from][name] = name === "__memory_base" ? library.memoryBase
                    : library.tableBase;
            else
                imports[from][name] = isSymbol(symbols, name) ? symbols[name]
                    : this.ownFunction(number, name);
        }
        return imports;
    }

    /**
     * As the linker does with what nobody else has.
     * @param {number} number
     * @param {string} name
     */
    ownFunction(number, name) {
        return (/** @type {any[]} */ ...values) => {
            const own = this.instances[number]?.exports[name];
            if (typeof own !== "function")
                throw new Error(`no library has the function ${name}`);
            return own(...values);
        };
    }

    /**
     * As the linker hands them out: addresses of data are absolute.
     * @param {number} number
     */
    exportsOf(number) {
        this.load(number);
        const { memoryBase } = this.record.libraries[number];
        /** @type {Record<string, any>} */
        const found = {};
        for (const [name, value] of Object.entries(this.instances[number]?.exports ?? {})) {
            found[name] = value instanceof WebAssembly.Global && typeof value.value === "number"
                ? new WebAssembly.Global({ value: "i32" }, value.value + memoryBase) : value;
        }
        return found;
    }
}

/** @param {any} M */
function tableOf(M) {
    return M.wasmTable;
}

/**
 * Everything that the interpreter itself offers to libraries.
 * @param {any} M
 * @returns {Record<string, any>}
 */
function mainSymbols(M) {
    return M.LDSO.loadedLibsByName.__main__.exports;
}

/**
 * @param {Record<string, any>} symbols
 * @param {string} name
 */
function isSymbol(symbols, name) {
    return symbols[name] !== undefined && !symbols[name].stub;
}

/**
 * In the order in which they were opened.
 * @param {any} M
 * @returns {[number, string][]}
 */
function handlesOf(M) {
    const order = Object.keys(M.LDSO.loadedLibsByName);
    return Object.entries(M.LDSO.loadedLibsByHandle)
        .map(([handle, dso]) => /** @type {[number, string]} */ ([Number(handle), dso.name]))
        .sort((a, b) => order.indexOf(a[1]) - order.indexOf(b[1]));
}

