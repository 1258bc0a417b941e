// SPDX-License-Identifier: MIT
// The numbers and layouts of WASI preview 1, and of its predecessor "wasi_unstable", for which
// older compilers were built.

/** Errors by their names in POSIX. */
export const ERRNO = {
    ACCES: 2, BADF: 8, EXIST: 20, FAULT: 21, FBIG: 22, INVAL: 28, IO: 29, ISDIR: 31, LOOP: 32,
    MFILE: 33, NAMETOOLONG: 37, NOENT: 44, NOSPC: 51, NOSYS: 52, NOTDIR: 54, NOTEMPTY: 55,
    NOTSOCK: 57, NOTSUP: 58, PERM: 63, SPIPE: 70, NOTCAPABLE: 76,
};

export const FILETYPE = { CHARACTER_DEVICE: 2, DIRECTORY: 3, REGULAR_FILE: 4, SYMBOLIC_LINK: 7 };

export const FDFLAG_APPEND = 1;
export const OFLAG = { CREATE: 1, DIRECTORY: 2, EXCLUSIVE: 4, TRUNCATE: 8 };
export const LOOKUP_FOLLOW = 1;
export const SET_TIME = { ATIME: 1, ATIME_NOW: 2, MTIME: 4, MTIME_NOW: 8 };
export const CLOCK = { REALTIME: 0, LAST: 3 };
export const EVENT = { CLOCK: 0, FD_READ: 1, FD_WRITE: 2 };
export const ABSOLUTE_TIME = 1;

const bit = (/** @type {number} */ n) => 1n << BigInt(n);
export const RIGHT = { READ: bit(1), SEEK: bit(2), TELL: bit(5), WRITE: bit(6) };
export const ALL_RIGHTS = bit(29) - 1n;

/**
 * What differs between the two versions.
 * @typedef {object} Layout
 * @property {number[]} whence its values for: the beginning, the position, the end
 * @property {{links: number, wideLinks: boolean, size: number, atime: number, bytes: number}} stat
 *   offsets; the other two times follow the first one
 * @property {{clock: number, timeout: number, flags: number, bytes: number}} subscription
 */

/** @type {Record<string, Layout>} by the name of the module that the functions are imported from */
export const LAYOUTS = {
    wasi_snapshot_preview1: {
        whence: [0, 1, 2],
        stat: { links: 24, wideLinks: true, size: 32, atime: 40, bytes: 64 },
        subscription: { clock: 16, timeout: 24, flags: 40, bytes: 48 },
    },
    wasi_unstable: {
        whence: [2, 0, 1],
        stat: { links: 20, wideLinks: false, size: 24, atime: 32, bytes: 56 },
        subscription: { clock: 24, timeout: 32, flags: 48, bytes: 56 },
    },
};

/** A call that ends with an error number. */
export class Refusal extends Error {
    /** @param {number} errno */
    constructor(errno) {
        super(`errno ${errno}`);
        this.errno = errno;
    }
}

/**
 * @param {number} errno
 * @returns {never}
 */
export function refuse(errno) {
    throw new Refusal(errno);
}
