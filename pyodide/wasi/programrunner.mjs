// SPDX-License-Identifier: MIT
// The worker protocol of a page with the role "wasi": one program after the other, each of which
// is told about as a run of Python is.
import { sha256 } from "../worker/sha256.mjs";
import { joined } from "../worker/wasmfile.mjs";
import { Machine } from "./machine.mjs";

const SIGINT = 2;
const encoder = new TextEncoder();
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** By the end of a file's name. Anything else is text or not. */
const PICTURES = new Map([
    ["png", "image/png"], ["jpg", "image/jpeg"], ["jpeg", "image/jpeg"], ["gif", "image/gif"],
    ["webp", "image/webp"], ["svg", "image/svg+xml"],
]);

export class ProgramRunner {
    /**
     * @param {object} parts
     * @param {import("../worker/output.mjs").Output} parts.output
     * @param {Uint8Array} parts.interrupt one byte that the page sets to 2 (SIGINT)
     * @param {(url: string) => Promise<Uint8Array>} parts.fetchBytes
     * @param {number} parts.heapBytes
     */
    constructor({ output, interrupt, fetchBytes, heapBytes }) {
        this.output = output;
        this.interrupt = interrupt;
        this.machine = new Machine((name) => fetchBytes(`/languages/${name}`), heapBytes);
        /** @type {Map<string, Uint8Array[]>} parts of files for the next program, by name */
        this.files = new Map();
        /** @type {string | null} the run that the person or a clock wants to end */
        this.unwanted = null;
    }

    /** @param {import("../worker/protocol.mjs").FileMessage} message */
    addFile({ name, base64 }) {
        const part = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
        this.files.set(name, [...this.files.get(name) ?? [], part]);
    }

    /** @param {import("../worker/protocol.mjs").ExecuteMessage} message */
    async execute(message) {
        const { output } = this;
        const { run, runtime = "" } = message;
        const code = encoder.encode(message.code);
        const files = [...this.files].map(([name, parts]) => ({ name, bytes: joined(parts) }));
        this.files.clear();
        output.setRun(run);
        let status = "error", milliseconds = 0, hasStarted = false;
        try {
            const ending = await this.machine.run(
                { runtime, code, stdin: encoder.encode(message.stdin ?? ""), files }, {
                    starting: (phase, text) => output.send("starting", { run, phase, text }),
                    started: () => {
                        hasStarted = true;
                        output.send("started", { run, code_sha256: sha256(code) });
                    },
                    write: (name, bytes) => output.stream(name, bytes),
                    isUnwanted: () => this.interrupt[0] === SIGINT || this.unwanted === run,
                });
            status = this.tell(ending);
            milliseconds = ending.milliseconds;
            if (hasStarted)
                this.sendFiles(ending.files, message.output_files ?? []);
        } catch (error) {
            const text = `The runtime could not be loaded: ${describe(error)}`;
            output.error("RuntimeError", text, [`RuntimeError: ${text}`]);
        }
        this.interrupt[0] = 0;
        output.send("done", { run, status, execution_ms: Math.round(milliseconds * 1000) / 1000 });
        output.setRun(null);
    }

    /**
     * Says how it ended, where that is not simply well.
     * @param {import("./machine.mjs").Ending} ending
     * @returns {string} status of "done"
     */
    tell({ kind, code, ename, text }) {
        if (kind === "stopped")
            return "interrupted";
        if (kind === "exit" && code === 0)
            return "ok";
        if (kind === "exit") {
            this.output.error("ExitCode", String(code), [`The program ended with exit code ${code}.`]);
            return "error";
        }
        const words = kind === "crash" ? `The program crashed: ${text}` : text;
        this.output.error(ename, words, [words]);
        return kind === "crash" ? "crashed" : "error";
    }

    /**
     * @param {import("./filesystem.mjs").FileSystem} files
     * @param {string[]} names
     */
    sendFiles(files, names) {
        for (const name of names) {
            const bytes = files.get(name);
            if (bytes) {
                this.output.sendParts("display", { run: this.output.run, mime: mimeTypeOf(name, bytes),
                                                   title: name, text: "", width: 0, height: 0 }, bytes);
            }
        }
    }

    /** @param {string} run */
    cancel(run) {
        this.unwanted = run;
    }

    /** @param {any} error */
    die(error) {
        this.output.send("fatal", { reason: describe(error) });
    }
}

/**
 * @param {string} name
 * @param {Uint8Array} bytes
 */
function mimeTypeOf(name, bytes) {
    const picture = PICTURES.get(name.slice(name.lastIndexOf(".") + 1).toLowerCase());
    if (picture)
        return picture;
    try {
        utf8.decode(bytes);
        return "text/plain";
    } catch {
        return "application/octet-stream";
    }
}

/** @param {any} error */
function describe(error) {
    return error instanceof Error ? error.message : String(error);
}
