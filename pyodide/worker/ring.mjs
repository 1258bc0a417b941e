// SPDX-License-Identifier: MIT
// The writing end of the record ring: shared memory between the worker (one writer) and its page
// (one reader, resources/shell/shell.js). Shared memory is the only way for a line that Python
// printed to be seen while Python goes on computing for seconds.
//
// Memory: CONTROL_WORDS 32-bit words, then the data, a power of two long. Positions count bytes
// and wrap at 2^32. An entry is one u32 (kind in the upper 4 bits, length in the lower 28) and
// its bytes; both may wrap around. Streams are entries of raw bytes, which the page joins to one
// frame per drain: a header for each print() would cost more than the output.

export const CONTROL_WORDS = 16;
export const CONTROL_BYTES = CONTROL_WORDS * 4;

/** Position up to which the page has read. */
export const HEAD = 0;
/** Position up to which the worker has written. */
export const TAIL = 1;
/** Whether the page wants to be told of new entries: one of the WANT_ values. */
export const WANT = 2;
/** Number of the last "cancel" that the worker's event loop has seen. */
export const CANCEL_SEEN = 3;
/** Position behind the last frame that cannot wait: what lies before it is not only stream bytes. */
export const URGENT = 4;

/** Number of the last run, or question, that the worker has taken up. */
export const TAKEN = 5;
/** Number of the one for which the page interrupted what kept the worker from taking it up. */
export const NUDGED = 6;
/** Number of the last one that the page wants to end, whether or not the worker has taken it up. */
export const UNWANTED = 7;

export const WANT_NOTHING = 0; // the page will look by itself
export const WANT_ANY = 1; // the page sleeps
export const WANT_URGENT = 2; // the page has just drained: stream bytes can wait some milliseconds

export const KIND_FRAME = 1;
export const KIND_STDOUT = 2;
export const KIND_STDERR = 3;
/** Later stream entries belong to the run named (UTF-8), or to none when it is empty. */
export const KIND_RUN = 4;

export const MAX_STREAM_ENTRY = 64 * 1024;
const WAIT_SLICE_MS = 50;

export class RingWriter {
    /**
     * @param {SharedArrayBuffer} memory
     * @param {() => void} wake tells the page that there is something to drain
     */
    constructor(memory, wake) {
        this.control = new Int32Array(memory, 0, CONTROL_WORDS);
        // Memory made through wasm comes in whole pages; the data is the power of two that fits.
        this.capacity = 2 ** Math.floor(Math.log2(memory.byteLength - CONTROL_BYTES));
        this.data = new Uint8Array(memory, CONTROL_BYTES, this.capacity);
        this.wake = wake;
        this.prefix = new Uint8Array(4);
        this.prefixView = new DataView(this.prefix.buffer);
    }

    /**
     * Appends one entry; waits for the page while the ring is full (that is how a flood is slowed
     * down).
     * @param {number} kind
     * @param {Uint8Array} bytes
     * @param {boolean} [quiet] something else follows soon: the page is not woken for this
     */
    write(kind, bytes, quiet = false) {
        const need = 4 + bytes.length;
        if (need > this.capacity)
            throw new RangeError(`an entry of ${bytes.length} bytes does not fit the ring`);
        const tail = Atomics.load(this.control, TAIL) >>> 0;
        this.waitForSpace(tail, need);
        this.prefixView.setUint32(0, ((kind << 28) | bytes.length) >>> 0, true);
        this.copy(tail, this.prefix);
        this.copy(tail + 4, bytes);
        Atomics.store(this.control, TAIL, (tail + need) | 0);
        if (quiet)
            return;
        if (kind === KIND_FRAME)
            Atomics.store(this.control, URGENT, (tail + need) | 0);
        this.tell(kind === KIND_FRAME);
    }

    /**
     * Stream bytes of any length, cut into entries.
     * @param {number} kind
     * @param {Uint8Array} bytes
     */
    writeStream(kind, bytes) {
        for (let at = 0; at < bytes.length; at += MAX_STREAM_ENTRY)
            this.write(kind, bytes.subarray(at, at + MAX_STREAM_ENTRY));
    }

    /**
     * @param {number} tail
     * @param {number} need
     */
    waitForSpace(tail, need) {
        for (;;) {
            const head = Atomics.load(this.control, HEAD);
            if (this.capacity - ((tail - head) >>> 0) >= need)
                return;
            this.tell(true);
            Atomics.wait(this.control, HEAD, head, WAIT_SLICE_MS);
        }
    }

    /** @param {boolean} urgent */
    tell(urgent) {
        const want = Atomics.load(this.control, WANT);
        if (want !== WANT_ANY && !(want === WANT_URGENT && urgent))
            return;
        if (Atomics.compareExchange(this.control, WANT, want, WANT_NOTHING) === want)
            this.wake();
    }

    /**
     * @param {number} position
     * @param {Uint8Array} bytes
     */
    copy(position, bytes) {
        const at = (position >>> 0) & (this.capacity - 1);
        const first = Math.min(bytes.length, this.capacity - at);
        this.data.set(first === bytes.length ? bytes : bytes.subarray(0, first), at);
        if (first < bytes.length)
            this.data.set(bytes.subarray(first), 0);
    }
}
