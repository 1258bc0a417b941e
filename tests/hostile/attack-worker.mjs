// SPDX-License-Identifier: MIT
// Takes the worker's own objects, as any module that runs beside them can: what writes records and
// what calls the host. `forge` then says anything in the worker's name.
import "./attack.mjs";
import { HostFs } from "./hostfs.mjs";
import { Output } from "./output.mjs";
import { encodeFrame } from "./protocol.mjs";
import { KIND_FRAME, KIND_RUN } from "./ring.mjs";

/** @type {{output: any, lane: any, bulk: any}} */
const owned = { output: null, lane: null, bulk: null };
/** @type {Record<string, any>} fields that the next message of a type gets */
let changes = {};

const send = Output.prototype.send;
Output.prototype.send = function (type, fields, body) {
    owned.output = this;
    if (type === "answer" && answers !== null)
        return forgeAnswers(this, fields);
    const changed = changes[type];
    delete changes[type];
    return send.call(this, type, { ...fields, ...changed }, body);
};
const setRun = Output.prototype.setRun;
Output.prototype.setRun = function (run) {
    owned.output = this;
    return setRun.call(this, run);
};

const setMounts = HostFs.prototype.setMounts;
HostFs.prototype.setMounts = function (mounts) {
    owned.lane = this.lane;
    return setMounts.call(this, mounts);
};

const encoder = new TextEncoder();

/** @type {any[] | null} what is sent in the place of the next answer to a question of the person */
let answers = null;

/** @param {any} output @param {any} honest */
function forgeAnswers(output, honest) {
    const parts = answers ?? [];
    answers = null;
    for (const { header, body = "", times = 1 } of parts) {
        const bytes = encoder.encode(body.repeat(times));
        output.ring.write(KIND_FRAME, encodeFrame(
            { v: 1, nonce: output.nonce, type: "answer", id: honest.id, offset: 0,
              total: bytes.length, ...header }, bytes));
    }
}

self.forgeAnswers = (/** @type {string} */ text) => {
    answers = JSON.parse(text).parts;
    return "ready";
};

/** @param {any} frame `raw`: bytes as they are; else a header with defaults, null for no such field */
function bytesOf(frame) {
    if (frame.raw)
        return Uint8Array.from(atob(frame.raw), (c) => c.charCodeAt(0));
    const { output } = owned;
    const header = { v: 1, nonce: output.nonce, run: output.run, ...frame.header };
    for (const [name, value] of Object.entries(header)) {
        if (value === null && name !== "run")
            delete header[name];
    }
    if (frame.deep) {
        const text = JSON.stringify(header).slice(0, -1) + ',"x":' + "[".repeat(frame.deep) +
                     "]".repeat(frame.deep) + "}";
        return rawFrame(encoder.encode(text), encoder.encode(frame.body ?? ""));
    }
    return encodeFrame(header, encoder.encode(frame.body ?? ""));
}

/** @param {Uint8Array} head @param {Uint8Array} body */
function rawFrame(head, body) {
    const bytes = new Uint8Array(8 + head.length + body.length);
    new DataView(bytes.buffer).setUint32(0, head.length, true);
    new DataView(bytes.buffer).setUint32(4, body.length, true);
    bytes.set(head, 8);
    bytes.set(body, 8 + head.length);
    return bytes;
}

/** @param {any} order */
function act(order) {
    const { output } = owned;
    changes = order.changes ?? {};
    for (const frame of order.frames ?? []) {
        for (let i = 0; i < (frame.times ?? 1); i++)
            output.ring.write(KIND_FRAME, bytesOf(frame));
    }
    if (order.claim !== undefined) { // later raw output in the name of that run
        output.ring.write(KIND_RUN, encoder.encode(order.claim));
        output.stream("stdout", encoder.encode("forged"));
        output.ring.write(KIND_RUN, encoder.encode(output.run ?? ""));
    }
    if (order.print)
        output.stream("stdout", encoder.encode(order.print));
    if (order.control) { // words of the ring that only the page writes
        for (const [word, value] of Object.entries(order.control))
            Atomics.store(output.ring.control, Number(word), value);
    }
    return order.call ? callHost(order.call) : "done";
}

/** @param {any} order */
function callHost(order) {
    const { lane } = owned;
    const nonce = lane.nonce;
    try {
        lane.nonce = order.nonce ?? nonce;
        const { header, body } = lane.call(order.op, order.fields ?? {},
                                           { expect: order.bulk ? Infinity : 0 });
        return `answered ${JSON.stringify(header)} ${new TextDecoder().decode(body)}`;
    } catch (error) {
        return `${error.errno ?? error}`;
    } finally {
        lane.nonce = nonce;
    }
}

self.forge = (/** @type {string} */ text) => String(act(JSON.parse(text)));

/** @type {string[]} */
const acted = [];
self.acted = () => JSON.stringify(acted);
/** When no run is active, and the end of this one is with the program. @param {string} text */
self.forgeLater = (text) => {
    const begin = performance.now();
    const timer = setInterval(() => {
        if (owned.output.run !== null || performance.now() - begin < 100)
            return;
        clearInterval(timer);
        try {
            acted.push(String(act(JSON.parse(text))));
        } catch (error) {
            acted.push(`failed: ${error}`);
        }
        // What is refused is told to the program: that is how it hears of the act between runs.
        fetch("/acted").catch(() => undefined);
    }, 5);
};

/** When this run is over. */
self.spinLater = () => setTimeout(() => {
    for (;;)
        ;
}, 50);

const lengthHeaders = (/** @type {any} */ order, /** @type {Uint8Array} */ body) => {
    /** @type {Record<string, string>} */
    const headers = {};
    if (order.nonce !== "none")
        headers["x-glovebox-nonce"] = order.nonce ?? owned.output.nonce;
    if (order.length !== "none")
        headers["x-glovebox-length"] = String(order.length ?? body.length);
    return headers;
};

/** One request by its parts; what came back. @param {string} text */
self.request = async (text) => {
    const order = JSON.parse(text);
    /** @type {any} */
    const options = { method: order.method ?? "GET", ...(order.options ?? {}) };
    if (order.lane || order.size) {
        const body = order.size ? new Uint8Array(order.size)
            : encodeFrame({ v: 1, nonce: owned.output.nonce, type: "call", op: order.lane });
        options.headers = lengthHeaders(order, body);
        options.body = order.blob ? new Blob([body]) : body;
    }
    const begin = performance.now();
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 3000);
    try {
        const response = await fetch(order.url, { ...options, signal: stop.signal });
        const bytes = new Uint8Array(await response.arrayBuffer());
        return `answered ${response.status} ${new TextDecoder().decode(bytes.slice(0, 80))}`;
    } catch (error) {
        return `failed after ${Math.round(performance.now() - begin)} ms: ${error}`;
    }
};

/** Many requests at once, of which nothing is read. @param {string} url @param {number} count */
self.hoard = async (url, count) => {
    const responses = await Promise.allSettled(Array.from({ length: count }, () => fetch(url)));
    self.hoarded = responses;
    return responses.filter((r) => r.status === "fulfilled" && r.value.ok).length;
};

/** @param {number} count */
self.callFlood = (count) => {
    const { lane } = owned;
    const frame = encodeFrame({ v: 1, nonce: lane.nonce, type: "call", op: "fs.statfs", mount: "x" });
    return Promise.allSettled(Array.from({ length: count }, () => fetch("/lane/call", {
        method: "POST", body: frame,
        headers: { "x-glovebox-nonce": lane.nonce, "x-glovebox-length": String(frame.length) },
    }))).then((all) => all.filter((r) => r.status === "fulfilled").length);
};
