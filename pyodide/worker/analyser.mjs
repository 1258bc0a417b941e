// SPDX-License-Identifier: MIT
// The analyser: a Python that answers questions about code and runs none of it. It has no mounts,
// no host calls and no run.
import { Packages } from "./packages.mjs";
import { guardStack } from "./runner.mjs";

const encoder = new TextEncoder();

export class Analyser {
    /**
     * @param {any} pyodide
     * @param {import("./packages.mjs").Lock} lock
     * @param {import("./boot.mjs").Platform} platform
     * @param {import("./output.mjs").Output} output
     */
    constructor(pyodide, lock, platform, output) {
        this.output = output;
        this.dead = false;
        pyodide._api.on_fatal = (/** @type {any} */ error) => this.die(error);
        // Its own warnings concern nobody, and output between runs is a session's.
        const nowhere = { write: (/** @type {Uint8Array} */ bytes) => bytes.length };
        pyodide.setStdout(nowhere);
        pyodide.setStderr(nowhere);
        const silent = /** @type {any} */ ({ run: null, send: () => undefined });
        this.packages = new Packages(pyodide, lock, platform, silent);
        guardStack(pyodide);
        this.python = pyodide.pyimport("_analysis");
        this.python.prepare(JSON.stringify({ modules: Object.fromEntries(
            [...this.packages.byImport].map(([top, key]) => [top, lock.packages[key].name])) }));
    }

    /** @param {import("./protocol.mjs").AskMessage} message */
    async answer({ id, method, arguments: given }) {
        try {
            const needs = JSON.parse(this.python.needs(method));
            await this.packages.load(this.packages.missing(needs));
            const text = this.python.answer(method, JSON.stringify(given));
            this.send(id, text);
        } catch (error) {
            // Python answers with what it raises; what comes here may have harmed the interpreter.
            this.die(error);
        }
    }

    /**
     * @param {number} id
     * @param {string} text
     */
    send(id, text) {
        if (!this.dead)
            this.output.sendParts("answer", { id }, encoder.encode(text));
    }

    /** @param {any} error after which this interpreter cannot be used */
    die(error) {
        if (this.dead)
            return;
        this.dead = true;
        this.output.send("fatal", { reason: `The analyser ended itself: ${String(error).slice(0, 500)}` });
    }
}
