// SPDX-License-Identifier: MIT
// The program's side of the host calls, in memory: a tree of files for each mount.
import { decodeFrames, decodeSingle, encodeFrame } from "../../../pyodide/worker/protocol.mjs";

class Refusal extends Error {
    constructor(errno, message) {
        super(message ?? errno);
        this.errno = errno;
    }
}

const PAGE = 1000;
const FLAGS = ["read", "write", "create", "exclusive", "truncate", "append", "nofollow"];

export class FakeHost {
    constructor(mounts = {}) {
        this.inodes = 1;
        this.listings = new Map();
        this.handles = new Map();
        this.nextHandle = 1;
        this.calls = [];
        this.full = false;
        this.now = 1767225600000;
        this.active = true;
        /** What is said to the making of files: that there is room for what nobody waits for. */
        this.room = {};
        this.made = [];
        /** @type {Map<string, Buffer>} wheels that may be had, by hash */
        this.wheels = new Map();
        /** What the person answers to a wish: pins, or words of refusal. */
        this.decide = () => { throw new Refusal("EACCES", "The person said no."); };
        this.wishes = [];
        /** What the person answers, line by line; null: end of file; undefined: they stop the run. */
        this.lines = [];
        this.restOfLine = "";
        this.mounts = new Map();
        for (const [name, { mode = "rw", files = {} }] of Object.entries(mounts))
            this.mounts.set(name, { mode, root: this.folder(files) });
    }

    folder(files = {}) {
        const entries = new Map();
        for (const [name, content] of Object.entries(files)) {
            const isFile = typeof content === "string" || content instanceof Uint8Array;
            entries.set(name, isFile ? this.file(content) : this.folder(content));
        }
        return { type: "dir", entries, ...this.attributes(0o755) };
    }

    file(content = "", mode = 0o644) {
        return { type: "file", bytes: new Uint8Array(Buffer.from(content)), ...this.attributes(mode) };
    }

    attributes(mode) {
        return { mode, inode: this.inodes++, mtime_ms: this.now, atime_ms: this.now,
                 ctime_ms: this.now };
    }

    /** Encoded call in, encoded answer out: never throws, always answers. */
    answer(request) {
        const { header, body } = decodeSingle(request);
        this.calls.push({ op: header.op, header, body });
        try {
            if (!this.active)
                throw new Refusal("EACCES", "No run is active.");
            for (const handle of header.closing ?? [])
                this.handles.delete(handle);
            const [fields, data] = this.dispatch(header, body);
            return encodeFrame({ v: 1, ok: true, ...fields }, data);
        } catch (error) {
            if (!(error instanceof Refusal))
                throw error;
            return encodeFrame({ v: 1, ok: false, errno: error.errno, message: error.message });
        }
    }

    dispatch(call, body) {
        const method = this[call.op.replace("fs.", "do_").replace("pkg.", "package_")
            .replace("input.", "input_")];
        if (!method)
            throw new Refusal("ENOSYS");
        return method.call(this, call, body) ?? [{}];
    }

    count(op) {
        return this.calls.filter((call) => call.op === op).length;
    }

    // --- the tree

    node(mount, path) {
        let at = this.mounts.get(mount)?.root;
        if (!at)
            throw new Refusal("ENOENT");
        for (const part of path === "" ? [] : path.split("/")) {
            if (at.type !== "dir")
                throw new Refusal("ENOTDIR");
            at = at.entries.get(part);
            if (!at)
                throw new Refusal("ENOENT");
        }
        return at;
    }

    place(mount, path) {
        const cut = path.lastIndexOf("/");
        const parent = this.node(mount, cut < 0 ? "" : path.slice(0, cut));
        return { parent, name: path.slice(cut + 1) };
    }

    writable(mount) {
        if (this.mounts.get(mount)?.mode === "ro")
            throw new Refusal("EROFS", `The folder "${mount}" is read-only.`);
    }

    stat(node) {
        return { type: node.type, size: node.bytes?.length ?? 4096, mode: node.mode,
                 mtime_ms: node.mtime_ms, atime_ms: node.atime_ms, ctime_ms: node.ctime_ms,
                 inode: node.inode, links: 1 };
    }

    // --- input

    input_line({ rest = false }) {
        const line = rest ? this.restOfLine : this.lines.shift();
        if (line === undefined)
            throw new Refusal("EINTR", "The run is stopped.");
        if (line === null)
            return [{ end: true }];
        this.restOfLine = line.slice(1000);
        return [{ line: line.slice(0, 1000), ...(this.restOfLine ? { more: true } : {}) }];
    }

    // --- packages

    wheel(sha256) {
        const bytes = this.wheels.get(sha256);
        if (!bytes)
            throw new Refusal("EACCES", "This package was not allowed.");
        return bytes;
    }

    package_wheel({ sha256 }) {
        return [{ size: this.wheel(sha256).length }];
    }

    package_read({ sha256, offset, length }) {
        return [{}, new Uint8Array(this.wheel(sha256).subarray(offset, offset + length))];
    }

    package_ask(wish) {
        this.wishes.push(wish);
        return [{ request: this.wishes.length }];
    }

    package_wait({ request }) {
        const pins = this.decide(this.wishes[request - 1]);
        if (typeof pins === "string")
            throw new Refusal("EACCES", pins);
        return [{ packages: pins }];
    }

    package_done(report) {
        this.reported = report;
    }

    // --- the calls

    do_lookup({ mount, path, also }) {
        const stat = this.stat(this.node(mount, path));
        const folder = path.slice(0, path.lastIndexOf("/") + 1);
        return [also === undefined ? { stat } : { stat, stats: also.map((name) => this.statOrNull(mount, folder + name)) }];
    }

    statOrNull(mount, path) {
        try {
            return this.stat(this.node(mount, path));
        } catch {
            return null;
        }
    }

    // In pages, as the real host does: a cursor belongs to one listing and is used up by its call.
    do_readdir({ mount, path, cursor }) {
        let rest = this.listings.get(cursor);
        this.listings.delete(cursor);
        if (cursor === undefined) {
            const { entries, type } = this.node(mount, path);
            if (type !== "dir")
                throw new Refusal("ENOTDIR");
            rest = [...entries].map(([name, node]) => ({ name, stat: this.stat(node) }));
        }
        if (rest === undefined)
            throw new Refusal("EBADF");
        if (rest.length <= PAGE)
            return [{ entries: rest }];
        const next = this.nextHandle++;
        this.listings.set(next, rest.slice(PAGE));
        return [{ entries: rest.slice(0, PAGE), next }];
    }

    do_open({ mount, path, flags, mode, inline = 0, put = false, also }, body) {
        if (flags.some((flag) => !FLAGS.includes(flag)))
            throw new Refusal("EINVAL");
        if (flags.some((flag) => flag !== "read"))
            this.writable(mount);
        const { parent, name } = this.place(mount, path);
        let node = parent.entries.get(name);
        if (node && flags.includes("exclusive"))
            throw new Refusal("EEXIST");
        if (!node && !flags.includes("create"))
            throw new Refusal("ENOENT");
        if (node?.type === "dir")
            throw new Refusal("EISDIR");
        if (node?.type === "link" && flags.includes("nofollow"))
            throw new Refusal("ELOOP");
        const created = !node;
        if (!node)
            parent.entries.set(name, node = this.file("", mode));
        if (flags.includes("truncate"))
            node.bytes = new Uint8Array(0);
        const beginning = inline > 0 ? node.bytes.slice(0, inline) : undefined;
        if (inline > 0 && node.bytes.length <= inline)
            return this.withOthers({ handle: 0, whole: true, stat: this.stat(node) }, beginning,
                                   parent, also, inline);
        const handle = this.nextHandle++;
        this.handles.set(handle, { node, mount, append: flags.includes("append") });
        const opened = { handle, created, stat: this.stat(node), ...(created ? this.room : {}) };
        if (!put)
            return [opened, beginning];
        try {
            const [{ written, size }] = this.do_write({ handle, offset: 0, close: true }, body);
            return [{ ...opened, handle: 0, written, size }];
        } catch (error) {
            this.handles.delete(handle);
            throw error;
        }
    }

    /** Small files of the same folder, behind the one that was asked for. */
    withOthers(opened, beginning, parent, names, inline) {
        if (names === undefined)
            return [opened, beginning];
        const others = names.map((name) => parent.entries.get(name))
            .map((node) => (node?.type === "file" && node.bytes.length <= inline ? node : null));
        return [{ ...opened, also: others.map((node) => node && this.stat(node)) },
                Buffer.concat([beginning, ...others.filter(Boolean).map((node) => node.bytes)])];
    }

    do_make(call, body) {
        const failed = [];
        for (const [index, { header, body: content }] of decodeFrames(body).entries()) {
            this.made.push(header.path);
            try {
                this.do_open({ ...header, put: true }, content);
            } catch ({ errno, message }) {
                failed.push({ index, errno, message });
            }
        }
        return [failed.length > 0 ? { failed } : this.room];
    }

    opened(handle) {
        const open = this.handles.get(handle);
        if (!open)
            throw new Refusal("EBADF");
        return open;
    }

    do_read({ handle, offset, length }) {
        return [{}, this.opened(handle).node.bytes.slice(offset, offset + length)];
    }

    do_write({ handle, offset, close = false }, body) {
        const { node, append } = this.opened(handle);
        if (this.full)
            throw new Refusal("ENOSPC", "The disk is full.");
        const at = append ? node.bytes.length : offset;
        const bytes = new Uint8Array(Math.max(node.bytes.length, at + body.length));
        bytes.set(node.bytes);
        bytes.set(body, at);
        node.bytes = bytes;
        node.mtime_ms = ++this.now;
        if (close)
            this.handles.delete(handle);
        return [{ written: body.length, size: bytes.length }];
    }

    do_close({ handle }) {
        this.opened(handle);
        this.handles.delete(handle);
    }

    do_sync({ handle }) {
        this.opened(handle);
    }

    do_truncate({ handle, mount, path, size }) {
        const node = handle !== undefined ? this.opened(handle).node : this.node(mount, path);
        const bytes = new Uint8Array(size);
        bytes.set(node.bytes.subarray(0, size));
        node.bytes = bytes;
    }

    do_utime({ mount, path, atime_ms, mtime_ms }) {
        this.writable(mount);
        Object.assign(this.node(mount, path), { atime_ms, mtime_ms });
    }

    do_chmod({ mount, path, mode }) {
        this.writable(mount);
        this.node(mount, path).mode = mode;
    }

    do_mkdir({ mount, path }) {
        this.writable(mount);
        const { parent, name } = this.place(mount, path);
        if (parent.entries.has(name))
            throw new Refusal("EEXIST");
        parent.entries.set(name, this.folder());
    }

    do_rmdir({ mount, path }) {
        this.writable(mount);
        const { parent, name } = this.place(mount, path);
        if (this.node(mount, path).entries.size > 0)
            throw new Refusal("ENOTEMPTY");
        parent.entries.delete(name);
    }

    do_unlink({ mount, path }) {
        this.writable(mount);
        const { parent, name } = this.place(mount, path);
        if (!parent.entries.delete(name))
            throw new Refusal("ENOENT");
    }

    do_symlink({ mount, path, target }) {
        this.writable(mount);
        const { parent, name } = this.place(mount, path);
        parent.entries.set(name, { type: "link", target, ...this.attributes(0o777) });
    }

    do_readlink({ mount, path }) {
        return [{ target: this.node(mount, path).target }];
    }

    do_rename({ mount, from, to }) {
        this.writable(mount);
        const old = this.place(mount, from);
        const now = this.place(mount, to);
        now.parent.entries.set(now.name, this.node(mount, from));
        old.parent.entries.delete(old.name);
    }

    do_statfs() {
        return [{ block_size: 4096, blocks: 1000000, free: 500000, files: 100000 }];
    }
}
