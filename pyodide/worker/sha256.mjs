// SPDX-License-Identifier: MIT
// SHA-256 (FIPS 180-4). Synchronous, because nothing may come between hashing the code and
// running it; crypto.subtle is not.

const primes = (() => {
    /** @type {number[]} */
    const found = [];
    for (let n = 2; found.length < 64; n++) {
        if (found.every((p) => n % p !== 0))
            found.push(n);
    }
    return found;
})();
/** @param {number} x */
const fraction = (x) => Math.floor((x - Math.floor(x)) * 2 ** 32) | 0;
const K = Int32Array.from(primes, (p) => fraction(Math.cbrt(p)));
const INITIAL = Int32Array.from(primes.slice(0, 8), (p) => fraction(Math.sqrt(p)));

/**
 * @param {Uint8Array} bytes
 * @returns {string} 64 hex digits
 */
export function sha256(bytes) {
    const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
    view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
    const state = INITIAL.slice();
    const w = new Int32Array(64);
    for (let at = 0; at < padded.length; at += 64)
        compress(state, w, view, at);
    return Array.from(state, (x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
}

/**
 * @param {Int32Array} state
 * @param {Int32Array} w
 * @param {DataView} view
 * @param {number} at
 */
function compress(state, w, view, at) {
    for (let i = 0; i < 16; i++)
        w[i] = view.getInt32(at + i * 4);
    for (let i = 16; i < 64; i++) {
        const s0 = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ (w[i - 15] >>> 3);
        const s1 = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ (w[i - 2] >>> 10);
        w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
        const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
        const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
        const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
        const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        h = g; g = f; f = e; e = (d + t1) | 0;
        d = c; c = b; b = a; a = (t1 + t2) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => { state[i] = (state[i] + x) | 0; });
}

/**
 * @param {number} x
 * @param {number} n
 */
function rotate(x, n) {
    return (x >>> n) | (x << (32 - n));
}
