// SPDX-License-Identifier: MIT
// Reads the .tar.gz archives that runtimes come with.

const BLOCK = 512;
const REGULAR = new Set(["0", "\0", "7"]);
const PAX = "x";
const LONG_NAME = "L";
const decoder = new TextDecoder();

/**
 * @param {Uint8Array} bytes
 * @returns {Promise<Uint8Array>}
 */
export async function gunzip(bytes) {
    const stream = new Blob([/** @type {any} */ (bytes)]).stream()
        .pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * The regular files of an archive, in its order; folders follow from their names.
 * @param {Uint8Array} bytes
 * @returns {{path: string, bytes: Uint8Array}[]} absolute paths; views of `bytes`
 */
export function untar(bytes) {
    const files = [];
    let longName = "";
    for (let at = 0; at + BLOCK <= bytes.length && bytes[at] !== 0;) {
        const header = bytes.subarray(at, at + BLOCK);
        const size = parseInt(field(header, 124, 12).trim() || "0", 8);
        const type = String.fromCharCode(header[156]);
        const content = bytes.subarray(at + BLOCK, at + BLOCK + size);
        if (!(size >= 0) || content.length !== size)
            throw new Error("the archive is cut off");
        if (type === LONG_NAME) {
            longName = text(content);
        } else if (type === PAX) {
            longName = /^\d+ path=(.*)$/m.exec(decoder.decode(content))?.[1] ?? longName;
        } else {
            const prefix = field(header, 345, 155);
            const name = longName || (prefix && isUstar(header) ? `${prefix}/` : "") + field(header, 0, 100);
            if (REGULAR.has(type))
                files.push({ path: `/${name.replace(/^(\.?\/)+/, "")}`, bytes: content });
            longName = "";
        }
        at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    }
    return files;
}

/** @param {Uint8Array} header */
function isUstar(header) {
    return field(header, 257, 5) === "ustar";
}

/**
 * @param {Uint8Array} header
 * @param {number} offset
 * @param {number} length
 */
function field(header, offset, length) {
    return text(header.subarray(offset, offset + length));
}

/** @param {Uint8Array} bytes up to its first zero byte */
function text(bytes) {
    const end = bytes.indexOf(0);
    return decoder.decode(end < 0 ? bytes : bytes.subarray(0, end));
}
