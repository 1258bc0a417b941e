// SPDX-License-Identifier: MIT
// Wheels as they are used: unpacked, every module compiled, in one file each, of which Python reads
// what it imports. A pack is made by a page that runs no program, once for each wheel:
//   "GBWHEEL1", u32 length of the index (little endian), index (JSON): the head;
//   the files' bytes, each compared with its hash in the head when it is read.
import { BlobList, filesBelow } from "./blobs.mjs";
import { PackFs } from "./packfs.mjs";
import { sha256 } from "./sha256.mjs";
import { joined } from "./wasmfile.mjs";

/**
 * What the program knows of a pack: the wheel's hash, and of the head its length and hash.
 * @typedef {{wheel: string, url: string, head: number, sha256: string}} PackRecord
 * @typedef {{files: Record<string, import("./blobs.mjs").Blob>}} PackIndex
 */

/** Where packed wheels appear; the same in the page that compiles them, as code knows its file. */
export const WHEELS = "/lib/glovebox/wheels";
const MAGIC = "GBWHEEL1";
const PREFIX_BYTES = MAGIC.length + 4;
/** Modules are small and are imported one after the other, as they lie here. */
const PIECE_BYTES = 512 * 1024;
const PIECES_KEPT = 8;
const encoder = new TextEncoder();

/** The page that makes packs. */
export class WheelPacker {
    /**
     * @param {any} pyodide
     * @param {import("./boot.mjs").Platform} platform
     * @param {import("./output.mjs").Output} output
     */
    constructor(pyodide, platform, output) {
        this.pyodide = pyodide;
        this.platform = platform;
        this.output = output;
        /** @type {Uint8Array[]} parts of the wheel that comes from the program */
        this.given = [];
        this.dead = false;
        pyodide._api.on_fatal = (/** @type {any} */ error) => this.die(error);
    }

    /** @param {import("./protocol.mjs").FileMessage} message */
    addFile({ base64 }) {
        this.given.push(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)));
    }

    /** @param {import("./protocol.mjs").PackMessage} message */
    async pack({ wheel, name, version, url }) {
        const bytes = url ? await this.platform.fetchBytes(url) : joined(this.given);
        this.given = [];
        const wheels = this.pyodide.pyimport("_glovebox.wheels");
        try {
            wheels.lay_out(bytes, wheel, name, version, WHEELS, url !== undefined);
            const pack = assemble(this.pyodide.FS);
            this.output.sendParts("snapshot", { layer: wheel, head: pack.head }, pack.bytes);
        } finally {
            wheels.clear(WHEELS);
            wheels.destroy();
        }
    }

    /** @param {any} error */
    die(error) {
        if (this.dead)
            return;
        this.dead = true;
        this.output.send("fatal", { reason: `A wheel could not be packed: ${String(error).slice(0, 500)}` });
    }
}

/** @param {any} FS */
function assemble(FS) {
    const blobs = new BlobList();
    const isCode = (/** @type {string} */ path) => path.endsWith(".pyc");
    const paths = filesBelow(FS, WHEELS);
    const inOrder = [...paths.filter(isCode), ...paths.filter((path) => !isCode(path))];
    /** @type {PackIndex} */
    const index = { files: Object.fromEntries(inOrder.map(
        (path) => [path, blobs.keep(FS.readFile(`${WHEELS}/${path}`))])) };
    const text = encoder.encode(JSON.stringify(index));
    const prefix = new Uint8Array(PREFIX_BYTES);
    prefix.set(encoder.encode(MAGIC));
    new DataView(prefix.buffer).setUint32(MAGIC.length, text.length, true);
    const bytes = joined([prefix, text, ...blobs.parts]);
    return { bytes, head: bytes.length - blobs.length };
}

/** The packs that an interpreter may use. */
export class WheelPacks {
    /**
     * @param {any} FS
     * @param {Pick<import("./boot.mjs").Platform, "fetchRangeNow" | "fetchPartNow">} platform
     * @param {PackRecord[]} records
     */
    constructor(FS, platform, records) {
        this.platform = platform;
        /** Of those that every session may use. */
        this.records = new Map(records.map((record) => [record.wheel, record]));
        this.fs = new PackFs(FS, (place) => this.fetch(place), { keeps: false });
        /** @type {Map<string, string[]>} the files of each wheel that is mounted */
        this.there = new Map();
        /** @type {any} root of the file system, once there is something in it */
        this.root = null;
        /** @type {Map<string, Uint8Array>} the pieces that were read last */
        this.pieces = new Map();
    }

    /**
     * Makes the files of a wheel appear below WHEELS. Throws when the pack is not the stored one.
     * @param {PackRecord} record
     */
    mount(record) {
        const { files } = this.readHead(record);
        const places = Object.fromEntries(Object.entries(files).map(
            ([path, blob]) => [path, { size: blob[1], blob, pack: record }]));
        this.root ??= this.fs.mount(WHEELS, () => ({}));
        this.there.set(record.wheel, this.fs.add(this.root, places));
    }

    /** @param {string} wheel SHA-256 of one that is mounted */
    unmount(wheel) {
        this.fs.remove(WHEELS, this.there.get(wheel) ?? []);
        this.there.delete(wheel);
    }

    /**
     * @param {PackRecord} record
     * @returns {PackIndex}
     */
    readHead({ url, head, sha256: hash }) {
        const bytes = this.platform.fetchRangeNow(url, 0, head);
        if (sha256(bytes) !== hash)
            throw new Error("the pack was changed");
        return JSON.parse(new TextDecoder().decode(bytes.subarray(PREFIX_BYTES)));
    }

    /**
     * @param {import("./packfs.mjs").Place} place
     * @returns {Uint8Array}
     */
    fetch({ blob, pack }) {
        const { url, head } = /** @type {PackRecord} */ (pack);
        const [offset, length, hash] = /** @type {import("./blobs.mjs").Blob} */ (blob);
        const bytes = length > PIECE_BYTES ? this.platform.fetchRangeNow(url, head + offset, length)
            : this.fromPieces(url, head + offset, length);
        if (sha256(bytes) !== hash)
            throw new Error("the pack was changed");
        return bytes;
    }

    /**
     * @param {string} url
     * @param {number} offset
     * @param {number} length at most PIECE_BYTES
     */
    fromPieces(url, offset, length) {
        const bytes = new Uint8Array(length);
        for (let done = 0; done < length;) {
            const within = (offset + done) % PIECE_BYTES;
            const piece = this.piece(url, (offset + done - within) / PIECE_BYTES);
            const part = piece.subarray(within, within + length - done);
            if (part.length === 0)
                throw new Error("the pack is cut off");
            bytes.set(part, done);
            done += part.length;
        }
        return bytes;
    }

    /**
     * @param {string} url
     * @param {number} number
     */
    piece(url, number) {
        const key = `${url} ${number}`;
        const piece = this.pieces.get(key) ??
            this.platform.fetchPartNow(url, number * PIECE_BYTES, PIECE_BYTES);
        this.pieces.delete(key); // last in line again
        this.pieces.set(key, piece);
        if (this.pieces.size > PIECES_KEPT)
            this.pieces.delete(/** @type {string} */ (this.pieces.keys().next().value));
        return piece;
    }
}
