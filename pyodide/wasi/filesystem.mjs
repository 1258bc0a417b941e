// SPDX-License-Identifier: MIT
// The files of one program, in memory. What the runtime brings (a standard library, a compiler's
// headers) is shared between programs and copied when one writes to it.
import { ERRNO, FILETYPE, refuse } from "./abi.mjs";

const MAX_LINKS = 40;
const MAX_NAME_BYTES = 255;
const MAX_PATH_BYTES = 4096;
/** What a file or folder costs beside its bytes. */
const NODE_BYTES = 512;
const SMALLEST_GROWTH = 1024;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Bytes that the files of one program may take together. */
export class Quota {
    /** @param {number} limit */
    constructor(limit) {
        this.limit = limit;
        this.used = 0;
    }

    /** @param {number} bytes negative: given back */
    take(bytes) {
        if (this.used + bytes > this.limit)
            refuse(ERRNO.NOSPC);
        this.used += bytes;
    }
}

let lastInode = 0;

class Node {
    /** @param {number} type */
    constructor(type) {
        this.type = type;
        this.inode = ++lastInode;
        this.links = 1;
        /** Descriptors that hold it. */
        this.opens = 0;
        const now = BigInt(Date.now()) * 1000000n;
        /** In nanoseconds since 1970, as the two others. */
        this.atime = now;
        this.mtime = now;
        this.ctime = now;
    }

    get size() {
        return 0;
    }

    touch() {
        this.mtime = this.ctime = BigInt(Date.now()) * 1000000n;
    }
}

export class File extends Node {
    /**
     * @param {Quota} quota
     * @param {Uint8Array} [bytes] not copied and not counted until it is written to
     */
    constructor(quota, bytes = new Uint8Array(0)) {
        super(FILETYPE.REGULAR_FILE);
        this.quota = quota;
        this.data = bytes;
        this.length = bytes.length;
        this.isShared = true;
    }

    get size() {
        return this.length;
    }

    get bytes() {
        return this.data.subarray(0, this.length);
    }

    /**
     * @param {number} position
     * @param {number} length
     */
    read(position, length) {
        return this.data.subarray(Math.min(position, this.length),
                                  Math.min(position + length, this.length));
    }

    /**
     * @param {number} position
     * @param {Uint8Array} bytes
     */
    write(position, bytes) {
        const end = position + bytes.length;
        this.reserve(Math.max(end, this.length));
        this.data.set(bytes, position);
        this.length = Math.max(this.length, end);
        this.touch();
    }

    /** @param {number} size */
    resize(size) {
        if (size < this.length) {
            this.own(this.length);
            this.data.fill(0, size, this.length);
        } else {
            this.reserve(size);
        }
        this.length = size;
        this.touch();
    }

    /** @param {number} size */
    reserve(size) {
        if (!this.isShared && size <= this.data.length)
            return;
        const grows = size > this.data.length;
        this.own(grows ? Math.max(size, Math.min(2 * this.data.length, size + (64 << 20)),
                                  SMALLEST_GROWTH) : this.data.length);
    }

    /** @param {number} capacity */
    own(capacity) {
        if (!this.isShared && capacity === this.data.length)
            return;
        this.quota.take(capacity - (this.isShared ? 0 : this.data.length));
        const data = new Uint8Array(capacity);
        data.set(this.bytes);
        this.data = data;
        this.isShared = false;
    }

    /** Gives its bytes back when its last name is gone and nothing has it open. */
    releaseUnlessUsed() {
        if (this.links > 0 || this.opens > 0)
            return;
        if (!this.isShared)
            this.quota.take(-this.data.length);
        this.data = new Uint8Array(0);
        this.length = 0;
        this.isShared = true;
    }
}

export class Folder extends Node {
    /** @param {Folder | null} parent null: the root */
    constructor(parent) {
        super(FILETYPE.DIRECTORY);
        /** @type {Map<string, File | Folder | Link>} */
        this.entries = new Map();
        /** @type {Folder} */
        this.parent = parent ?? this;
    }
}

export class Link extends Node {
    /** @param {string} target */
    constructor(target) {
        super(FILETYPE.SYMBOLIC_LINK);
        this.target = target;
    }

    get size() {
        return encoder.encode(this.target).length;
    }
}

/**
 * Where a path leads: the folder, the last name in it, and what is there now.
 * @typedef {{folder: Folder, name: string, node: File | Folder | Link | undefined,
 *   wantsFolder: boolean}} Place
 */

export class FileSystem {
    /** @param {number} limit of all files together, in bytes */
    constructor(limit) {
        this.quota = new Quota(limit);
        this.root = new Folder(null);
    }

    /**
     * What the runtime brings. Later files of the same name take the place of earlier ones.
     * @param {string} path absolute
     * @param {Uint8Array} bytes
     * @returns {File}
     */
    put(path, bytes) {
        const { folder, name } = this.place(this.makeFolders(path));
        const file = new File(this.quota, bytes);
        folder.entries.set(name, file);
        return file;
    }

    /**
     * The folders that a path needs.
     * @param {string} path
     * @returns {string} the path
     */
    makeFolders(path) {
        let at = this.root;
        for (const name of path.split("/").slice(0, -1).filter((part) => part !== "")) {
            let next = at.entries.get(name);
            if (next === undefined)
                at.entries.set(name, next = new Folder(at));
            if (!(next instanceof Folder))
                refuse(ERRNO.NOTDIR);
            at = next;
        }
        return path;
    }

    /**
     * @param {string} path absolute
     * @returns {Uint8Array | null} null: no such file
     */
    get(path) {
        try {
            const { node } = this.place(path, this.root, true);
            return node instanceof File ? node.bytes : null;
        } catch {
            return null; // a folder on its way is missing, or is a file
        }
    }

    /**
     * @param {string} path
     * @param {Folder} [from] where a relative one begins
     * @param {boolean} [follow] a link at its end
     * @returns {Place}
     */
    place(path, from = this.root, follow = false) {
        return this.walk(path, from, follow, { links: 0 });
    }

    /**
     * @param {string} path
     * @param {Folder} from
     * @param {boolean} follow
     * @param {{links: number}} count
     * @returns {Place}
     */
    walk(path, from, follow, count) {
        if (path === "")
            refuse(ERRNO.NOENT);
        if (path.length > MAX_PATH_BYTES)
            refuse(ERRNO.NAMETOOLONG);
        const names = path.split("/").filter((part) => part !== "" && part !== ".");
        const wantsFolder = /(^|\/)\.{0,2}$/.test(path);
        let at = path.startsWith("/") ? this.root : from;
        for (const [i, name] of names.entries()) {
            if (encoder.encode(name).length > MAX_NAME_BYTES)
                refuse(ERRNO.NAMETOOLONG);
            const isLast = i === names.length - 1;
            if (name === "..") {
                at = at.parent; // the root is its own: nothing leads out
                continue;
            }
            let node = at.entries.get(name);
            if (node instanceof Link && (!isLast || follow || wantsFolder)) {
                if (++count.links > MAX_LINKS)
                    refuse(ERRNO.LOOP);
                const place = this.walk(node.target, at, true, count);
                if (isLast)
                    return { ...place, wantsFolder: place.wantsFolder || wantsFolder };
                node = place.node;
            }
            if (isLast) {
                if (wantsFolder && node !== undefined && !(node instanceof Folder))
                    refuse(ERRNO.NOTDIR);
                return { folder: at, name, node, wantsFolder };
            }
            if (node === undefined)
                refuse(ERRNO.NOENT);
            if (!(node instanceof Folder))
                refuse(ERRNO.NOTDIR);
            at = node;
        }
        return { folder: at.parent, name: "", node: at, wantsFolder: true };
    }

    /**
     * @template {File | Folder | Link} T
     * @param {Place} place of something that is not there yet
     * @param {T} node
     * @returns {T}
     */
    add({ folder, name }, node) {
        if (name === "" || folder.entries.has(name))
            refuse(ERRNO.EXIST);
        this.quota.take(NODE_BYTES);
        folder.entries.set(name, node);
        folder.touch();
        return node;
    }

    /** @param {Place} place */
    createFile(place) {
        if (place.wantsFolder)
            refuse(ERRNO.ISDIR);
        return this.add(place, new File(this.quota));
    }

    /** @param {Place} place */
    createFolder(place) {
        return this.add(place, new Folder(place.folder));
    }

    /**
     * @param {Place} place
     * @param {string} target
     */
    createLink(place, target) {
        if (target === "" || place.wantsFolder)
            refuse(ERRNO.NOENT);
        return this.add(place, new Link(target));
    }

    /**
     * Another name of a file.
     * @param {Place} from
     * @param {Place} to
     */
    link(from, to) {
        if (from.node === undefined)
            refuse(ERRNO.NOENT);
        if (from.node instanceof Folder)
            refuse(ERRNO.PERM);
        this.add(to, from.node);
        from.node.links++;
    }

    /** @param {Place} place of a file or link */
    unlink({ folder, name, node, wantsFolder }) {
        if (node === undefined)
            refuse(ERRNO.NOENT);
        if (node instanceof Folder || wantsFolder)
            refuse(ERRNO.ISDIR);
        this.forget(folder, name);
    }

    /** @param {Place} place of a folder */
    removeFolder({ folder, name, node }) {
        if (node === undefined)
            refuse(ERRNO.NOENT);
        if (!(node instanceof Folder))
            refuse(ERRNO.NOTDIR);
        if (node.entries.size > 0)
            refuse(ERRNO.NOTEMPTY);
        if (name === "")
            refuse(ERRNO.INVAL);
        this.forget(folder, name);
    }

    /**
     * @param {Place} from
     * @param {Place} to
     */
    rename(from, to) {
        const { node } = from;
        if (node === undefined)
            refuse(ERRNO.NOENT);
        if (from.name === "" || to.name === "")
            refuse(ERRNO.INVAL);
        if (to.node === node)
            return;
        if (node instanceof Folder) {
            for (let at = to.folder; ; at = at.parent) {
                if (at === node)
                    refuse(ERRNO.INVAL); // into itself
                if (at === at.parent)
                    break;
            }
        } else if (to.wantsFolder) {
            refuse(ERRNO.NOTDIR);
        }
        this.makeWay(node, to);
        from.folder.entries.delete(from.name);
        to.folder.entries.set(to.name, node);
        if (node instanceof Folder)
            node.parent = to.folder;
        from.folder.touch();
        to.folder.touch();
    }

    /**
     * For what is renamed.
     * @param {File | Folder | Link} node
     * @param {Place} to
     */
    makeWay(node, to) {
        if (to.node instanceof Folder) {
            if (!(node instanceof Folder))
                refuse(ERRNO.ISDIR);
            this.removeFolder(to);
        } else if (to.node !== undefined) {
            if (node instanceof Folder)
                refuse(ERRNO.NOTDIR);
            this.forget(to.folder, to.name);
        }
    }

    /**
     * @param {Folder} folder
     * @param {string} name
     */
    forget(folder, name) {
        const node = /** @type {File | Folder | Link} */ (folder.entries.get(name));
        folder.entries.delete(name);
        folder.touch();
        this.quota.take(-Math.min(NODE_BYTES, this.quota.used));
        node.links--;
        if (node instanceof File)
            node.releaseUnlessUsed();
    }
}

/**
 * @param {Uint8Array} bytes
 * @returns {string} a name; broken UTF-8 becomes U+FFFD
 */
export function textOf(bytes) {
    return decoder.decode(bytes);
}
