// SPDX-License-Identifier: MIT
// One program's view of its machine: WASI preview 1 over the files in memory. There is nothing
// else behind it: no folder of the computer, no network, no other program.
import {
    ABSOLUTE_TIME, ALL_RIGHTS, CLOCK, ERRNO, EVENT, FDFLAG_APPEND, FILETYPE, LAYOUTS, LOOKUP_FOLLOW,
    OFLAG, Refusal, refuse, RIGHT, SET_TIME,
} from "./abi.mjs";
import { File, FileSystem, Folder, Link, textOf } from "./filesystem.mjs";
import { TIMER } from "./runtimes.mjs";

const MAX_DESCRIPTORS = 1024;
const MAX_FILE_BYTES = 2 ** 31;
const MAX_SUBSCRIPTIONS = 1024;
const RANDOM_PIECE = 65536; // what crypto.getRandomValues takes at once
const DIRENT_BYTES = 24;
const EVENT_BYTES = 32;
const SLEEP_SLICE_MS = 20;
/** "/" twice: older C libraries look for a relative path's beginning under "." only. */
const PREOPENED = new Map([[3, "/"], [4, "."]]);

const encoder = new TextEncoder();

/** The program ended by itself. */
export class Exit extends Error {
    /** @param {number} code */
    constructor(code) {
        super(`exit ${code}`);
        this.code = code;
    }
}

/** Somebody wants it to end. */
export class Stopped extends Error {}

/**
 * @typedef {object} Surroundings
 * @property {FileSystem} files
 * @property {string[]} args the program's name first
 * @property {Record<string, string>} env
 * @property {Uint8Array} stdin all of it: behind it is the end of the file
 * @property {(name: "stdout" | "stderr", bytes: Uint8Array) => void} write takes what it keeps at
 *   once: the bytes are the program's memory
 * @property {() => boolean} isUnwanted looked at in every call
 */

/** A file, folder or stream that a program holds. */
class Descriptor {
    /**
     * @param {File | Folder | null} node null: a stream
     * @param {{read?: boolean, write?: boolean, flags?: number,
     *   stream?: "stdout" | "stderr"}} options
     */
    constructor(node, { read = false, write = false, flags = 0, stream } = {}) {
        this.node = node;
        this.canRead = read;
        this.canWrite = write;
        this.flags = flags;
        this.stream = stream;
        this.position = 0;
        /** @type {[string, File | Folder | Link][]} a folder's entries when reading it began */
        this.listed = [];
        if (node)
            node.opens++;
    }

    /** The file behind it; refuses folders and streams. */
    file() {
        if (this.node instanceof File)
            return this.node;
        return refuse(this.node ? ERRNO.ISDIR : ERRNO.SPIPE);
    }

    folder() {
        return this.node instanceof Folder ? this.node : refuse(ERRNO.NOTDIR);
    }

    get type() {
        return this.node?.type ?? FILETYPE.CHARACTER_DEVICE;
    }

    /** A C library takes a character device that cannot seek for a terminal. */
    get rights() {
        if (!this.stream)
            return ALL_RIGHTS & ~((this.node instanceof File && !this.canWrite) ? RIGHT.WRITE : 0n);
        return this.stream === "stdout" ? ALL_RIGHTS & ~(RIGHT.SEEK | RIGHT.TELL | RIGHT.READ)
            : ALL_RIGHTS & ~RIGHT.READ;
    }
}

export class WasiHost {
    /** @param {Surroundings} around */
    constructor(around) {
        this.around = around;
        this.files = around.files;
        /** @type {Map<number, Descriptor>} */
        this.descriptors = new Map([
            [0, new Descriptor(new File(around.files.quota, around.stdin), { read: true })],
            // Line by line, so that lines of both streams keep their order; stderr is no terminal,
            // because programs colour what they write to one.
            [1, new Descriptor(null, { write: true, stream: "stdout" })],
            [2, new Descriptor(null, { write: true, stream: "stderr" })],
        ]);
        for (const fd of PREOPENED.keys())
            this.descriptors.set(fd, new Descriptor(around.files.root));
        this.timer = around.files.put(TIMER, new Uint8Array(0));
        // For runtimes that cannot open a descriptor again.
        /** @type {Map<import("./filesystem.mjs").File, "stdout" | "stderr">} */
        this.streams = new Map([
            [around.files.put("/dev/stdout", new Uint8Array(0)), "stdout"],
            [around.files.put("/dev/stderr", new Uint8Array(0)), "stderr"],
        ]);
        this.began = performance.now();
        this.sleepCell = new Int32Array(new SharedArrayBuffer(4));
        /** @type {WebAssembly.Memory | null} */
        this.memory = null;
        this.cachedView = new DataView(new ArrayBuffer(0));
    }

    /**
     * Runs the program to its end.
     * @param {WebAssembly.Module} module
     * @returns {Promise<number>} its exit code; throws Stopped, and what WebAssembly throws when it
     *   crashes
     */
    async run(module) {
        const instance = await WebAssembly.instantiate(module, this.imports(module));
        const { memory, _start: start } = /** @type {any} */ (instance.exports);
        if (!(memory instanceof WebAssembly.Memory) || typeof start !== "function")
            throw new WebAssembly.LinkError("the program has no memory or no beginning");
        this.memory = memory;
        this.began = performance.now();
        try {
            start();
            return 0;
        } catch (error) {
            if (error instanceof Exit)
                return error.code;
            throw error;
        }
    }

    /**
     * Only what the program asks for, and nothing but functions of WASI.
     * @param {WebAssembly.Module} module
     * @returns {WebAssembly.Imports}
     */
    imports(module) {
        /** @type {Record<string, Record<string, any>>} */
        const imports = Object.create(null);
        const known = Object.fromEntries(
            Object.entries(LAYOUTS).map(([from, layout]) => [from, calls(this, layout)]));
        for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
            if (kind !== "function" || !Object.hasOwn(LAYOUTS, from))
                throw new WebAssembly.LinkError(`the program wants ${from}.${name}, which is not there`);
            imports[from] ??= Object.create(null);
            imports[from][name] = this.wrapped(known[from][name]);
        }
        return imports;
    }

    /** @param {((...args: any[]) => void) | undefined} call undefined: one that is not there */
    wrapped(call) {
        return (/** @type {any[]} */ ...args) => {
            if (this.around.isUnwanted())
                throw new Stopped();
            if (!call)
                return ERRNO.NOSYS;
            try {
                call(...args);
                return 0;
            } catch (error) {
                if (error instanceof Refusal)
                    return error.errno;
                // A pointer that leads out of the program's memory, not its stack at its end.
                if (error instanceof RangeError && !/call stack/.test(error.message))
                    return ERRNO.FAULT;
                throw error;
            }
        };
    }

    get view() {
        const { buffer } = /** @type {WebAssembly.Memory} */ (this.memory);
        if (this.cachedView.buffer !== buffer)
            this.cachedView = new DataView(buffer);
        return this.cachedView;
    }

    /**
     * @param {number} pointer
     * @param {number} length
     */
    bytes(pointer, length) {
        return new Uint8Array(this.view.buffer, pointer >>> 0, length >>> 0);
    }

    /**
     * @param {number} pointer
     * @param {number} length
     */
    text(pointer, length) {
        const text = textOf(this.bytes(pointer, length));
        return text.includes("\0") ? refuse(ERRNO.INVAL) : text;
    }

    /**
     * @param {number} pointer
     * @param {number} value
     */
    set32(pointer, value) {
        this.view.setUint32(pointer >>> 0, value, true);
    }

    /**
     * @param {number} pointer
     * @param {bigint} value
     */
    set64(pointer, value) {
        this.view.setBigUint64(pointer >>> 0, BigInt.asUintN(64, value), true);
    }

    /** @param {number} fd */
    descriptor(fd) {
        return this.descriptors.get(fd >>> 0) ?? refuse(ERRNO.BADF);
    }

    /** @param {Descriptor} descriptor @returns {number} */
    addDescriptor(descriptor) {
        for (let fd = 0; fd < MAX_DESCRIPTORS; fd++) {
            if (!this.descriptors.has(fd)) {
                this.descriptors.set(fd, descriptor);
                return fd;
            }
        }
        return refuse(ERRNO.MFILE);
    }

    /** @param {number} fd */
    close(fd) {
        const { node } = this.descriptor(fd);
        this.descriptors.delete(fd >>> 0);
        if (!node)
            return;
        node.opens--;
        if (node instanceof File && node.links === 0)
            node.releaseUnlessUsed();
    }

    /**
     * @param {number} fd of a folder
     * @param {number} pointer
     * @param {number} length
     * @param {boolean} [follow]
     */
    place(fd, pointer, length, follow = false) {
        return this.files.place(this.text(pointer, length), this.descriptor(fd).folder(), follow);
    }

    /**
     * @param {number} vectors
     * @param {number} count
     * @returns {Uint8Array[]}
     */
    vectors(vectors, count) {
        return Array.from({ length: count >>> 0 }, (_, i) => {
            const at = (vectors >>> 0) + 8 * i;
            return this.bytes(this.view.getUint32(at, true), this.view.getUint32(at + 4, true));
        });
    }

    /**
     * @param {number} fd
     * @param {number} vectors
     * @param {number} count
     * @param {number | null} position null: its own, which moves
     * @returns {number} bytes read
     */
    read(fd, vectors, count, position) {
        const descriptor = this.descriptor(fd);
        if (!descriptor.canRead)
            refuse(descriptor.node instanceof Folder ? ERRNO.ISDIR : ERRNO.BADF);
        const file = descriptor.file();
        if (position !== null && file === this.timer) {
            this.sleepUntil(performance.now() + position / 1000);
            return 0;
        }
        let at = position ?? descriptor.position;
        let total = 0;
        for (const target of this.vectors(vectors, count)) {
            const bytes = file.read(at, target.length);
            target.set(bytes);
            at += bytes.length;
            total += bytes.length;
            if (bytes.length < target.length)
                break;
        }
        if (position === null)
            descriptor.position = at;
        return total;
    }

    /**
     * @param {number} fd
     * @param {number} vectors
     * @param {number} count
     * @param {number | null} position
     * @returns {number} bytes written
     */
    write(fd, vectors, count, position) {
        const descriptor = this.descriptor(fd);
        if (!descriptor.canWrite)
            refuse(ERRNO.BADF);
        let total = 0;
        if (descriptor.stream) {
            if (position !== null)
                refuse(ERRNO.SPIPE);
            for (const bytes of this.vectors(vectors, count)) {
                this.around.write(descriptor.stream, bytes);
                total += bytes.length;
            }
            return total;
        }
        const file = descriptor.file();
        let at = position ?? (descriptor.flags & FDFLAG_APPEND ? file.size : descriptor.position);
        for (const bytes of this.vectors(vectors, count)) {
            if (at + bytes.length > MAX_FILE_BYTES)
                refuse(ERRNO.FBIG);
            file.write(at, bytes);
            at += bytes.length;
            total += bytes.length;
        }
        if (position === null)
            descriptor.position = at;
        return total;
    }

    /**
     * @param {Descriptor} descriptor
     * @param {bigint} offset
     * @param {number} from the beginning, the position, the end: 0, 1, 2
     * @returns {bigint}
     */
    seek(descriptor, offset, from) {
        const file = descriptor.file();
        const base = from === 0 ? 0 : from === 1 ? descriptor.position : file.size;
        const position = BigInt(base) + offset;
        if (from < 0 || position < 0n || position > BigInt(Number.MAX_SAFE_INTEGER))
            refuse(ERRNO.INVAL);
        descriptor.position = Number(position);
        return position;
    }

    /**
     * @param {import("./filesystem.mjs").Place} place
     * @param {number} how OFLAG
     * @param {boolean} write
     */
    open(place, how, write) {
        let { node } = place;
        if (node === undefined) {
            if (!(how & OFLAG.CREATE))
                refuse(ERRNO.NOENT);
            if (how & OFLAG.DIRECTORY)
                refuse(ERRNO.INVAL);
            return this.files.createFile(place);
        }
        if (how & OFLAG.CREATE && how & OFLAG.EXCLUSIVE)
            refuse(ERRNO.EXIST);
        if (node instanceof Link)
            return refuse(ERRNO.LOOP);
        if (how & OFLAG.DIRECTORY && !(node instanceof Folder))
            refuse(ERRNO.NOTDIR);
        if (node instanceof Folder && !(how & OFLAG.DIRECTORY) && write)
            refuse(ERRNO.ISDIR);
        if (node instanceof File && how & OFLAG.TRUNCATE)
            node.resize(0);
        return node;
    }

    /**
     * @param {number} pointer
     * @param {{type: number, node: File | Folder | Link | null}} what
     * @param {import("./abi.mjs").Layout} layout
     */
    writeStat(pointer, { type, node }, { stat }) {
        this.bytes(pointer, stat.bytes).fill(0);
        this.set64(pointer + 8, BigInt(node?.inode ?? 0));
        this.view.setUint8(pointer + 16, type);
        const links = node?.links ?? 1;
        if (stat.wideLinks)
            this.set64(pointer + stat.links, BigInt(links));
        else
            this.set32(pointer + stat.links, links);
        this.set64(pointer + stat.size, BigInt(node?.size ?? 0));
        this.set64(pointer + stat.atime, node?.atime ?? 0n);
        this.set64(pointer + stat.atime + 8, node?.mtime ?? 0n);
        this.set64(pointer + stat.atime + 16, node?.ctime ?? 0n);
    }

    /**
     * @param {File | Folder | Link} node
     * @param {bigint} atime
     * @param {bigint} mtime
     * @param {number} which SET_TIME
     */
    setTimes(node, atime, mtime, which) {
        const now = this.now(CLOCK.REALTIME);
        if (which & SET_TIME.ATIME)
            node.atime = BigInt.asUintN(64, atime);
        if (which & SET_TIME.ATIME_NOW)
            node.atime = now;
        if (which & SET_TIME.MTIME)
            node.mtime = BigInt.asUintN(64, mtime);
        if (which & SET_TIME.MTIME_NOW)
            node.mtime = now;
        node.ctime = now;
    }

    /**
     * @param {number} clock
     * @returns {bigint} nanoseconds
     */
    now(clock) {
        if (clock < 0 || clock > CLOCK.LAST)
            refuse(ERRNO.INVAL);
        const milliseconds = clock === CLOCK.REALTIME ? performance.timeOrigin + performance.now()
            : performance.now() - this.began;
        return BigInt(Math.round(milliseconds * 1e6));
    }

    /**
     * @param {number} buffer
     * @param {number} room
     * @param {Descriptor} descriptor
     * @param {bigint} cookie index of the first entry wanted
     * @returns {number} bytes used; all of the room when there is more
     */
    list(buffer, room, descriptor, cookie) {
        const folder = descriptor.folder();
        if (cookie === 0n)
            descriptor.listed = [[".", folder], ["..", folder.parent], ...folder.entries];
        let used = 0;
        for (let i = Number(cookie); i < descriptor.listed.length && used < room; i++) {
            const [name, node] = descriptor.listed[i];
            const bytes = encoder.encode(name);
            const entry = new Uint8Array(DIRENT_BYTES + bytes.length);
            const view = new DataView(entry.buffer);
            view.setBigUint64(0, BigInt(i + 1), true);
            view.setBigUint64(8, BigInt(node.inode), true);
            view.setUint32(16, bytes.length, true);
            view.setUint8(20, node.type);
            entry.set(bytes, DIRENT_BYTES);
            const part = entry.subarray(0, room - used);
            this.bytes(buffer + used, part.length).set(part);
            used += part.length;
        }
        return used;
    }

    /**
     * Waits for the first of the subscriptions: files and streams are always ready.
     * @param {number} from
     * @param {number} to
     * @param {number} count
     * @param {import("./abi.mjs").Layout} layout
     * @returns {number} events written
     */
    poll(from, to, count, layout) {
        if (count <= 0 || count > MAX_SUBSCRIPTIONS)
            refuse(ERRNO.INVAL);
        const wanted = Array.from({ length: count }, (_, i) =>
            this.subscription(from + i * layout.subscription.bytes, layout));
        const ready = wanted.filter((w) => w.type !== EVENT.CLOCK || w.error !== 0);
        if (ready.length === 0) {
            const first = Math.min(...wanted.map((w) => w.due));
            this.sleepUntil(first);
            ready.push(...wanted.filter((w) => w.due <= first));
        }
        for (const [i, { userdata, type, error, bytes }] of ready.entries()) {
            const at = to + i * EVENT_BYTES;
            this.bytes(at, EVENT_BYTES).fill(0);
            this.set64(at, userdata);
            this.view.setUint16(at + 8, error, true);
            this.view.setUint8(at + 10, type);
            this.set64(at + 16, bytes);
        }
        return ready.length;
    }

    /**
     * @param {number} at
     * @param {import("./abi.mjs").Layout} layout
     */
    subscription(at, { subscription }) {
        const userdata = this.view.getBigUint64(at, true);
        const type = this.view.getUint8(at + 8);
        const event = { userdata, type, error: 0, bytes: 0n, due: Infinity };
        if (type === EVENT.CLOCK) {
            const clock = this.view.getUint32(at + subscription.clock, true);
            const timeout = this.view.getBigUint64(at + subscription.timeout, true);
            const isAbsolute = this.view.getUint16(at + subscription.flags, true) & ABSOLUTE_TIME;
            const left = Number(isAbsolute ? timeout - this.now(clock) : timeout) / 1e6;
            event.due = performance.now() + left;
        } else {
            const descriptor = this.descriptors.get(this.view.getUint32(at + 16, true));
            event.error = descriptor ? 0 : ERRNO.BADF;
            if (descriptor?.node instanceof File)
                event.bytes = BigInt(Math.max(descriptor.node.size - descriptor.position, 0));
        }
        return event;
    }

    /** @param {number} due as performance.now() */
    sleepUntil(due) {
        for (;;) {
            const left = due - performance.now();
            if (left <= 0)
                return;
            Atomics.wait(this.sleepCell, 0, 0, Math.min(left, SLEEP_SLICE_MS));
            if (this.around.isUnwanted())
                throw new Stopped();
        }
    }

    /**
     * A list of texts, each ended by a zero byte, as C programs get them.
     * @param {string[]} texts
     * @param {number} pointers
     * @param {number} buffer
     */
    putTexts(texts, pointers, buffer) {
        let at = buffer;
        for (const [i, text] of texts.entries()) {
            const bytes = encoder.encode(`${text}\0`);
            this.set32(pointers + 4 * i, at);
            this.bytes(at, bytes.length).set(bytes);
            at += bytes.length;
        }
    }

    /**
     * @param {string[]} texts
     * @param {number} count
     * @param {number} size
     */
    putSizes(texts, count, size) {
        this.set32(count, texts.length);
        this.set32(size, texts.reduce((sum, text) => sum + encoder.encode(text).length + 1, 0));
    }
}

/**
 * The functions of WASI by name. What is missing answers ENOSYS.
 * @param {WasiHost} host
 * @param {import("./abi.mjs").Layout} layout
 * @returns {Record<string, (...args: any[]) => void>}
 */
function calls(host, layout) {
    return Object.assign(Object.create(null), processCalls(host, layout),
                         descriptorCalls(host, layout), pathCalls(host, layout));
}

/**
 * @param {WasiHost} host
 * @param {import("./abi.mjs").Layout} layout
 * @returns {Record<string, (...args: any[]) => void>}
 */
function processCalls(host, layout) {
    const { args } = host.around;
    const env = Object.entries(host.around.env).map(([name, value]) => `${name}=${value}`);
    return {
        args_sizes_get: (count, size) => host.putSizes(args, count, size),
        args_get: (pointers, buffer) => host.putTexts(args, pointers, buffer),
        environ_sizes_get: (count, size) => host.putSizes(env, count, size),
        environ_get: (pointers, buffer) => host.putTexts(env, pointers, buffer),
        clock_res_get: (clock, to) => { host.now(clock); host.set64(to, 1000n); },
        clock_time_get: (clock, _precision, to) => host.set64(to, host.now(clock)),
        poll_oneoff: (from, to, count, size) => host.set32(size, host.poll(from, to, count, layout)),
        proc_exit: (code) => { throw new Exit(code >>> 0); },
        proc_raise: (signal) => { throw new Exit(128 + signal); },
        sched_yield: () => undefined,
        random_get: (pointer, length) => {
            const bytes = host.bytes(pointer, length);
            for (let at = 0; at < bytes.length; at += RANDOM_PIECE)
                crypto.getRandomValues(bytes.subarray(at, at + RANDOM_PIECE));
        },
        sock_accept: () => refuse(ERRNO.NOTSOCK),
        sock_recv: () => refuse(ERRNO.NOTSOCK),
        sock_send: () => refuse(ERRNO.NOTSOCK),
        sock_shutdown: () => refuse(ERRNO.NOTSOCK),
    };
}

/**
 * @param {WasiHost} host
 * @param {import("./abi.mjs").Layout} layout
 * @returns {Record<string, (...args: any[]) => void>}
 */
function descriptorCalls(host, layout) {
    const known = (/** @type {number} */ fd) => { host.descriptor(fd); };
    return {
        fd_advise: known,
        fd_datasync: known,
        fd_sync: known,
        fd_fdstat_set_rights: known,
        fd_allocate: (fd, offset, length) => {
            const file = host.descriptor(fd).file();
            const size = Number(BigInt.asUintN(64, offset)) + Number(BigInt.asUintN(64, length));
            if (size > MAX_FILE_BYTES)
                refuse(ERRNO.FBIG);
            if (size > file.size)
                file.resize(size);
        },
        fd_close: (fd) => host.close(fd),
        fd_fdstat_get: (fd, to) => {
            const descriptor = host.descriptor(fd);
            host.bytes(to, 24).fill(0);
            host.view.setUint8(to, descriptor.type);
            host.view.setUint16(to + 2, descriptor.flags, true);
            host.set64(to + 8, descriptor.rights);
            host.set64(to + 16, descriptor.node instanceof Folder ? ALL_RIGHTS : 0n);
        },
        fd_fdstat_set_flags: (fd, flags) => { host.descriptor(fd).flags = flags & FDFLAG_APPEND; },
        fd_filestat_get: (fd, to) => host.writeStat(to, host.descriptor(fd), layout),
        fd_filestat_set_size: (fd, size) => {
            const descriptor = host.descriptor(fd);
            if (!descriptor.canWrite)
                refuse(ERRNO.BADF);
            if (size < 0n || size > BigInt(MAX_FILE_BYTES))
                refuse(ERRNO.FBIG);
            descriptor.file().resize(Number(size));
        },
        fd_filestat_set_times: (fd, atime, mtime, which) => {
            const { node } = host.descriptor(fd);
            host.setTimes(node ?? refuse(ERRNO.BADF), atime, mtime, which);
        },
        fd_prestat_get: (fd, to) => {
            const name = PREOPENED.get(fd) ?? refuse(ERRNO.BADF);
            known(fd);
            host.set32(to, 0);
            host.set32(to + 4, name.length);
        },
        fd_prestat_dir_name: (fd, to, length) => {
            const name = PREOPENED.get(fd) ?? refuse(ERRNO.BADF);
            host.bytes(to, length).set(encoder.encode(name).subarray(0, length));
        },
        fd_pread: (fd, vectors, count, offset, size) =>
            host.set32(size, host.read(fd, vectors, count, positionOf(offset))),
        fd_pwrite: (fd, vectors, count, offset, size) =>
            host.set32(size, host.write(fd, vectors, count, positionOf(offset))),
        fd_read: (fd, vectors, count, size) => host.set32(size, host.read(fd, vectors, count, null)),
        fd_write: (fd, vectors, count, size) =>
            host.set32(size, host.write(fd, vectors, count, null)),
        fd_readdir: (fd, buffer, room, cookie, size) =>
            host.set32(size, host.list(buffer >>> 0, room >>> 0, host.descriptor(fd), cookie)),
        fd_renumber: (from, to) => {
            const descriptor = host.descriptor(from);
            if (from === to)
                return;
            host.close(to);
            host.descriptors.delete(from);
            host.descriptors.set(to, descriptor);
        },
        fd_seek: (fd, offset, whence, to) =>
            host.set64(to, host.seek(host.descriptor(fd), offset, layout.whence.indexOf(whence))),
        fd_tell: (fd, to) => host.set64(to, host.seek(host.descriptor(fd), 0n, 1)),
    };
}

/**
 * @param {WasiHost} host
 * @param {import("./abi.mjs").Layout} layout
 * @returns {Record<string, (...args: any[]) => void>}
 */
function pathCalls(host, layout) {
    const { files } = host;
    return {
        path_create_directory: (fd, path, length) => {
            files.createFolder(host.place(fd, path, length));
        },
        path_filestat_get: (fd, how, path, length, to) => {
            const { node } = host.place(fd, path, length, (how & LOOKUP_FOLLOW) !== 0);
            const found = node ?? refuse(ERRNO.NOENT);
            host.writeStat(to, { type: found.type, node: found }, layout);
        },
        path_filestat_set_times: (fd, how, path, length, atime, mtime, which) => {
            const { node } = host.place(fd, path, length, (how & LOOKUP_FOLLOW) !== 0);
            host.setTimes(node ?? refuse(ERRNO.NOENT), atime, mtime, which);
        },
        path_link: (fromFd, how, from, fromLength, toFd, to, toLength) =>
            files.link(host.place(fromFd, from, fromLength, (how & LOOKUP_FOLLOW) !== 0),
                       host.place(toFd, to, toLength)),
        path_open: (fd, how, path, length, create, rights, _inheriting, flags, to) => {
            const place = host.place(fd, path, length, (how & LOOKUP_FOLLOW) !== 0);
            const write = (rights & RIGHT.WRITE) !== 0n;
            const node = host.open(place, create, write);
            const stream = write && node instanceof File ? host.streams.get(node) : undefined;
            const descriptor = stream ? new Descriptor(null, { write: true, stream })
                : new Descriptor(node, {
                    read: (rights & RIGHT.READ) !== 0n && node instanceof File,
                    write: write && node instanceof File,
                    flags: flags & FDFLAG_APPEND,
                });
            host.set32(to, host.addDescriptor(descriptor));
        },
        path_readlink: (fd, path, length, buffer, room, size) => {
            const { node } = host.place(fd, path, length);
            if (!(node instanceof Link))
                return refuse(node ? ERRNO.INVAL : ERRNO.NOENT);
            const bytes = encoder.encode(node.target).subarray(0, room >>> 0);
            host.bytes(buffer, bytes.length).set(bytes);
            host.set32(size, bytes.length);
        },
        path_remove_directory: (fd, path, length) =>
            files.removeFolder(host.place(fd, path, length)),
        path_rename: (fromFd, from, fromLength, toFd, to, toLength) =>
            files.rename(host.place(fromFd, from, fromLength), host.place(toFd, to, toLength)),
        path_symlink: (target, targetLength, fd, path, length) => {
            files.createLink(host.place(fd, path, length), host.text(target, targetLength));
        },
        path_unlink_file: (fd, path, length) => files.unlink(host.place(fd, path, length)),
    };
}

/** @param {bigint} offset */
function positionOf(offset) {
    if (offset < 0n || offset > BigInt(Number.MAX_SAFE_INTEGER))
        refuse(ERRNO.INVAL);
    return Number(offset);
}
