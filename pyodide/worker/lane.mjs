// SPDX-License-Identifier: MIT
// Host calls: synchronous questions to the program, over one of two transports.
//   small: shared memory mailbox, the page, QWebChannel (text): 0.1-0.2 ms
//   bulk:  one synchronous XMLHttpRequest: 0.8 ms, and 200 MB/s
// Callers see one lane; which transport carries a call follows from sizes alone.
import { decodeSingle, encodeFrame, VERSION } from "./protocol.mjs";

export const MAILBOX_WORDS = 4;
export const MAILBOX_HEADER_BYTES = MAILBOX_WORDS * 4;
/** Up to this size of request and expected answer a call goes by the small transport. */
export const SMALL_BYTES = 8 * 1024;

// Words of the mailbox.
export const STATE = 0;
export const LENGTH = 1;
export const CALL_ID = 2;

export const STATE_IDLE = 0;
export const STATE_ASKED = 1;
export const STATE_ANSWERED = 2;
/** The answer does not fit the mailbox: ask again in bulk (only reading calls have such answers). */
export const STATE_TOO_LARGE = 3;

const WAIT_SLICE_MS = 50;

/** An answer that says no. `errno` is a name such as "ENOENT". */
export class HostError extends Error {
    /**
     * @param {string} errno
     * @param {string} message
     */
    constructor(errno, message) {
        super(message);
        this.name = "HostError";
        this.errno = errno;
    }
}

/**
 * @typedef {(request: Uint8Array) => Uint8Array | null} SmallTransport null: the answer is too
 *   large for it
 * @typedef {(request: Uint8Array) => Uint8Array} BulkTransport
 */

/**
 * @param {SharedArrayBuffer} mailbox
 * @param {() => void} wake tells the page that the mailbox holds a call
 * @returns {SmallTransport}
 */
export function mailboxTransport(mailbox, wake) {
    const control = new Int32Array(mailbox, 0, MAILBOX_WORDS);
    const data = new Uint8Array(mailbox, MAILBOX_HEADER_BYTES);
    let id = 0;
    return (request) => {
        id = (id + 1) | 0;
        data.set(request);
        Atomics.store(control, LENGTH, request.length);
        Atomics.store(control, CALL_ID, id);
        Atomics.store(control, STATE, STATE_ASKED);
        wake();
        let state;
        while ((state = Atomics.load(control, STATE)) === STATE_ASKED)
            Atomics.wait(control, STATE, STATE_ASKED, WAIT_SLICE_MS);
        const answer = state === STATE_ANSWERED ? data.slice(0, Atomics.load(control, LENGTH)) : null;
        Atomics.store(control, STATE, STATE_IDLE);
        return answer;
    };
}

export class Lane {
    /**
     * @param {string} nonce
     * @param {SmallTransport} small
     * @param {BulkTransport} bulk
     */
    constructor(nonce, small, bulk) {
        this.nonce = nonce;
        this.small = small;
        this.bulk = bulk;
    }

    /**
     * Asks and waits. Throws HostError when the program says no.
     * @param {string} op
     * @param {Record<string, any>} fields
     * @param {{body?: Uint8Array, expect?: number}} [options] `expect`: bytes that the answer may
     *   have; Infinity when nobody knows
     * @returns {import("./protocol.mjs").Frame}
     */
    call(op, fields, { body, expect = 0 } = {}) {
        const header = { v: VERSION, nonce: this.nonce, type: "call", op, ...fields };
        const request = encodeFrame(header, body);
        const fits = request.length <= SMALL_BYTES && expect <= SMALL_BYTES;
        const answer = decodeSingle((fits ? this.small(request) : null) ?? this.bulk(request));
        if (answer.header.ok !== true) {
            throw new HostError(String(answer.header.errno ?? "EIO"),
                                String(answer.header.message ?? "The host gave no reason."));
        }
        return answer;
    }
}
