// SPDX-License-Identifier: MIT
// Runs programs, each in a machine of its own: new memory, new files, nothing left of the one
// before. Compiled runtimes are kept, and what they are made of; neither can be written to.
import { gunzip, untar } from "./archive.mjs";
import { FileSystem } from "./filesystem.mjs";
import { Stopped, WasiHost } from "./host.mjs";
import { limitMemory } from "./memory.mjs";
import { ENTRY, ENVIRONMENT, RUNTIMES } from "./runtimes.mjs";

const encoder = new TextEncoder();

export const MAX_FILES_BYTES = 256 * 1024 * 1024;

/**
 * @typedef {object} Program
 * @property {string} runtime
 * @property {Uint8Array} code
 * @property {Uint8Array} stdin
 * @property {{name: string, bytes: Uint8Array}[]} files
 *
 * @typedef {object} Listener
 * @property {(phase: string, text: string) => void} starting loading, compiling, linking
 * @property {() => void} started the code begins
 * @property {(name: "stdout" | "stderr", bytes: Uint8Array) => void} write
 * @property {() => boolean} isUnwanted
 *
 * How a program ended. `code` of `exit`; `text` of the two that failed.
 * @typedef {{kind: "exit" | "built" | "crash" | "stopped", code: number, ename: string,
 *   text: string, milliseconds: number, files: FileSystem}} Ending
 */

export class Machine {
    /**
     * @param {(name: string) => Promise<Uint8Array>} fetchBytes a file of the component
     * @param {number} heapBytes that each program may have
     */
    constructor(fetchBytes, heapBytes) {
        this.fetchBytes = fetchBytes;
        this.heapBytes = heapBytes;
        /** @type {Map<string, Promise<WebAssembly.Module>>} */
        this.modules = new Map();
        /** @type {Map<string, Promise<{path: string, bytes: Uint8Array}[]>>} */
        this.archives = new Map();
    }

    /**
     * @param {string} name
     * @returns {Promise<WebAssembly.Module>}
     */
    module(name) {
        return kept(this.modules, name, async () => this.compile(await this.fetchBytes(name)));
    }

    /**
     * @param {string} name
     * @returns {Promise<{path: string, bytes: Uint8Array}[]>}
     */
    archive(name) {
        return kept(this.archives, name, async () => untar(await gunzip(await this.fetchBytes(name))));
    }

    /** @param {Uint8Array} bytes */
    compile(bytes) {
        return WebAssembly.compile(/** @type {any} */ (limitMemory(bytes, this.heapBytes)));
    }

    /**
     * @param {Program} program
     * @param {Listener} listener
     * @returns {Promise<Ending>}
     */
    async run(program, listener) {
        const runtime = Object.hasOwn(RUNTIMES, program.runtime) ? RUNTIMES[program.runtime] : null;
        if (!runtime)
            throw new Error(`there is no runtime "${program.runtime}"`);
        await this.load(runtime, listener);
        const files = await this.files(runtime, program);
        const ending = { kind: /** @type {Ending["kind"]} */ ("exit"), code: 0, ename: "", text: "",
                         milliseconds: 0, files };
        let begin = performance.now();
        try {
            const failed = await this.build(runtime, files, listener);
            if (failed)
                return { ...ending, kind: "built", ...failed };
            const module = await this.programOf(runtime, files);
            listener.started();
            begin = performance.now();
            const host = this.host(files, runtime.args, { ...ENVIRONMENT, ...runtime.env },
                                   program.stdin, listener);
            ending.code = await host.run(module);
        } catch (error) {
            if (error instanceof Stopped)
                ending.kind = "stopped";
            else if (isCrash(error))
                Object.assign(ending, { kind: "crash", ename: "Crash", text: describe(error) });
            else
                throw error;
        }
        return { ...ending, milliseconds: performance.now() - begin };
    }

    /**
     * @param {import("./runtimes.mjs").Runtime} runtime
     * @param {Listener} listener
     */
    async load(runtime, listener) {
        const modules = [...runtime.build.map((step) => step.module),
                         ...(runtime.module.startsWith("/") ? [] : [runtime.module])];
        if (modules.some((name) => !this.modules.has(name)))
            listener.starting("runtime", `Loading ${runtime.name}`);
        await Promise.all([...modules.map((name) => this.module(name)),
                           ...runtime.archives.map((name) => this.archive(name))]);
    }

    /**
     * @param {import("./runtimes.mjs").Runtime} runtime
     * @param {Program} program
     */
    async files(runtime, program) {
        const files = new FileSystem(MAX_FILES_BYTES);
        for (const name of runtime.archives) {
            for (const { path, bytes } of await this.archive(name))
                files.put(path, bytes);
        }
        files.makeFolders("/tmp/");
        files.put("/dev/stdin", program.stdin); // for runtimes that cannot open a descriptor again
        for (const [path, text] of Object.entries(runtime.files ?? {}))
            files.put(path, encoder.encode(text));
        for (const { name, bytes } of program.files)
            files.put(name, bytes);
        files.put(ENTRY, program.code);
        return files;
    }

    /**
     * @param {import("./runtimes.mjs").Runtime} runtime
     * @param {FileSystem} files
     * @param {Listener} listener
     * @returns {Promise<{code: number, ename: string, text: string} | null>} null: it is built
     */
    async build(runtime, files, listener) {
        for (const step of runtime.build) {
            listener.starting("build", step.text);
            const host = this.host(files, step.args, ENVIRONMENT, new Uint8Array(0), listener);
            let code = 1;
            let text = `${step.text} failed; the messages say where.`;
            try {
                code = await host.run(await this.module(step.module));
            } catch (error) {
                if (!isCrash(error))
                    throw error;
                text = `${step.text} failed: ${describe(error)}`;
            }
            if (code !== 0)
                return { code, ename: step.error, text };
        }
        return null;
    }

    /**
     * @param {import("./runtimes.mjs").Runtime} runtime
     * @param {FileSystem} files
     */
    programOf(runtime, files) {
        if (!runtime.module.startsWith("/"))
            return this.module(runtime.module);
        return this.compile(files.get(runtime.module) ?? new Uint8Array(0));
    }

    /**
     * @param {FileSystem} files
     * @param {string[]} args
     * @param {Record<string, string>} env
     * @param {Uint8Array} stdin
     * @param {Listener} listener
     */
    host(files, args, env, stdin, listener) {
        return new WasiHost({ files, args, env, stdin, write: listener.write,
                              isUnwanted: listener.isUnwanted });
    }
}

/**
 * What `make` gives for a name, once; not again after a failure that may pass.
 * @template T
 * @param {Map<string, Promise<T>>} all
 * @param {string} name
 * @param {() => Promise<T>} make
 * @returns {Promise<T>}
 */
function kept(all, name, make) {
    let promise = all.get(name);
    if (!promise) {
        promise = make();
        all.set(name, promise);
        promise.catch(() => all.delete(name));
    }
    return promise;
}

/** @param {any} error */
function isCrash(error) {
    return error instanceof WebAssembly.RuntimeError || error instanceof WebAssembly.LinkError ||
        error instanceof WebAssembly.CompileError || error instanceof RangeError;
}

/** @param {any} error */
function describe(error) {
    return error instanceof RangeError && /call stack/.test(error.message)
        ? "its stack is full (endless recursion?)" : String(error.message);
}
