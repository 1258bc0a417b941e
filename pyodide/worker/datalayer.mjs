// SPDX-License-Identifier: MIT
// The layer "data": a memory snapshot in which numpy, pandas and matplotlib are imported already.
// One file:
//   "GBLAYER1", u32 length of the header (little endian), header (JSON), the stand-ins for
//   libraries, the pages of the memory that are not empty: the head, which the program verifies;
//   blobs: code of libraries, files and their index. They are fetched when they are needed, and
//   each is compared with its hash in what was verified before.
import { BlobList, filesBelow } from "./blobs.mjs";
import { LazyLibraries, LibraryRecorder } from "./libraries.mjs";
import { PackFs } from "./packfs.mjs";
import { sha256 } from "./sha256.mjs";
import { joined } from "./wasmfile.mjs";

const encoder = new TextEncoder();
const MAGIC = "GBLAYER1";
const PREFIX_BYTES = MAGIC.length + 4;
const PAGE = 4096;

/** Where the packages of the layer are; in both the maker and its copies. */
export const PACKAGES = "/lib/glovebox/packages";
/** What the layer offers, as packages of the lock; what they need comes with them. */
const ROOTS = ["numpy", "pandas", "matplotlib"];
const STREAMS = 4;
/** Python's Mersenne twister, as numpy keeps it: 624 words and the position in them. */
const TWISTER_WORDS = 624;

/**
 * @typedef {import("./blobs.mjs").Blob} Blob
 *
 * @typedef {object} LayerHeader
 * @property {string} start what Pyodide's own snapshot has before the memory, base64
 * @property {number} heap bytes of the memory
 * @property {number[]} ranges of the memory that follow: begin, length, begin, length …
 * @property {import("./libraries.mjs").TableRecord} table
 * @property {string[]} packages keys of the lock
 * @property {Blob} files {path below PACKAGES: its blob} as JSON
 * @property {number} standIns bytes of them
 * @property {{path: string, url: string, size: number}[]} fonts
 * @property {number} twister address of numpy's global random state
 */

export class LayerMaker {
    /**
     * @param {import("./boot.mjs").Platform} platform
     * @param {import("./packages.mjs").Lock} lock
     * @param {{url: string, path: string}[]} fonts
     */
    constructor(platform, lock, fonts) {
        this.platform = platform;
        this.lock = lock;
        this.fonts = fonts;
        this.recorder = new LibraryRecorder();
        this.blobs = new BlobList();
    }

    /**
     * @param {any} pyodide freshly booted with the role "snapshot"
     * @returns {Promise<{bytes: Uint8Array, head: number}>}
     */
    async make(pyodide) {
        const packages = closure(this.lock, ROOTS);
        await this.unpack(pyodide, packages);
        const fonts = await this.writeFonts(pyodide.FS);
        const twister = importStack(pyodide, this.fonts);
        const files = this.blobs.keep(encoder.encode(JSON.stringify(this.keepFiles(pyodide.FS))));
        const { table, standIns } =
            this.recorder.finish(pyodide._module, (bytes) => this.blobs.keep(bytes));
        const snapshot = pyodide.makeMemorySnapshot();
        const memoryAt = new Uint32Array(snapshot.buffer, snapshot.byteOffset, 2)[1];
        const memory = snapshot.subarray(memoryAt);
        const ranges = usedRanges(memory);
        /** @type {LayerHeader} */
        const header = { start: toBase64(snapshot.subarray(0, memoryAt)), heap: memory.length,
                         ranges, table, standIns: standIns.length, packages, files, fonts,
                         twister };
        return this.assemble(header, standIns, memory);
    }

    /**
     * @param {LayerHeader} header
     * @param {Uint8Array} standIns
     * @param {Uint8Array} memory
     */
    assemble(header, standIns, memory) {
        const text = encoder.encode(JSON.stringify(header));
        const prefix = new Uint8Array(PREFIX_BYTES);
        prefix.set(encoder.encode(MAGIC));
        new DataView(prefix.buffer).setUint32(MAGIC.length, text.length, true);
        /** @type {Uint8Array[]} */
        const parts = [prefix, text, standIns];
        for (let i = 0; i < header.ranges.length; i += 2)
            parts.push(memory.subarray(header.ranges[i], header.ranges[i] + header.ranges[i + 1]));
        const bytes = joined([...parts, ...this.blobs.parts]);
        return { bytes, head: bytes.length - this.blobs.length };
    }

    /**
     * @param {any} pyodide
     * @param {string[]} keys
     */
    async unpack(pyodide, keys) {
        pyodide.FS.mkdirTree(PACKAGES);
        const wheels = pyodide.pyimport("_glovebox.wheels");
        for (const key of keys) {
            const { file_name: file, sha256, name } = this.lock.packages[key];
            const bytes = await this.platform.fetchBytes(this.platform.pyodideUrl + file);
            wheels.unpack(bytes, sha256, name, PACKAGES);
        }
        wheels.compile_all(PACKAGES);
        wheels.destroy();
    }

    /** @param {any} FS */
    async writeFonts(FS) {
        const fonts = [];
        for (const { url, path } of this.fonts) {
            const bytes = await this.platform.fetchBytes(url);
            FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
            FS.writeFile(path, bytes, { canOwn: true });
            fonts.push({ url, path, size: bytes.length });
        }
        return fonts;
    }

    /**
     * @param {any} FS
     * @returns {Record<string, Blob>}
     */
    keepFiles(FS) {
        return Object.fromEntries(filesBelow(FS, PACKAGES).map(
            (path) => [path, this.blobs.keep(FS.readFile(`${PACKAGES}/${path}`))]));
    }
}

/**
 * @param {import("./packages.mjs").Lock} lock
 * @param {string[]} names
 * @returns {string[]} with all that they need, each after what it needs
 */
function closure(lock, names) {
    /** @type {Set<string>} */
    const found = new Set();
    const visit = (/** @type {string} */ key) => {
        if (found.has(key))
            return;
        lock.packages[key].depends.forEach(visit);
        found.add(key);
    };
    names.forEach(visit);
    return [...found];
}

/**
 * @param {any} pyodide
 * @param {{url: string, path: string}[]} fonts
 * @returns {number} the address of numpy's random state
 */
function importStack(pyodide, fonts) {
    const layer = pyodide.pyimport("_glovebox.layer");
    try {
        return layer.import_stack(PACKAGES, JSON.stringify(fonts));
    } finally {
        layer.destroy();
    }
}

/**
 * @param {Uint8Array} memory
 * @returns {number[]}
 */
function usedRanges(memory) {
    const words = new BigUint64Array(memory.buffer, memory.byteOffset, memory.length / 8);
    /** @type {number[]} */
    const ranges = [];
    for (let at = 0; at < memory.length; at += PAGE) {
        if (isEmpty(words, at / 8))
            continue;
        const length = Math.min(PAGE, memory.length - at);
        if (ranges.length > 0 && ranges[ranges.length - 2] + ranges[ranges.length - 1] === at)
            ranges[ranges.length - 1] += length;
        else
            ranges.push(at, length);
    }
    return ranges;
}

/**
 * @param {BigUint64Array} words
 * @param {number} begin of a page
 */
function isEmpty(words, begin) {
    const end = Math.min(begin + PAGE / 8, words.length);
    for (let i = begin; i < end; i++) {
        if (words[i] !== 0n)
            return false;
    }
    return true;
}

/** A layer on its way into an interpreter that boots. */
export class LayerRestorer {
    /**
     * @param {import("./boot.mjs").Platform} platform
     * @param {string} url
     */
    constructor(platform, url) {
        this.platform = platform;
        this.url = url;
        this.pagesAt = 0;
        this.blobsAt = 0;
        /** @type {Pieces[]} */
        this.pieces = [];
        this.header = this.readHeader();
    }

    /** @returns {Promise<LayerHeader>} */
    async readHeader() {
        const prefix = await this.take(0, PREFIX_BYTES);
        if (new TextDecoder().decode(prefix.subarray(0, MAGIC.length)) !== MAGIC)
            throw new Error("this is no layer");
        const length = new DataView(prefix.buffer).getUint32(MAGIC.length, true);
        const text = await this.take(PREFIX_BYTES, length);
        /** @type {LayerHeader} */
        const header = JSON.parse(new TextDecoder().decode(text));
        this.pagesAt = this.blobsAt = PREFIX_BYTES + length + header.standIns;
        for (let i = 1; i < header.ranges.length; i += 2)
            this.blobsAt += header.ranges[i];
        this.openStreams();
        this.standIns = this.take(PREFIX_BYTES + length, header.standIns);
        return header;
    }

    /**
     * @param {number} offset
     * @param {number} length
     */
    async take(offset, length) {
        const taken = new Uint8Array(length);
        await new Pieces(this.platform.openStream(this.url, offset, length))
            .copy(taken, 0, length);
        return taken;
    }

    /** The pages come by several streams: one spends half of its time waiting for its pipe. */
    openStreams() {
        const part = Math.ceil((this.blobsAt - this.pagesAt) / STREAMS);
        for (let at = this.pagesAt; at < this.blobsAt; at += part) {
            const length = Math.min(part, this.blobsAt - at);
            this.pieces.push(new Pieces(this.platform.openStream(this.url, at, length)));
        }
        this.partBytes = part;
    }

    /**
     * @param {Uint8Array} target
     * @param {number[]} ranges
     */
    async copyPages(target, ranges) {
        let left = this.partBytes ?? 0; // of the current stream
        let stream = 0;
        for (let i = 0; i < ranges.length; i += 2) {
            for (let done = 0; done < ranges[i + 1];) {
                if (left === 0) {
                    stream++;
                    left = this.partBytes ?? 0;
                }
                const length = Math.min(left, ranges[i + 1] - done);
                await this.pieces[stream].copy(target, ranges[i] + done, length);
                done += length;
                left -= length;
            }
        }
    }

    /** What loadPyodide takes as a snapshot: one without memory, which comes by `fill`. */
    async start() {
        return fromBase64((await this.header).start);
    }

    /**
     * Makes the memory and the function table what they were in the maker.
     * @param {any} M the Emscripten module; Python has not started
     */
    async fill(M) {
        const header = await this.header;
        const standIns = await (this.standIns ?? new Uint8Array(0));
        new LazyLibraries(M, header.table, standIns, ({ code }) => this.fetchBlob(code));
        const fresh = M.HEAPU8.length;
        if (fresh < header.heap)
            M.growMemory(header.heap);
        clearBetween(M.HEAPU8, header.ranges, fresh);
        await this.copyPages(M.HEAPU8, header.ranges);
        this.pieces = [];
        reseed(M, header.twister);
    }

    /**
     * Files are not part of the memory.
     * @param {any} FS
     */
    async mountFiles(FS) {
        const header = await this.header;
        const fs = new PackFs(FS, (place, offset, length) => place.blob
            ? this.fetchBlob(place.blob)
            : this.platform.fetchRangeNow(place.url ?? "", offset, length));
        fs.mount(PACKAGES, () => this.readIndex(header.files));
        for (const [folder, files] of byFolder(header.fonts))
            fs.mount(folder, () => files);
        return header.packages;
    }

    /** @param {Blob} index */
    readIndex(index) {
        /** @type {Record<string, Blob>} */
        const files = JSON.parse(new TextDecoder().decode(this.fetchBlob(index)));
        return Object.fromEntries(Object.entries(files).map(
            ([path, blob]) => [path, { size: blob[1], blob }]));
    }

    /**
     * Refuses what is not what the maker wrote.
     * @param {Blob} blob
     */
    fetchBlob([offset, length, hash]) {
        const bytes = this.platform.fetchRangeNow(this.url, this.blobsAt + offset, length);
        if (sha256(bytes) !== hash)
            throw new Error("a stored part of the packages was changed");
        return bytes;
    }
}

/** @param {LayerHeader["fonts"]} fonts */
function byFolder(fonts) {
    /** @type {Map<string, Record<string, import("./packfs.mjs").Place>>} */
    const folders = new Map();
    for (const { path, url, size } of fonts) {
        const cut = path.lastIndexOf("/");
        const files = folders.get(path.slice(0, cut)) ?? {};
        files[path.slice(cut + 1)] = { url, size };
        folders.set(path.slice(0, cut), files);
    }
    return folders;
}

/**
 * The pages that are empty in the layer, and perhaps not in a fresh interpreter.
 * @param {Uint8Array} memory
 * @param {number[]} ranges
 * @param {number} fresh bytes of the fresh interpreter's memory
 */
function clearBetween(memory, ranges, fresh) {
    let at = 0;
    for (let i = 0; i < ranges.length && at < fresh; i += 2) {
        memory.fill(0, at, Math.min(ranges[i], fresh));
        at = ranges[i] + ranges[i + 1];
    }
    memory.fill(0, Math.min(at, fresh), fresh);
}

/**
 * Every copy would draw the maker's numbers. By hand, because numpy's own way would load five
 * libraries for it.
 * @param {any} M
 * @param {number} twister
 */
function reseed(M, twister) {
    const words = M.HEAPU32.subarray(twister >> 2, (twister >> 2) + TWISTER_WORDS + 1);
    const fresh = new Uint32Array(TWISTER_WORDS);
    crypto.getRandomValues(fresh);
    words.set(fresh);
    words[0] |= 0x80000000; // a state of zeros would stay one
    words[TWISTER_WORDS] = TWISTER_WORDS;
}

/**
 * The bytes of a stream, in the lengths in which they are wanted. It is read from the beginning,
 * whoever wants them: the pipe that they come through holds next to nothing.
 */
class Pieces {
    /** @param {Promise<{read: () => Promise<any>}>} stream */
    constructor(stream) {
        /** @type {Uint8Array[]} */
        this.waiting = [];
        /** @type {Uint8Array} */
        this.left = new Uint8Array(0);
        this.arrived = () => {};
        this.reading = this.readAll(stream);
        this.reading.catch(() => undefined); // reported by the await below
    }

    /** @param {Promise<{read: () => Promise<any>}>} stream */
    async readAll(stream) {
        const reader = await stream;
        for (;;) {
            const { done, value } = await reader.read();
            if (done)
                break;
            this.waiting.push(value);
            this.arrived();
        }
        throw new Error("a layer is cut off");
    }

    async more() {
        if (this.waiting.length === 0) {
            const arrival = new Promise((resolve) => {
                this.arrived = () => resolve(undefined);
            });
            await Promise.race([arrival, this.reading]);
        }
        this.left = this.waiting.shift() ?? this.left;
    }

    /**
     * @param {Uint8Array} target
     * @param {number} at
     * @param {number} length
     */
    async copy(target, at, length) {
        for (let copied = 0; copied < length;) {
            if (this.left.length === 0)
                await this.more();
            const part = this.left.subarray(0, length - copied);
            target.set(part, at + copied);
            copied += part.length;
            this.left = this.left.subarray(part.length);
            if (this.left.length === 0)
                release(part);
        }
    }
}

/**
 * The memory of a chunk that was copied. The collector would come much later, and until then each
 * new chunk would take new pages of the kernel's.
 * @param {Uint8Array} part up to the chunk's end
 */
function release(part) {
    const buffer = /** @type {any} */ (part.buffer);
    if (part.byteOffset + part.length === buffer.byteLength)
        buffer.transfer?.(0); // V8 before 11.4 has none
}

/** @param {Uint8Array} bytes */
function toBase64(bytes) {
    let text = "";
    for (let at = 0; at < bytes.length; at += 0x2000)
        text += String.fromCharCode(...bytes.subarray(at, at + 0x2000));
    return btoa(text);
}

/** @param {string} text */
function fromBase64(text) {
    return Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
}
