// SPDX-License-Identifier: MIT
// The worker's life: init once, then one message after the other. The same in the browser and in
// the test harness; what differs comes in as `Surroundings`.
import { Analyser } from "./analyser.mjs";
import { boot } from "./boot.mjs";
import { HostFs } from "./hostfs.mjs";
import { Lane } from "./lane.mjs";
import { MemoryLimit } from "./memorylimit.mjs";
import { Output } from "./output.mjs";
import { Packages } from "./packages.mjs";
import { checkMessage } from "./protocol.mjs";
import { CANCEL_SEEN, NUDGED, RingWriter, TAKEN, UNWANTED } from "./ring.mjs";
import { Runner } from "./runner.mjs";
import { WheelPacker, WheelPacks } from "./wheelpacks.mjs";

/**
 * @typedef {object} Surroundings
 * @property {SharedArrayBuffer} ring
 * @property {Uint8Array} interrupt
 * @property {import("./lane.mjs").SmallTransport} small
 * @property {(nonce: string) => import("./lane.mjs").BulkTransport} bulk
 * @property {import("./lane.mjs").AheadTransport} [ahead]
 * @property {import("./lane.mjs").GatherTransport} [gather]
 * @property {(message: any) => void} post to the page
 * @property {(handler: (message: any) => void) => void} listen
 * @property {(init: import("./protocol.mjs").InitMessage) => void} prepare before Pyodide loads
 * @property {import("./boot.mjs").Platform} platform
 */

/** @param {Surroundings} around */
export function serve(around) {
    new Server(around);
}

/**
 * Other names for mounts, for code that knows them under those. What is there already stays: the
 * program names no place that a session needs.
 * @param {any} fs Emscripten's
 * @param {{path: string, target: string}[]} links
 */
export function makeLinks(fs, links) {
    for (const { path, target } of links) {
        if (fs.analyzePath(path, true).exists)
            continue;
        fs.mkdirTree(path.slice(0, path.lastIndexOf("/")) || "/");
        fs.symlink(target, path);
    }
}

class Server {
    /** @param {Surroundings} around */
    constructor(around) {
        this.around = around;
        this.ring = new RingWriter(around.ring, () => around.post({ kind: "drain" }));
        /** @type {string | null} */
        this.nonce = null;
        /** @type {Output | null} */
        this.output = null;
        /** @type {Runner | import("../wasi/programrunner.mjs").ProgramRunner | null} */
        this.runner = null;
        /** @type {Analyser | null} */
        this.analyser = null;
        /** @type {WheelPacker | null} */
        this.packer = null;
        /** @type {HostFs | null} */
        this.hostfs = null;
        this.last = Promise.resolve();
        around.listen((message) => this.receive(message));
    }

    /** @param {any} message from the page */
    receive(message) {
        if (message.kind === "cancel")
            this.cancel(message);
        else if (message.kind === "message")
            this.enqueue(message.message, message.number);
    }

    /**
     * @param {any} raw
     * @param {number} [number] of a run or a question
     */
    enqueue(raw, number) {
        const message = checkMessage(raw, this.nonce);
        this.nonce = message.nonce;
        // Each waits for the one before, so that a message sent early finds a booted interpreter.
        this.last = this.last.then(() => {
            if (number !== undefined)
                this.takeUp(number, message);
            return this.handle(message);
        }).catch((error) => this.fail(error));
    }

    /**
     * From here on a signal is meant for this one. What the page sent to what was in its way may
     * have come too late for that. What it wants to end already does not begin: its "cancel" may
     * stand behind this one.
     * @param {number} number
     * @param {import("./protocol.mjs").ToWorker} message
     */
    takeUp(number, message) {
        const { control } = this.ring;
        Atomics.store(control, TAKEN, number);
        if (Atomics.load(control, NUDGED) === number)
            Atomics.store(this.around.interrupt, 0, 0);
        if (message.type === "execute" && Atomics.load(control, UNWANTED) === number)
            this.runner?.cancel(message.run);
    }

    /** @param {import("./protocol.mjs").ToWorker} message */
    async handle(message) {
        if (message.type === "init")
            await this.init(message);
        else if (message.type === "execute")
            await this.execute(message);
        else if (message.type === "ask")
            await this.ask(message);
        else if (message.type === "look")
            this.look(message);
        else if (message.type === "file")
            this.addFile(message);
        else if (message.type === "pack")
            await this.pack(message);
        else
            this.hostfs?.setMounts(message.mounts);
    }

    /** @param {import("./protocol.mjs").InitMessage} init */
    async init(init) {
        const { around } = this;
        this.output = new Output(this.ring, init.nonce);
        around.prepare(init);
        if (init.role === "wasi")
            return this.initPrograms(init);
        const { pyodide, lock, packages: present, milliseconds, makeSnapshot } =
            await boot(around.platform, init);
        const python = pyodide.runPython("__import__('platform').python_version()");
        const ready = { python, pyodide: pyodide.version, milliseconds };
        if (init.role === "snapshot") {
            this.output.send("ready", ready);
            const { layer, bytes, head } = await makeSnapshot();
            this.output.sendParts("snapshot", { layer, head }, bytes);
            return;
        }
        if (init.role === "packer") {
            this.packer = new WheelPacker(pyodide, around.platform, this.output);
            this.output.send("ready", ready);
            return;
        }
        if (init.role === "analyser") {
            this.analyser = new Analyser(pyodide, lock, around.platform, this.output);
            this.output.send("ready", ready);
            return;
        }
        const lane = new Lane(init.nonce, around.small, around.bulk(init.nonce), around.ahead,
                              around.gather);
        this.hostfs = new HostFs(pyodide, lane);
        this.hostfs.setMounts(init.mounts);
        makeLinks(pyodide.FS, init.links);
        new MemoryLimit(pyodide.FS, this.hostfs.failure.bind(this.hostfs), init.folder_bytes);
        const packs = new WheelPacks(pyodide.FS, around.platform, init.packs);
        const packages = new Packages(pyodide, lock, around.platform, this.output, present,
                                      lane, packs);
        this.runner = new Runner({ pyodide, output: this.output, packages, hostfs: this.hostfs,
                                   lane, interrupt: around.interrupt,
                                   fetchBytesNow: around.platform.fetchBytesNow });
        this.runner.connect(init);
        this.output.send("ready", ready);
        await this.runner.rehearse();
    }

    /**
     * A page for other languages than Python.
     * @param {import("./protocol.mjs").InitMessage} init
     */
    async initPrograms(init) {
        const { around } = this;
        const output = /** @type {Output} */ (this.output);
        const { ProgramRunner } = await import("../wasi/programrunner.mjs");
        this.runner = new ProgramRunner({ output, interrupt: around.interrupt,
                                          fetchBytes: around.platform.fetchBytes,
                                          heapBytes: init.heap_bytes });
        output.send("ready", { python: "", pyodide: "", milliseconds: {} });
    }

    /** @param {import("./protocol.mjs").FileMessage} message */
    addFile(message) {
        if (this.packer)
            return this.packer.addFile(message);
        if (!this.runner || !("addFile" in this.runner))
            throw new Error("a file came to a page that runs no programs");
        this.runner.addFile(message);
    }

    /** @param {import("./protocol.mjs").ExecuteMessage} message */
    async execute(message) {
        if (!this.runner)
            throw new Error("execute came before init");
        await this.runner.execute(message);
        this.around.post({ kind: "idle", run: message.run });
    }

    /** @param {import("./protocol.mjs").AskMessage} message */
    async ask(message) {
        if (!this.analyser)
            throw new Error("this interpreter is no analyser");
        await this.analyser.answer(message);
    }

    /** @param {import("./protocol.mjs").PackMessage} message */
    async pack(message) {
        if (!this.packer)
            throw new Error("this interpreter packs no wheels");
        await this.packer.pack(message);
    }

    /** @param {import("./protocol.mjs").LookMessage} message */
    look(message) {
        if (!this.runner || !("look" in this.runner))
            throw new Error("a question came to a page that has no Python");
        this.runner.look(message);
        this.around.post({ kind: "idle", run: `look-${message.id}` });
    }

    /** @param {{run: string, seq: number}} message */
    cancel(message) {
        Atomics.store(this.ring.control, CANCEL_SEEN, message.seq);
        this.runner?.cancel(message.run);
    }

    /** @param {any} error */
    fail(error) {
        const worker = this.runner ?? this.analyser ?? this.packer;
        if (worker)
            worker.die(error);
        else
            this.output?.send("fatal", { reason: `The interpreter did not start: ${error}` });
    }
}
