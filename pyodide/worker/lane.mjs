// SPDX-License-Identifier: MIT
// Host calls: synchronous questions to the program, over one of two transports.
//   small: shared memory mailbox, the page, QWebChannel (text): 0.1-0.2 ms
//   bulk:  one synchronous XMLHttpRequest: 0.8 ms, and 200 MB/s
// Callers see one lane; which transport carries a call follows from sizes alone.
// Blocks of large files that nobody waits for yet go a third way: through shared memory and the
// page, which asks while Python goes on (`begin`, `finish`). Small files that were closed gather in
// shared memory too, and go together (`gather`, `settle`).
import { decodeSingle, encodeFrame, encodeFrameInto, PREFIX_BYTES, VERSION } from "./protocol.mjs";

export const MAILBOX_WORDS = 4;
export const MAILBOX_HEADER_BYTES = MAILBOX_WORDS * 4;
/** Up to this size of request and expected answer a call goes by the small transport. */
export const SMALL_BYTES = 8 * 1024;

// Words of the mailbox.
export const STATE = 0;
export const LENGTH = 1;
export const CALL_ID = 2;
/** Counts the calls: the page waits for it to change. */
export const CALLS = 3;

export const STATE_IDLE = 0;
export const STATE_ASKED = 1;
export const STATE_ANSWERED = 2;
/** The answer does not fit the mailbox: ask again in bulk (only reading calls have such answers). */
export const STATE_TOO_LARGE = 3;

// The memory of calls that are not waited for: slots, each some words and room for one frame.
export const AHEAD_SLOTS = 6;
export const AHEAD_WORDS = 4;
export const AHEAD_SLOT_BYTES = AHEAD_WORDS * 4 + 1024 * 1024;
export const AHEAD_STATE = 0;
export const AHEAD_LENGTH = 1;
// States of a slot.
export const AHEAD_FREE = 0;
export const AHEAD_ASKED = 1;
export const AHEAD_DONE = 2;
export const AHEAD_FAILED = 3;
/** Nobody wants the answer any more: the page frees the slot when it comes. */
export const AHEAD_LEFT = 4;

// The memory of calls that gather: while one lot is on its way, the next one fills. The page sends
// it as soon as the one before is answered, whether Python makes another call or not.
export const GATHER_SLOTS = 2;
export const GATHER_WORDS = 4;
export const GATHER_SLOT_BYTES = GATHER_WORDS * 4 + 256 * 1024;
export const MAX_GATHERED = 256; // calls of one lot
export const GATHER_STATE = 0;
export const GATHER_LENGTH = 1;
/** The page would have taken the lot, but it was being filled: it is to be woken once more. */
export const GATHER_WANTED = 2;
// States of a lot.
export const GATHER_FREE = 0;
/** It may be taken, or grow. */
export const GATHER_OPEN = 1;
export const GATHER_FILLING = 2;
export const GATHER_TAKEN = 3;
export const GATHER_DONE = 4;
export const GATHER_FAILED = 5;

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

/**
 * Tells the page that the mailbox holds a call, by a word of it: a message costs both sides a
 * quarter more of what a call costs them.
 * @param {SharedArrayBuffer} mailbox
 * @returns {() => void}
 */
export function wakeByMailbox(mailbox) {
    const control = new Int32Array(mailbox, 0, MAILBOX_WORDS);
    return () => {
        Atomics.add(control, CALLS, 1);
        Atomics.notify(control, CALLS);
    };
}

/** The worker's end of the memory of calls that are not waited for. */
export class AheadTransport {
    /**
     * @param {SharedArrayBuffer} memory
     * @param {(slot: number) => void} wake tells the page that the slot holds a call
     */
    constructor(memory, wake) {
        this.wake = wake;
        /** @type {Map<number, () => void>} slots whose answers are still being read */
        this.kept = new Map();
        this.slots = Array.from({ length: AHEAD_SLOTS }, (_, i) => {
            const at = i * AHEAD_SLOT_BYTES;
            return { control: new Int32Array(memory, at, AHEAD_WORDS),
                     data: new Uint8Array(memory, at + AHEAD_WORDS * 4,
                                          AHEAD_SLOT_BYTES - AHEAD_WORDS * 4) };
        });
    }

    /**
     * @param {Record<string, any>} header
     * @param {Uint8Array} [body]
     * @returns {number | null} the slot; null when none is free, or the request is too long
     */
    begin(header, body) {
        const slot = this.freeSlot();
        if (slot < 0)
            return null;
        const { control, data } = this.slots[slot];
        const length = encodeFrameInto(data, header, body);
        if (length === 0)
            return null;
        Atomics.store(control, AHEAD_LENGTH, length);
        Atomics.store(control, AHEAD_STATE, AHEAD_ASKED);
        this.wake(slot);
        return slot;
    }

    freeSlot() {
        const free = this.slots.findIndex(
            ({ control }) => Atomics.load(control, AHEAD_STATE) === AHEAD_FREE);
        const [oldest] = this.kept;
        if (free >= 0 || oldest === undefined)
            return free;
        oldest[1]();
        this.release(oldest[0]);
        return oldest[0];
    }

    /**
     * Waits for the answer.
     * @param {number} slot
     * @param {() => void} [letGo] The answer is not copied: it stays where it is until `release`,
     *   or until this is called because the slot is needed. Without it the slot is free at once.
     * @returns {Uint8Array | null} null: the page could not ask
     */
    finish(slot, letGo) {
        const { control, data } = this.slots[slot];
        let state;
        while ((state = Atomics.load(control, AHEAD_STATE)) === AHEAD_ASKED)
            Atomics.wait(control, AHEAD_STATE, AHEAD_ASKED, WAIT_SLICE_MS);
        const answer = state === AHEAD_DONE
            ? data.subarray(0, Atomics.load(control, AHEAD_LENGTH)) : null;
        if (answer !== null && letGo !== undefined) {
            this.kept.set(slot, letGo);
            return answer;
        }
        Atomics.store(control, AHEAD_STATE, AHEAD_FREE);
        return answer?.slice() ?? null;
    }

    /** @param {number} slot whose answer has been read */
    release(slot) {
        if (this.kept.delete(slot))
            Atomics.store(this.slots[slot].control, AHEAD_STATE, AHEAD_FREE);
    }

    /** @param {number} slot whose answer nobody wants */
    leave(slot) {
        const { control } = this.slots[slot];
        if (Atomics.compareExchange(control, AHEAD_STATE, AHEAD_ASKED, AHEAD_LEFT) !== AHEAD_ASKED)
            Atomics.store(control, AHEAD_STATE, AHEAD_FREE);
    }
}

/** The worker's end of the memory of calls that gather. */
export class GatherTransport {
    /**
     * @param {SharedArrayBuffer} memory
     * @param {(slot: number) => void} wake tells the page that the slot holds a lot
     */
    constructor(memory, wake) {
        this.wake = wake;
        this.slots = Array.from({ length: GATHER_SLOTS }, (_, i) => {
            const at = i * GATHER_SLOT_BYTES;
            const data = new Uint8Array(memory, at + GATHER_WORDS * 4,
                                        GATHER_SLOT_BYTES - GATHER_WORDS * 4);
            return { control: new Int32Array(memory, at, GATHER_WORDS), data,
                     view: new DataView(memory, data.byteOffset, PREFIX_BYTES) };
        });
        /** @type {{slot: number, calls: any[], body: number}[]} the oldest first */
        this.lots = [];
        /** @type {{calls: any[], answer: Uint8Array | null}[]} of which nobody was told yet */
        this.answered = [];
    }

    /**
     * Adds a call to the lot that waits, or begins one.
     * @param {Record<string, any>} header of a lot
     * @param {Uint8Array} frame
     * @param {any} call what the caller wants to be reminded of with the answer
     * @returns {boolean} false: it is too long
     */
    add(header, frame, call) {
        const last = this.lots.at(-1);
        if (last && last.calls.length < MAX_GATHERED && this.grow(last, frame)) {
            last.calls.push(call);
            return true;
        }
        while (this.lots.length >= GATHER_SLOTS)
            this.finishFirst();
        const slot = this.lots.length > 0 ? (this.lots[0].slot + 1) % GATHER_SLOTS : 0;
        const { control, data } = this.slots[slot];
        const length = encodeFrameInto(data, header, frame);
        if (length === 0)
            return false;
        this.lots.push({ slot, calls: [call], body: frame.length });
        Atomics.store(control, GATHER_LENGTH, length);
        Atomics.store(control, GATHER_WANTED, 0);
        Atomics.store(control, GATHER_STATE, GATHER_OPEN);
        this.wake(slot);
        return true;
    }

    /**
     * @param {{slot: number, calls: any[], body: number}} lot
     * @param {Uint8Array} frame
     * @returns {boolean} false: it is on its way, or has no room
     */
    grow(lot, frame) {
        const { control, data, view } = this.slots[lot.slot];
        if (Atomics.compareExchange(control, GATHER_STATE, GATHER_OPEN, GATHER_FILLING) !==
            GATHER_OPEN)
            return false;
        const length = Atomics.load(control, GATHER_LENGTH);
        const fits = length + frame.length <= data.length;
        if (fits) {
            data.set(frame, length);
            lot.body += frame.length;
            view.setUint32(4, lot.body, true);
            Atomics.store(control, GATHER_LENGTH, length + frame.length);
        }
        Atomics.store(control, GATHER_STATE, GATHER_OPEN);
        // Asked after the lot is open again: the page asks for it before it tries to take it.
        if (Atomics.exchange(control, GATHER_WANTED, 0) !== 0)
            this.wake(lot.slot);
        return fits;
    }

    finishFirst() {
        const { slot, calls } = /** @type {typeof this.lots[0]} */ (this.lots.shift());
        const { control, data } = this.slots[slot];
        let state;
        while ((state = Atomics.load(control, GATHER_STATE)) < GATHER_DONE)
            Atomics.wait(control, GATHER_STATE, state, WAIT_SLICE_MS);
        this.answered.push({ calls, answer: state === GATHER_DONE
            ? data.slice(0, Atomics.load(control, GATHER_LENGTH)) : null });
        Atomics.store(control, GATHER_STATE, GATHER_FREE);
    }

    /** Whether there is anything that settle() would wait for or give. */
    get busy() {
        return this.lots.length > 0 || this.answered.length > 0;
    }

    /**
     * What came back, the oldest first.
     * @param {boolean} wait for all of it
     */
    settle(wait) {
        this.finish(wait);
        return this.answered.splice(0);
    }

    /** @param {boolean} wait for all of it */
    finish(wait) {
        while (this.lots.length > 0 && (wait || this.isAnswered(this.lots[0].slot)))
            this.finishFirst();
    }

    /** @param {number} slot */
    isAnswered(slot) {
        return Atomics.load(this.slots[slot].control, GATHER_STATE) >= GATHER_DONE;
    }
}

export class Lane {
    /**
     * @param {string} nonce
     * @param {SmallTransport} small
     * @param {BulkTransport} bulk
     * @param {AheadTransport | null} [ahead] null: every call is waited for
     * @param {GatherTransport | null} [gathering] null: each goes alone
     */
    constructor(nonce, small, bulk, ahead = null, gathering = null) {
        this.nonce = nonce;
        this.small = small;
        this.bulk = bulk;
        this.ahead = ahead;
        this.gathering = gathering;
    }

    /**
     * Adds a call to those that go together as an `op`, in their order.
     * @param {string} op
     * @param {Uint8Array} frame
     * @param {any} call
     * @returns {boolean} false: it must be asked with `call`
     */
    gather(op, frame, call) {
        return this.gathering?.add(this.header(op, {}), frame, call) ?? false;
    }

    get gathers() {
        return this.gathering?.busy ?? false;
    }

    /**
     * What became of the calls that gathered.
     * @param {boolean} wait for all of them
     * @returns {{calls: any[], header: Record<string, any>}[]} a header may say no
     */
    settle(wait) {
        return (this.gathering?.settle(wait) ?? []).map(({ calls, answer }) => ({
            calls,
            header: answer === null
                ? { ok: false, errno: "EIO", message: "The program could not be asked." }
                : decodeSingle(answer).header,
        }));
    }

    /**
     * Asks without waiting.
     * @param {string} op
     * @param {Record<string, any>} fields
     * @param {Uint8Array} [body]
     * @returns {number | null} for `finish` or `leave`; null: it must be asked with `call`
     */
    begin(op, fields, body) {
        return this.ahead?.begin(this.header(op, fields), body) ?? null;
    }

    /**
     * Waits for what was begun. Throws HostError when the program says no.
     * @param {number} ticket
     * @param {() => void} [letGo] as AheadTransport.finish
     * @returns {import("./protocol.mjs").Frame}
     */
    finish(ticket, letGo) {
        const answer = /** @type {AheadTransport} */ (this.ahead).finish(ticket, letGo);
        if (answer === null)
            throw new HostError("EIO", "The program could not be asked.");
        try {
            return this.checked(answer);
        } catch (error) {
            this.release(ticket);
            throw error;
        }
    }

    /** @param {number} ticket whose answer has been read */
    release(ticket) {
        this.ahead?.release(ticket);
    }

    /** @param {number} ticket */
    leave(ticket) {
        this.ahead?.leave(ticket);
    }

    /**
     * @param {string} op
     * @param {Record<string, any>} fields
     */
    header(op, fields) {
        return { v: VERSION, nonce: this.nonce, type: "call", op, ...fields };
    }

    /** @param {Uint8Array} bytes */
    checked(bytes) {
        const answer = decodeSingle(bytes);
        if (answer.header.ok !== true) {
            throw new HostError(String(answer.header.errno ?? "EIO"),
                                String(answer.header.message ?? "The host gave no reason."));
        }
        return answer;
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
        // Whatever is asked, also by others than the file system: what was closed before is there.
        this.gathering?.finish(true);
        const request = encodeFrame(this.header(op, fields), body);
        const fits = request.length <= SMALL_BYTES && expect <= SMALL_BYTES;
        return this.checked((fits ? this.small(request) : null) ?? this.bulk(request));
    }
}
