// SPDX-License-Identifier: MIT
// Pieces of bytes that lie one behind the other in a file, each with its hash.
import { sha256 } from "./sha256.mjs";

/**
 * Offset behind the file's head, length, SHA-256.
 * @typedef {[number, number, string]} Blob
 */

export class BlobList {
    constructor() {
        /** @type {Uint8Array[]} */
        this.parts = [];
        this.length = 0;
    }

    /**
     * @param {Uint8Array} bytes
     * @returns {Blob}
     */
    keep(bytes) {
        this.parts.push(bytes);
        this.length += bytes.length;
        return [this.length - bytes.length, bytes.length, sha256(bytes)];
    }
}

/**
 * @param {any} FS
 * @param {string} folder
 * @returns {string[]} the files below it, as paths that begin there
 */
export function filesBelow(FS, folder) {
    /** @type {string[]} */
    const found = [];
    const visit = (/** @type {string} */ below) => {
        for (const name of FS.readdir(`${folder}/${below}`).sort()) {
            if (name === "." || name === "..")
                continue;
            const path = below + name;
            if (FS.isDir(FS.stat(`${folder}/${path}`).mode))
                visit(`${path}/`);
            else
                found.push(path);
        }
    };
    visit("");
    return found;
}
