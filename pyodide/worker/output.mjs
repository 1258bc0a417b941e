// SPDX-License-Identifier: MIT
// Everything that the worker tells the program, in the order in which it happened.
import { encodeFrame, MAX_FRAME_BYTES, PART_BYTES, VERSION } from "./protocol.mjs";
import { KIND_FRAME, KIND_RUN, KIND_STDERR, KIND_STDOUT } from "./ring.mjs";

// In characters, of which JSON makes up to six bytes each: one frame must hold them.
const MAX_RESULT = 100_000;
const MAX_EVALUE = 16_000;
const MAX_TRACEBACK = 80_000;
/**
 * What is followed by something else at once, or by silence that may last: the page looks into the
 * ring every 20 ms while a run is active. A round trip to the program for each of them would cost
 * a short run more than Python does.
 */
const QUIET = new Set(["started", "result", "error", "heap"]);
const encoder = new TextEncoder();

export class Output {
    /**
     * @param {import("./ring.mjs").RingWriter} ring
     * @param {string} nonce of this page: every frame carries it
     */
    constructor(ring, nonce) {
        this.ring = ring;
        this.nonce = nonce;
        /** @type {string | null} */
        this.run = null;
        /** Nothing is told meanwhile. */
        this.isMuted = false;
    }

    /** @param {string | null} run to which everything written from now on belongs */
    setRun(run) {
        this.run = run;
        this.write(KIND_RUN, encoder.encode(run ?? ""), true);
    }

    /**
     * @param {"stdout" | "stderr"} name
     * @param {Uint8Array} bytes
     */
    stream(name, bytes) {
        if (!this.isMuted)
            this.ring.writeStream(name === "stdout" ? KIND_STDOUT : KIND_STDERR, bytes);
    }

    /**
     * @param {number} kind
     * @param {Uint8Array} bytes
     * @param {boolean} quietly
     */
    write(kind, bytes, quietly) {
        if (!this.isMuted)
            this.ring.write(kind, bytes, quietly);
    }

    /**
     * @param {string} type
     * @param {Record<string, any>} fields
     * @param {Uint8Array} [body]
     */
    send(type, fields, body) {
        const frame = encodeFrame({ v: VERSION, nonce: this.nonce, type, ...fields }, body);
        if (frame.length > MAX_FRAME_BYTES)
            throw new RangeError(`a frame "${type}" of ${frame.length} bytes is too large`);
        this.write(KIND_FRAME, frame, QUIET.has(type));
    }

    /**
     * Bytes that may be larger than one frame.
     * @param {string} type
     * @param {Record<string, any>} fields
     * @param {Uint8Array} bytes
     */
    sendParts(type, fields, bytes) {
        const total = bytes.length;
        let offset = 0;
        do {
            const part = bytes.subarray(offset, offset + PART_BYTES);
            this.send(type, { ...fields, offset, total }, part);
            offset += PART_BYTES;
        } while (offset < total);
    }

    /** @param {string} text value of the last expression */
    result(text) {
        this.send("result", { run: this.run, text: shorten(text, MAX_RESULT) });
    }

    /**
     * @param {string} ename
     * @param {string} evalue
     * @param {string[]} traceback
     */
    error(ename, evalue, traceback) {
        this.send("error", {
            run: this.run,
            ename,
            evalue: shorten(evalue, MAX_EVALUE),
            traceback: shortenLines(traceback),
        });
    }
}

/**
 * A repr() of any length must still fit one frame; the middle is what says least.
 * @param {string} text
 * @param {number} max
 */
export function shorten(text, max) {
    if (text.length <= max)
        return text;
    const half = max / 2;
    const left = text.length - max;
    const short = `${text.slice(0, half)}\n… ${left} characters left out …\n${text.slice(-half)}`;
    return short.replace(/\p{Surrogate}/gu, "\ufffd"); // a cut pair would be no Unicode
}

/** @param {string[]} lines */
function shortenLines(lines) {
    const text = lines.join("\n");
    return text.length <= MAX_TRACEBACK ? lines : shorten(text, MAX_TRACEBACK).split("\n");
}
