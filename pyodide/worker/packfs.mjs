// SPDX-License-Identifier: MIT
// A read-only file system whose files stay outside until they are read, a piece at a time: a
// program reads a few of the thousands of files that its packages have.

const PIECE_BYTES = 256 * 1024;
/** As in a file system that is mounted read-only: writing is refused for that reason. */
const FOLDER_MODE = 0o40755, FILE_MODE = 0o100644;
/** The same in every session, so that what Python remembered of folders stays right. */
const WHEN = new Date(0);
const ENOENT = 44, EINVAL = 28, EROFS = 69, EISDIR = 31, EIO = 29;

/**
 * Where a file's bytes are: at an address, of which pieces can be had, or in a blob of a layer or
 * of a wheel's pack.
 * @typedef {{size: number, url?: string, blob?: import("./blobs.mjs").Blob,
 *   pack?: import("./wheelpacks.mjs").PackRecord}} Place
 * @typedef {Map<string, Place | Folder>} Folder
 */

export class PackFs {
    /**
     * @param {any} FS
     * @param {(place: Place, offset: number, length: number) => Uint8Array} fetchNow blocks; gives
     *   a blob as a whole
     * @param {{keeps?: boolean}} [options] keeps: what was read stays at hand after the file is
     *   closed
     */
    constructor(FS, fetchNow, { keeps = true } = {}) {
        this.FS = FS;
        this.fetchNow = fetchNow;
        this.removing = false;
        const refuse = () => { throw new FS.ErrnoError(EROFS); };
        this.nodeOps = {
            getattr: (/** @type {any} */ node) => this.attributes(node),
            setattr: refuse, mknod: refuse, rename: refuse, symlink: refuse,
            unlink: (/** @type {any} */ parent, /** @type {string} */ name) =>
                this.removing ? this.folder(parent).delete(name) : refuse(),
            rmdir: (/** @type {any} */ parent, /** @type {string} */ name) =>
                this.removing ? this.folder(parent).delete(name) : refuse(),
            lookup: (/** @type {any} */ parent, /** @type {string} */ name) =>
                this.lookup(parent, name),
            readdir: (/** @type {any} */ node) => [".", "..", ...this.folder(node).keys()],
            readlink: () => { throw new FS.ErrnoError(EINVAL); },
        };
        this.streamOps = {
            open: (/** @type {any} */ stream) => this.open(stream),
            close: (/** @type {any} */ stream) => {
                if (!keeps)
                    stream.node.pieces = [];
            },
            llseek: (/** @type {any} */ stream, /** @type {number} */ offset,
                     /** @type {number} */ whence) => this.seek(stream, offset, whence),
            read: (/** @type {any} */ stream, /** @type {any} */ buffer,
                   /** @type {number} */ offset, /** @type {number} */ length,
                   /** @type {number} */ position) =>
                this.read(stream.node, buffer, offset, length, position),
            write: refuse,
        };
    }

    /**
     * @param {string} path of a folder, made if needed
     * @param {() => Record<string, Place>} files by path below it; asked for when somebody looks
     * @returns {any} its root
     */
    mount(path, files) {
        this.FS.mkdirTree(path);
        return this.FS.mount({ mount: (/** @type {any} */ mount) => {
            const root = this.node(null, "/", new Map(), mount);
            root.entry = null;
            root.files = files;
            return root;
        } }, {}, path);
    }

    /**
     * More files in what is mounted already; those that are there stay.
     * @param {any} root
     * @param {Record<string, Place>} files
     * @returns {string[]} those that were added
     */
    add(root, files) {
        return grow(this.folder(root), files);
    }

    /**
     * Takes files away that were added, and the folders that are empty without them.
     * @param {string} path where it is mounted
     * @param {string[]} files
     */
    remove(path, files) {
        const above = (/** @type {string} */ file) => file.slice(0, Math.max(file.lastIndexOf("/"), 0));
        this.removing = true;
        try {
            for (const file of files) {
                this.FS.unlink(`${path}/${file}`);
                for (let folder = above(file); folder !== ""; folder = above(folder)) {
                    if (this.FS.readdir(`${path}/${folder}`).length > 2)
                        break;
                    this.FS.rmdir(`${path}/${folder}`);
                }
            }
        } finally {
            this.removing = false;
        }
    }

    /**
     * @param {any} node
     * @returns {Folder}
     */
    folder(node) {
        if (node.entry === null)
            grow(node.entry = new Map(), node.files());
        return node.entry;
    }

    /**
     * @param {any} parent
     * @param {string} name
     * @param {Place | Folder} entry
     * @param {any} [mount] of the root
     */
    node(parent, name, entry, mount) {
        const isFolder = entry instanceof Map;
        const node = this.FS.createNode(parent, name, isFolder ? FOLDER_MODE : FILE_MODE, 0);
        if (mount)
            node.mount = mount;
        node.entry = entry;
        node.node_ops = this.nodeOps;
        node.stream_ops = this.streamOps;
        /** @type {Uint8Array[]} */
        node.pieces = [];
        return node;
    }

    /**
     * @param {any} parent
     * @param {string} name
     */
    lookup(parent, name) {
        const entry = this.folder(parent).get(name);
        if (!entry)
            throw new this.FS.ErrnoError(ENOENT);
        return this.node(parent, name, entry);
    }

    /** @param {any} node */
    attributes(node) {
        const size = isFolder(node) ? 4096 : node.entry.size;
        return { dev: 1, ino: node.id, mode: node.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size,
                 atime: WHEN, mtime: WHEN, ctime: WHEN, blksize: 4096,
                 blocks: Math.ceil(size / 4096) };
    }

    /** @param {any} stream */
    open(stream) {
        const writing = (stream.flags & 3) !== 0 || (stream.flags & 512) !== 0; // O_TRUNC
        if (writing)
            throw new this.FS.ErrnoError(isFolder(stream.node) ? EISDIR : EROFS);
    }

    /**
     * @param {any} stream
     * @param {number} offset
     * @param {number} whence
     */
    seek(stream, offset, whence) {
        const from = [0, stream.position, stream.node.entry.size][whence];
        if (from === undefined || from + offset < 0)
            throw new this.FS.ErrnoError(EINVAL);
        return from + offset;
    }

    /**
     * @param {any} node
     * @param {Int8Array | Uint8Array} buffer
     * @param {number} offset in it
     * @param {number} length
     * @param {number} position in the file
     */
    read(node, buffer, offset, length, position) {
        if (isFolder(node))
            throw new this.FS.ErrnoError(EISDIR);
        const { size, blob } = node.entry;
        const end = Math.min(position + length, size);
        const pieceBytes = blob ? Math.max(size, 1) : PIECE_BYTES;
        for (let at = position; at < end;) {
            const within = at % pieceBytes;
            const part = this.piece(node, (at - within) / pieceBytes, pieceBytes)
                .subarray(within, within + end - at);
            buffer.set(part, offset + at - position);
            at += part.length;
        }
        return Math.max(end - position, 0);
    }

    /**
     * @param {any} node
     * @param {number} number
     * @param {number} bytes of each but the last
     * @returns {Uint8Array}
     */
    piece(node, number, bytes) {
        const begin = number * bytes;
        try {
            return node.pieces[number] ??= this.fetchNow(node.entry, begin,
                                                         Math.min(bytes, node.entry.size - begin));
        } catch {
            throw new this.FS.ErrnoError(EIO); // the file is there, its bytes are not to be had
        }
    }
}

/** @param {any} node */
function isFolder(node) {
    return node.mode === FOLDER_MODE;
}

/**
 * @param {Folder} root
 * @param {Record<string, Place>} files
 * @returns {string[]} those that were not there
 */
function grow(root, files) {
    return Object.keys(files).filter((path) => {
        const names = path.split("/");
        const last = /** @type {string} */ (names.pop());
        const folder = names.reduce((/** @type {Folder | null} */ above, name) => {
            if (above && !above.has(name))
                above.set(name, new Map());
            const there = above?.get(name);
            return there instanceof Map ? there : null;
        }, root);
        if (!folder || folder.has(last))
            return false;
        folder.set(last, files[path]);
        return true;
    });
}
