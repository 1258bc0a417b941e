// SPDX-License-Identifier: MIT
// A whole session in Node.js: the real shell and the real worker, with a fake engine between.
import { openAsBlob } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { decodeFrames } from "../../../pyodide/worker/protocol.mjs";
import { FakeHost } from "./fakehost.mjs";
import { shell } from "./shell.mjs";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const NONCE = "0123456789abcdef0123456789abcdef";
const BULK_BYTES = 2 * 1024 * 1024;

export const assets = process.env.GLOVEBOX_ASSETS_DIR ?? path.join(root, "build/assets");

/** What the engine answers when the page asks for a part of a file. */
async function partOf(file, headers) {
    if (!file)
        return new Response(null, { status: 404 });
    const [begin, end] = headers.range.match(/\d+/g).map(Number);
    return new Response((await openAsBlob(file)).slice(begin, end + 1));
}

export class Session {
    /**
     * @param {{mounts?: object, snapshots?: Record<string, string>, make?: string, role?: string,
     *   heap?: number, env?: Record<string, string>,
     *   packs?: {wheel: string, url: string, head: number, sha256: string}[],
     *   packFiles?: Record<string, string>}} options snapshots: files by layer; packFiles: by the
     *   last part of the packs' addresses;
     *   make: the layer that the role "snapshot" is for
     */
    constructor({ mounts = {}, snapshots = {}, make, role = "session", heap = 1 << 30, env = {}, links = [], packs = [], packFiles = {} } = {}) {
        this.host = new FakeHost(mounts);
        this.frames = [];
        this.waiting = [];
        this.runs = 0;
        this.transports = { small: 0, bulk: 0 };
        this.bulkMailbox = new SharedArrayBuffer(16 + BULK_BYTES);
        this.thread = new Worker(new URL("./nodeworker.mjs", import.meta.url), {
            workerData: { assets, python: path.join(root, "pyodide/python"),
                          snapshot: { ...snapshots, ...packFiles },
                          bulkMailbox: this.bulkMailbox },
        });
        this.thread.on("error", (error) => this.failed(error));
        this.shell = new shell.Shell({
            page: { page: "0".repeat(32), nonce: NONCE },
            port: this.port(),
            worker: this.workerFace(),
            memory: (bytes) => new SharedArrayBuffer(bytes),
            fetch: async (url, { method, body, headers } = {}) => method === "POST"
                ? this.takeBulk(body) : partOf({ ...snapshots, ...packFiles }[url.split("/").pop()], headers),
        });
        this.post({ type: "init", role, heap_bytes: heap, folder_bytes: 512 << 20, env,
                    mounts: Object.entries(mounts).map(([name, m]) => ({ name, mode: m.mode ?? "rw" })),
                    snapshots: [...Object.keys(snapshots), ...(make ? [make] : [])]
                        .map((name) => ({ name, url: `/snapshot/${name}` })),
                    fonts: [{ url: "/fonts/NotoSansCJK-Regular.ttc",
                              path: "/usr/share/fonts/NotoSansCJK-Regular.ttc" }],
                    links, packs, lock_url: "/pyodide/pyodide-lock.json" });
    }

    workerFace() {
        const face = { postMessage: (message) => this.thread.postMessage(message) };
        this.thread.on("message", (message) => {
            if (message.kind === "bulk")
                this.answerBulk();
            else
                face.onmessage({ data: message });
        });
        return face;
    }

    port() {
        const takeCall = (text) => this.takeCall(text);
        return {
            send: async (text) => this.fromPage(JSON.parse(text)),
            set outbox(text) { takeCall(text); },
            received: { connect: (slot) => {
                this.toPage = (m) => slot(JSON.stringify(m));
                this.replyToPage = slot;
            } },
        };
    }

    takeCall(text) {
        const [id, frame] = text.split(" ");
        const answer = shell.toBase64(this.host.answer(shell.fromBase64(frame)));
        setImmediate(() => this.replyToPage(`reply ${id} ${answer}`));
    }

    fromPage(message) {
        if (message.kind === "records") {
            this.transports.small++;
            this.take(shell.fromBase64(message.frames));
        }
    }

    takeBulk(bytes) {
        this.transports.bulk++;
        this.take(bytes);
        return { ok: true, status: 200, arrayBuffer: async () => new ArrayBuffer(0) };
    }

    answerBulk() {
        const control = new Int32Array(this.bulkMailbox, 0, 4);
        const data = new Uint8Array(this.bulkMailbox, 16);
        const answer = this.host.answer(data.slice(0, Atomics.load(control, 1)));
        data.set(answer);
        Atomics.store(control, 1, answer.length);
        Atomics.store(control, 0, 2);
        Atomics.notify(control, 0);
    }

    take(bytes) {
        this.frames.push(...decodeFrames(bytes));
        this.waiting = this.waiting.filter((waiter) => !waiter());
    }

    failed(error) {
        this.error = error;
        this.waiting = this.waiting.filter((waiter) => !waiter());
    }

    post(message) {
        this.toPage({ kind: "post", message: { v: 1, nonce: NONCE, ...message } });
    }

    /** The first frame that `matches`, now or later; a fatal one fails instead. */
    async until(matches) {
        return new Promise((resolve, reject) => {
            const look = () => {
                const found = this.frames.find(matches);
                const fatal = this.frames.find((f) => f.header.type === "fatal");
                if (found)
                    resolve(found);
                else if (fatal || this.error)
                    reject(this.error ?? new Error(fatal.header.reason));
                return Boolean(found || fatal || this.error);
            };
            if (!look())
                this.waiting.push(look);
        });
    }

    ready() {
        return this.until((f) => f.header.type === "ready");
    }

    /** `more`: of the role "wasi" */
    begin(code, { stdin = null, packages = [], path, ...more } = {}) {
        const run = `r${++this.runs}`;
        const pins = packages.map((p) => typeof p === "string" ? { name: p } : p);
        this.post({ type: "execute", run, code, stdin, packages: pins, ...(path ? { path } : {}),
                    ...more });
        return run;
    }

    interrupt(run) {
        this.toPage({ kind: "interrupt", run });
    }

    /** A question between two runs: what it gives, or {error, kind}. */
    async look(method, given = {}) {
        const id = this.beginLook(method, given);
        return this.answered(id);
    }

    beginLook(method, given = {}) {
        const id = this.looks = (this.looks ?? 0) + 1;
        this.post({ type: "look", id, method, arguments: given });
        return id;
    }

    async answered(id) {
        const parts = () => this.frames.filter((f) => f.header.type === "answer" && f.header.id === id);
        await this.until((f) => f.header.type === "answer" && f.header.id === id &&
                                f.header.offset + f.body.length === f.header.total);
        const answer = JSON.parse(Buffer.concat(parts().map((f) => f.body)).toString());
        return answer.value ?? answer;
    }

    async ended(run) {
        await this.until((f) => f.header.type === "done" && f.header.run === run);
        return new RunView(this.frames.filter((f) => f.header.run === run));
    }

    async run(code, options) {
        return this.ended(this.begin(code, options));
    }

    async close() {
        clearInterval(this.shell.timer); // a page would be gone with all of its timers
        await this.thread.terminate();
    }
}

/** What a run's frames say. */
class RunView {
    constructor(frames) {
        this.frames = frames;
    }

    all(type) {
        return this.frames.filter((f) => f.header.type === type);
    }

    one(type) {
        return this.all(type)[0]?.header;
    }

    bytes(name) {
        return Buffer.concat(this.all("stream").filter((f) => f.header.name === name)
            .map((f) => f.body));
    }

    get stdout() {
        return this.bytes("stdout").toString();
    }

    get stderr() {
        return this.bytes("stderr").toString();
    }

    get result() {
        return this.one("result")?.text;
    }

    get error() {
        return this.one("error");
    }

    get status() {
        return this.one("done").status;
    }

    /** [{header, png}] */
    get displays() {
        const shown = [];
        for (const { header, body } of this.all("display")) {
            if (header.offset === 0)
                shown.push({ header, parts: [] });
            shown.at(-1).parts.push(body);
        }
        return shown.map(({ header, parts }) => ({ header, data: Buffer.concat(parts) }));
    }
}
