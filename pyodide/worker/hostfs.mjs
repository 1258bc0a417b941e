// SPDX-License-Identifier: MIT
// The mounts under /mnt: an Emscripten file system whose files live with the host. Nothing is
// copied up front; bytes are read and written in ranges, when Python asks for them.
// Containment, modes and quotas are the host's: nothing here protects anything.
import { HostError } from "./lane.mjs";
import { encodeFrame } from "./protocol.mjs";

const ATTRIBUTES_MS = 1000;
const MIN_AHEAD = 64 * 1024;
const RANDOM_AHEAD = 7 * 1024;
/** One bulk request. Chromium's allocator keeps what is up to 960 KiB for the next one, and maps
 * what is larger anew each time, page by page. */
const BLOCK_BYTES = 928 * 1024;
/** How much of a file comes with the answer to its fs.open: all of most files. */
const INLINE_BYTES = 64 * 1024;
/** Handles that are done with are closed along with the next call, so many at most. */
const MAX_CLOSING = 32;
/** Blocks of a file that are on their way at once: the page, the engine and the program each work
 * on one of them. */
const BLOCKS_AHEAD = 3;
const BLOCKS_BEHIND = 3;
/** What was written waits for more of it so long at most, while Python writes on. */
const BEHIND_MS = 1000;
/** So many new files of a folder in a row are made at once; of the next ones the host hears when
 * they are closed, together with what they hold. */
const MADE_BEFORE_LATER = 2;
/** What is larger goes alone. */
const MAX_GATHERED_BYTES = 32 * 1024;
const MAX_NAME_BYTES = 255;
/** So much of it fits the mailbox of the small transport in any case. */
const SMALL_INLINE = 24 * 1024;
/** Whoever looks at a listed folder's entries in their order is answered for so many at once. */
const LOOKED_AT_ONCE = 256;
const LOOKED_FOR = 1024;
/** Whoever reads small files of a folder one after the other gets so many at once: more with each
 * time, from the third one on. */
const READ_AT_ONCE = 64;
const READ_AT_FIRST = 4;
const READ_IN_A_ROW = 2;
/** A folder's files that were read along for nothing so often are read one by one. */
const MOST_WRONG = 2;
/** Of larger folders only numbers in names tell what comes next. */
const MOST_SORTED = 50_000;
/** What came along counts only this long, and only until the host is asked anything else. */
const ALONG_MS = 50;
const FIRST_DEVICE = 100;

const S_IFMT = 0o170000;
const S_IFREG = 0o100000;
const S_IFDIR = 0o040000;
const S_IFLNK = 0o120000;
const O_ACCMODE = 0o3;
const O_RDONLY = 0;
const O_WRONLY = 1;
const O_CREAT = 0o100;
const O_EXCL = 0o200;
const O_TRUNC = 0o1000;
const O_DIRECTORY = 0o200000;
const O_PATH = 0o10000000;
const O_APPEND = 0o2000;
const PROT_WRITE = 2;
const MAP_PRIVATE = 2;
const SEEK_CUR = 1;
const SEEK_END = 2;

/** @type {Record<string, number>} */
const TYPE_BITS = { file: S_IFREG, dir: S_IFDIR, link: S_IFLNK };

const NOTHING = new Uint8Array(0);
const encoder = new TextEncoder();

/** Failures that their number says all about. */
const PLAIN = new Set(["ENOENT", "EEXIST", "ENOTDIR", "EISDIR", "ENOTEMPTY", "ELOOP", "EBADF"]);

/** What opens a file anew without making, emptying or refusing it. */
const LASTING = new Set(["read", "write", "append"]);

/**
 * One open file, shared by the descriptors that dup() made of it. The host's handle lasts as long
 * as the run that asked for it; a later run's first use asks for another.
 */
class OpenFile {
    /**
     * @param {HostFs} fs
     * @param {any} node
     * @param {string[]} flags of the fs.open
     * @param {{handle: number, stat: import("./protocol.mjs").Stat, whole?: boolean}} opened
     * @param {Uint8Array} [beginning] of the file, that came along
     */
    constructor(fs, node, flags, { handle, stat, whole }, beginning = NOTHING) {
        this.fs = fs;
        this.node = node;
        this.flags = flags.filter((flag) => LASTING.has(flag));
        this.handle = handle;
        this.inode = stat.inode;
        this.mode = stat.mode;
        this.run = fs.run;
        this.size = stat.size;
        /** What the host said last; `size` counts what is still on its way. */
        this.sureSize = stat.size;
        this.append = flags.includes("append");
        this.references = 1;
        /** Until when the host need not be asked for what it has given whole. */
        this.wholeUntil = whole ? performance.now() + ATTRIBUTES_MS : 0;
        /** @type {Uint8Array} */
        this.ahead = beginning;
        /** @type {number | null} whose answer `ahead` is a part of, in shared memory */
        this.kept = null;
        this.aheadAt = 0;
        this.aheadGeneration = beginning.length > 0 || whole ? fs.generation : -1;
        /** What is read again later may have been changed outside. */
        this.aheadUntil = performance.now() + ATTRIBUTES_MS;
        this.window = RANDOM_AHEAD;
        this.nextRead = 0;
        /** @type {Uint8Array | null} */
        this.behind = null;
        /** @type {Uint8Array[]} buffers to fill while others are on their way */
        this.spare = [];
        this.behindAt = 0;
        this.behindLength = 0;
        this.behindSince = 0;
        /** @type {{ticket: number, position: number, length: number, generation: number,
         *   run: number, since: number}[]} the next blocks, asked for before Python does */
        this.coming = [];
        /** @type {{ticket: number, position: number, bytes: Uint8Array, length: number}[]}
         *   the last blocks, on their way while Python writes the next one */
        this.going = [];
        /** @type {{place: {mount: string, path: string}, words: string[], mode: number,
         *   stat?: any} | null} how the host is to make it, with what is written until then */
        this.pending = null;
        /** @type {{error: unknown, problem: HostFs["problem"], once: boolean} | null} why it could
         *   not be made, or (once) why not everything could be written */
        this.failed = null;
    }

    /** The host's handle, of this run. */
    live() {
        if (this.pending)
            this.make();
        if (this.run !== this.fs.run || this.handle === 0)
            this.reopen();
        return this.handle;
    }

    reopen() {
        const { handle, stat } = this.fs.openAgain(this.node, this.flags);
        if (stat.inode !== this.inode) {
            this.fs.ask("fs.close", { handle });
            throw this.fs.failure("ESTALE", "Another file has taken the place of this one since " +
                                  "an earlier run opened it. Open it again.");
        }
        this.handle = handle;
        this.size = stat.size;
        this.run = this.fs.run;
        this.wholeUntil = 0;
    }

    /** Throws what the host refused when that was not this file's own call. */
    tellFailure() {
        if (this.failed === null)
            return;
        const { error, problem, once } = this.failed;
        if (once)
            this.failed = null;
        this.behindLength = 0;
        this.fs.dirty.delete(this);
        this.fs.problem = problem;
        throw error;
    }

    /** The host makes a file that it was not told of yet. */
    make() {
        const { place, words, mode } = /** @type {NonNullable<typeof this.pending>} */ (this.pending);
        this.pending = null;
        this.fs.pending.delete(this);
        this.fs.forgetPlace(place);
        const { header } = this.fs.ask("fs.open", { ...place, flags: words, mode });
        this.take(/** @type {any} */ (header));
    }

    /**
     * The host makes it, with all that was written to it, in one call.
     * @param {Uint8Array} bytes
     */
    put(bytes) {
        const { place, words, mode } = /** @type {NonNullable<typeof this.pending>} */ (this.pending);
        this.pending = null;
        this.fs.pending.delete(this);
        this.fs.forgetPlace(place);
        if (this.fs.gather({ ...place, flags: words, mode }, bytes))
            return;
        const { header } = this.fs.ask("fs.open", { ...place, flags: words, mode, put: true }, bytes);
        const opened = /** @type {any} */ (header);
        this.take(opened);
        this.fs.noteRoom(opened);
        this.fs.forgetPlace(place);
        if (opened.written < bytes.length) // the rest is refused with the reason
            this.send(bytes.subarray(opened.written), opened.written, true);
    }

    /** @param {{handle: number, stat: import("./protocol.mjs").Stat, unlinked?: boolean}} opened */
    take(opened) {
        this.handle = opened.handle;
        this.inode = opened.stat.inode;
        this.mode = opened.stat.mode;
        this.run = this.fs.run;
        this.fs.noteUnlinked(this.node, opened);
    }

    /**
     * As much as there is, up to the length of `target`.
     * @param {Uint8Array} target
     * @param {number} position
     */
    read(target, position) {
        this.fs.flushNode(this.node);
        let done = 0;
        while (done < target.length) {
            const part = this.fetch(position + done, target.length - done);
            if (part.length === 0)
                break;
            target.set(part, done);
            done += part.length;
            this.nextRead = position + done;
        }
        return done;
    }

    /**
     * Some bytes from `position` on: from what was read ahead, else from the host.
     * @param {number} position
     * @param {number} wanted
     */
    fetch(position, wanted) {
        const skip = position - this.aheadAt;
        const fresh = this.aheadGeneration === this.fs.generation &&
            performance.now() < this.aheadUntil;
        if (fresh && skip >= this.ahead.length && this.aheadAt === 0 &&
            performance.now() < this.wholeUntil)
            return this.ahead.subarray(0, 0);
        if (!fresh || skip < 0 || skip >= this.ahead.length) {
            this.ask(position, wanted);
            return this.ahead.subarray(0, wanted);
        }
        return this.ahead.subarray(skip, skip + wanted);
    }

    /**
     * Fills `ahead`. Reading on where the last read ended doubles what is asked for.
     * @param {number} position
     * @param {number} wanted
     */
    ask(position, wanted) {
        this.letGo();
        const handle = this.live();
        // Reading here and there asks for little, which the small transport carries.
        this.window = position === this.nextRead
            ? Math.min(Math.max(this.window * 2, MIN_AHEAD), BLOCK_BYTES) : RANDOM_AHEAD;
        const left = this.size - position; // may be stale: the host is asked in any case
        const ahead = left > 0 ? Math.min(this.window, left) : wanted;
        const length = Math.min(Math.max(wanted, ahead), BLOCK_BYTES);
        const expect = left > 0 ? Math.min(length, left) : length;
        this.ahead = this.takeComing(position) ??
            this.fs.call("fs.read", { handle, offset: position, length }, { expect }).body;
        this.aheadAt = position;
        this.aheadGeneration = this.fs.generation;
        this.aheadUntil = performance.now() + ATTRIBUTES_MS;
        if (this.ahead.length >= MIN_AHEAD)
            this.askForNext(position + this.ahead.length);
        else
            this.dropComing();
    }

    /** What was read ahead may be in memory that others need. */
    letGo() {
        if (this.kept === null)
            return;
        this.ahead = NOTHING;
        this.fs.lane.release(this.kept);
        this.kept = null;
    }

    /** They need it now. */
    copyKept() {
        this.ahead = this.ahead.slice();
        this.kept = null;
    }

    /**
     * The block that was asked for ahead, if it is this one, and neither old nor from
     * before a change or another run.
     * @param {number} position
     */
    takeComing(position) {
        const coming = this.coming.shift();
        if (coming === undefined)
            return null;
        if (coming.position !== position || coming.generation !== this.fs.generation ||
            coming.run !== this.fs.run || performance.now() - coming.since > ATTRIBUTES_MS) {
            this.fs.lane.leave(coming.ticket);
            this.dropComing();
            return null;
        }
        try {
            const { body } = this.fs.lane.finish(coming.ticket, () => this.copyKept());
            this.kept = coming.ticket;
            return body;
        } catch {
            this.dropComing();
            return null; // asked again, it says why
        }
    }

    /**
     * Whoever reads a file through will want what comes next: a block is on its way while another
     * one is being read.
     * @param {number} position
     */
    askForNext(position) {
        if (this.window < BLOCK_BYTES || (this.coming[0] && this.coming[0].position !== position))
            this.dropComing();
        if (this.window < BLOCK_BYTES)
            return;
        let next = position;
        for (const { length } of this.coming)
            next += length;
        while (this.coming.length < BLOCKS_AHEAD && this.size - next >= MIN_AHEAD) {
            const length = Math.min(this.size - next, BLOCK_BYTES);
            const ticket = this.fs.lane.begin("fs.read", { handle: this.handle, offset: next,
                                                           length });
            if (ticket === null)
                return;
            this.coming.push({ ticket, position: next, length, generation: this.fs.generation,
                               run: this.fs.run, since: performance.now() });
            next += length;
        }
    }

    dropComing() {
        for (const { ticket } of this.coming.splice(0))
            this.fs.lane.leave(ticket);
    }

    /**
     * @param {Uint8Array} bytes valid during this call only
     * @param {number} position
     */
    write(bytes, position) {
        if (bytes.length === 0)
            return;
        this.tellFailure();
        if (this.behindLength > 0 && position !== this.behindAt + this.behindLength)
            this.flush();
        this.fs.generation++;
        // Full requests, whatever the sizes that the program writes.
        for (let done = 0; done < bytes.length;) {
            if (this.behindLength === 0) {
                this.behindAt = position + done;
                this.behindSince = performance.now();
            }
            const part = bytes.subarray(done, done + BLOCK_BYTES - this.behindLength);
            this.behind = roomFor(this.behind, this.behindLength, part.length);
            this.behind.set(part, this.behindLength);
            this.behindLength += part.length;
            this.fs.dirty.add(this);
            done += part.length;
            if (this.behindLength === BLOCK_BYTES)
                this.sendBehind();
        }
        this.size = Math.max(this.size, position + bytes.length);
        if (this.behindLength > 0 && performance.now() - this.behindSince > BEHIND_MS)
            this.flush();
    }

    /**
     * A full block goes while Python makes the next one. What became of it is told by the next
     * write, flush, fsync or close, as of any file whose writes are delayed.
     */
    sendBehind() {
        const handle = this.live();
        while (this.going.length >= BLOCKS_BEHIND)
            this.settleFirst();
        const bytes = /** @type {Uint8Array} */ (this.behind);
        const length = this.behindLength;
        const ticket = this.fs.lane.begin("fs.write", { handle, offset: this.behindAt },
                                          bytes.subarray(0, length));
        if (ticket === null) {
            this.flush();
            return;
        }
        this.fs.forget(this.node);
        this.going.push({ ticket, position: this.behindAt, bytes, length });
        this.behind = this.spare.pop() ?? null;
        this.behindLength = 0;
    }

    /** Waits for the blocks that are on their way. */
    settle() {
        while (this.going.length > 0)
            this.settleFirst();
    }

    /** Waits for the one that has been on its way for longest. */
    settleFirst() {
        const going = /** @type {typeof this.going[0]} */ (this.going.shift());
        this.spare.push(going.bytes);
        let done = 0;
        try {
            const { written, size } = this.fs.finish(going.ticket).header;
            done = written;
            this.sureSize = size;
            this.size = Math.max(this.size, size);
            // The rest of a block that found room in part is refused with the reason.
            if (written < going.length) {
                this.send(going.bytes.subarray(written, going.length), going.position + written);
            }
        } catch (error) {
            // What follows would leave a hole, and hide the first reason.
            this.behindLength = 0;
            this.withdraw(going.position + done);
            throw error;
        } finally {
            if (this.behindLength === 0 && this.going.length === 0)
                this.fs.dirty.delete(this);
        }
    }

    /**
     * A block was refused: those that were sent behind it are taken back, where they made the file
     * longer. What they found room for would lie behind a hole.
     * @param {number} end of what counts as written
     */
    withdraw(end) {
        let longer = false;
        for (const { ticket, position, bytes } of this.going.splice(0)) {
            this.spare.push(bytes);
            try {
                const { written, size } = this.fs.finish(ticket).header;
                longer ||= written > 0 && size === position + written;
            } catch {
                continue; // refused like the first one
            }
        }
        const { problem } = this.fs;
        try {
            this.size = Math.max(end, this.sureSize);
            if (longer)
                this.fs.ask("fs.truncate", { handle: this.handle, size: this.size });
        } catch {
            // The first reason is the one to tell.
        } finally {
            this.fs.problem = problem;
        }
    }

    /** @param {boolean} [last] nothing comes after this: the host closes the file too */
    flush(last = false) {
        this.tellFailure();
        if (this.pending && !last)
            this.make();
        this.settle();
        const bytes = this.behind === null ? NOTHING : this.behind.subarray(0, this.behindLength);
        // Given up even if the host refuses: a second attempt would be refused too, and would
        // hide the first reason.
        this.behindLength = 0;
        this.fs.dirty.delete(this);
        if (this.pending)
            this.put(bytes);
        else if (bytes.length > 0)
            this.send(bytes, this.behindAt, last);
    }

    /**
     * @param {Uint8Array} bytes
     * @param {number} position
     * @param {boolean} [last]
     */
    send(bytes, position, last = false) {
        this.fs.forget(this.node);
        const handle = this.live();
        for (let done = 0; done < bytes.length;) {
            const body = bytes.subarray(done, done + BLOCK_BYTES);
            const close = last && done + body.length === bytes.length;
            const { header } = this.fs.ask("fs.write", { handle, offset: position + done,
                                                         ...(close ? { close } : {}) }, body);
            if (close && header.written === body.length)
                this.handle = 0;
            if (!(header.written > 0))
                throw this.fs.failure("EIO", "The host wrote nothing.");
            done += header.written;
            this.size = header.size ?? Math.max(this.size, position + done);
            this.sureSize = this.size;
        }
    }

    close() {
        if (--this.references > 0)
            return;
        this.fs.open.delete(this);
        this.dropComing();
        this.letGo();
        try {
            this.flush(true);
        } finally {
            this.behind = null;
            this.spare = [];
            if (this.run === this.fs.run && this.handle !== 0) // else the host has closed it
                this.fs.closeLater(this.handle);
            this.handle = 0;
        }
        if (this.flags.includes("write"))
            this.fs.throwLate();
    }
}

/**
 * Guesses which small files of a folder will be read next, from those that were: in the order of the
 * folder's listing, by name, or by a number in the name.
 */
class ReadingOrder {
    constructor() {
        this.lastSize = 0;
        this.within = "";
        /** @type {string[]} */
        this.names = [];
        /** @type {({names: string[], places: Map<string, number>} | undefined)[]} as listed, sorted */
        this.orders = [];
        /** How often each order was right, one after the other; the last one is that of numbers. */
        this.rights = [0, 0, 0];
        this.last = "";
        this.window = READ_AT_FIRST;
        /** How often what was guessed was not read, or not soon enough. */
        this.wrong = 0;
    }

    /**
     * @param {string} within
     * @param {string[]} names
     */
    list(within, names) {
        this.start(within);
        this.names = names;
    }

    /** @param {string} within another folder, or the same one anew */
    start(within) {
        this.within = within;
        this.names = [];
        this.orders = [];
        this.rights = [0, 0, 0];
        this.last = "";
        this.window = READ_AT_FIRST;
        this.wrong = 0;
    }

    /** @param {string} key of a file that is being opened */
    note(key) {
        const cut = key.lastIndexOf("/") + 1;
        const within = key.slice(0, cut);
        const name = key.slice(cut);
        if (within !== this.within)
            this.start(within);
        if (this.last !== "") {
            for (const i of this.rights.keys())
                this.rights[i] = this.next(i, this.last, 1)[0] === name ? this.rights[i] + 1 : 0;
        }
        this.last = name;
    }

    /**
     * The names of those that will probably be read after the last one: more with each time; none
     * as long as nobody knows.
     * @returns {string[]}
     */
    following() {
        const best = this.rights.indexOf(Math.max(...this.rights));
        if (this.rights[best] < READ_IN_A_ROW || this.wrong > MOST_WRONG) {
            this.window = READ_AT_FIRST;
            return [];
        }
        const names = this.next(best, this.last, this.window);
        this.window = Math.min(READ_AT_ONCE, this.window * 2);
        return names;
    }

    noteWrong() {
        this.wrong++;
        this.rights = [0, 0, 0];
        this.window = READ_AT_FIRST;
    }

    /**
     * @param {number} order
     * @param {string} name
     * @param {number} count
     * @returns {string[]}
     */
    next(order, name, count) {
        if (order === 2)
            return numbered(name, count);
        const listed = this.names.length <= MOST_SORTED ? this.ordered(order) : undefined;
        const at = listed?.places.get(name);
        return listed === undefined || at === undefined ? []
            : listed.names.slice(at + 1, at + 1 + count);
    }

    /** @param {number} order */
    ordered(order) {
        const known = this.orders[order];
        if (known !== undefined)
            return known;
        const names = order === 0 ? this.names : [...this.names].sort();
        const places = new Map(names.map((name, i) => [name, i]));
        const made = { names, places };
        this.orders[order] = made;
        return made;
    }
}

/**
 * The names with the next numbers in the place of this one's last number.
 * @param {string} name
 * @param {number} count
 */
function numbered(name, count) {
    const found = /^(.*?)(\d{1,15})(\D*)$/.exec(name);
    if (found === null)
        return [];
    const [, before, digits, behind] = found;
    return Array.from({ length: count }, (_, i) =>
        before + String(Number(digits) + 1 + i).padStart(digits.startsWith("0") ? digits.length : 0, "0") +
        behind);
}

/** @param {{mount: string, path: string}} place */
function folderOf({ mount, path }) {
    return `${mount}/${path.slice(0, Math.max(0, path.lastIndexOf("/")))}`;
}

/** A Date has whole milliseconds only; programs compare the times of files more finely. */
class FileTime extends Date {
    /** @param {number} milliseconds with a fraction */
    constructor(milliseconds) {
        super(milliseconds);
        this.milliseconds = milliseconds;
    }

    getTime() {
        return this.milliseconds;
    }
}

/**
 * A buffer that holds so many bytes more, with what it held: small files need no megabyte.
 * @param {Uint8Array | null} buffer
 * @param {number} used
 * @param {number} more
 */
function roomFor(buffer, used, more) {
    if (buffer !== null && used + more <= buffer.length)
        return buffer;
    const length = Math.min(BLOCK_BYTES, Math.max(4 * 1024, 2 * (used + more)));
    const larger = new Uint8Array(length);
    if (buffer !== null)
        larger.set(buffer.subarray(0, used));
    return larger;
}

export class HostFs {
    /**
     * @param {any} pyodide
     * @param {import("./lane.mjs").Lane} lane
     */
    constructor(pyodide, lane) {
        this.FS = pyodide.FS;
        this.module = pyodide._module;
        this.errnos = pyodide.ERRNO_CODES;
        this.lane = lane;
        /** @type {Map<string, number>} name to device number */
        this.mounts = new Map();
        this.devices = FIRST_DEVICE;
        /** @type {Map<string, {stat: import("./protocol.mjs").Stat, until: number}>} */
        this.attributes = new Map();
        /** @type {{within: string, names: string[], at: number} | null} what was listed last, and
         * up to where its entries have been looked at */
        this.listing = null;
        /** Which small files will be read next. */
        this.reading = new ReadingOrder();
        /** @type {Map<string, {stat: import("./protocol.mjs").Stat, body: Uint8Array}>} small files
         * that came along with another one */
        this.along = new Map();
        this.alongSince = 0;
        this.alongGeneration = -1;
        /** @type {Set<OpenFile>} */
        this.open = new Set();
        /** @type {Set<OpenFile>} those with bytes that the host does not have yet */
        this.dirty = new Set();
        /** Counts own changes: what was read ahead before one is not used after it. */
        this.generation = 0;
        /** Counts beginnings and ends of runs: the host's handles do not outlast one. */
        this.run = 0;
        /** Whether this class itself changes the folder /mnt. */
        this.arranging = false;
        /** @type {{errno: number, message: string} | null} the host's last words on a failure */
        this.problem = null;
        /** @type {Set<OpenFile>} those that the host has not made yet */
        this.pending = new Set();
        /** @type {Map<string, number>} how many files in a row this run has made in a folder */
        this.made = new Map();
        /** Whether the host has said that it has room for what gathers, whatever that is. */
        this.hasRoom = false;
        /** @type {{path: string, error: any, message: string}[]} files that were closed before the
         * host could refuse them */
        this.late = [];
        /** @type {{flags: number, mode: number, path: string} | null} of the FS.open under way */
        this.opening = null;
        /** @type {OpenFile | null} opened by mknod or lookup for the FS.open under way */
        this.created = null;
        /** @type {string[]} what the person who wrote the program should know */
        this.notices = [];
        /** @type {number[]} handles that the host may close */
        this.closing = [];
        this.nodeOps = this.makeNodeOps();
        this.streamOps = this.makeStreamOps();
        this.watchOpen();
        this.watchClose();
        this.makeRoot();
    }

    /**
     * The folder /mnt holds the mounts and nothing else: what was written beside them would seem
     * to be with the person, and be lost.
     */
    makeRoot() {
        this.FS.mkdirTree("/mnt");
        const root = this.FS.mount(this.FS.filesystems.MEMFS, {}, "/mnt");
        const own = root.node_ops;
        const guarded = (/** @type {string} */ op) => (/** @type {any[]} */ ...args) => {
            if (!this.arranging)
                throw this.failure("EROFS", this.rootText());
            return own[op](...args);
        };
        const changes = ["mknod", "symlink", "rename", "unlink", "rmdir"];
        root.node_ops = { ...own, ...Object.fromEntries(changes.map((op) => [op, guarded(op)])) };
    }

    rootText() {
        const mounts = [...this.mounts.keys()].map((name) => `/mnt/${name}`);
        return "/mnt holds the folders that the person gave, and nothing else. " +
            (mounts.length > 0 ? `Write into ${mounts.join(", ")} or /session.`
                : "None is there: write into /session.");
    }

    /** @param {import("./protocol.mjs").Mount[]} mounts all that there are from now on */
    setMounts(mounts) {
        this.arranging = true;
        try {
            this.arrange(mounts);
        } finally {
            this.arranging = false;
        }
    }

    /** @param {import("./protocol.mjs").Mount[]} mounts */
    arrange(mounts) {
        const names = new Set(mounts.map((mount) => mount.name));
        for (const name of [...this.mounts.keys()].filter((n) => !names.has(n))) {
            this.FS.unmount(`/mnt/${name}`);
            this.FS.rmdir(`/mnt/${name}`);
            this.mounts.delete(name);
        }
        for (const name of names) {
            if (this.mounts.has(name))
                continue;
            this.FS.mkdirTree(`/mnt/${name}`);
            this.mounts.set(name, this.devices++);
            this.FS.mount({ mount: () => this.createNode(null, "/", S_IFDIR | 0o755) },
                          { name, root: name }, // FS.statfs hands "root" to node_ops.statfs
                          `/mnt/${name}`);
        }
        this.attributes.clear();
    }

    /** Whatever was known of the mounts may have changed between the runs. */
    beginRun() {
        this.run++;
        this.closing = [];
        this.late = [];
        this.hasRoom = false;
        this.attributes.clear();
        this.listing = null;
        this.reading = new ReadingOrder();
        this.along.clear();
        this.made.clear();
        this.generation++;
        this.problem = null;
        const inUse = new Set(this.FS.streams.filter(Boolean).map((/** @type {any} */ s) => s.node));
        for (let chain of this.FS.nameTable) {
            for (let node = chain; node; node = node.name_next) {
                if (node.node_ops === this.nodeOps && node.parent !== node && !inUse.has(node))
                    this.FS.hashRemoveNode(node);
            }
        }
    }

    /** After this the host knows none of the run's handles. */
    endRun() {
        for (const file of this.open)
            file.dropComing();
        this.run++;
    }

    /** Whether Python itself may hold bytes for a file in a mount. */
    hasWriters() {
        return [...this.open].some((file) => file.flags.includes("write"));
    }

    /**
     * Hands every buffered byte over.
     * @returns {{path: string, message: string}[]} what could not be written
     */
    flushAll() {
        const problems = [];
        for (const file of [...this.dirty]) {
            try {
                file.flush();
            } catch {
                problems.push({ path: this.FS.getPath(file.node),
                                message: this.problem?.message ?? "input/output error" });
            }
        }
        this.settleGathered(true);
        problems.push(...this.late.splice(0).map(({ path, message }) => ({ path, message })));
        return problems;
    }

    /**
     * Python may not come back from what it does next, or not soon: what it has written is the
     * host's by then. What the host refuses is told by the file's next write, flush or close.
     */
    handOver() {
        const { problem } = this;
        for (const file of [...this.dirty]) {
            const once = file.pending === null;
            try {
                file.flush();
            } catch (error) {
                file.failed ??= { error, problem: this.problem, once };
                this.dirty.add(file);
            }
        }
        if (this.lane.gathers)
            this.settleGathered(true);
        this.problem = problem;
    }

    /** @returns {string[]} what has happened that nobody asked for, once */
    takeNotices() {
        return this.notices.splice(0);
    }

    /** @param {any} node */
    flushNode(node) {
        for (const file of this.dirty) {
            if (file.node === node)
                file.flush();
        }
    }

    // --- asking the host

    /**
     * @param {string} op
     * @param {Record<string, any>} fields
     * @param {Uint8Array} [body]
     * @param {number} [expect]
     */
    ask(op, fields, body, expect) {
        try {
            return this.call(op, fields, { body, expect });
        } catch (error) {
            if (error instanceof HostError)
                throw this.failure(error.errno, error.message);
            throw this.failure("EIO", String(error));
        }
    }

    /**
     * @param {string} op
     * @param {Record<string, any>} fields
     * @param {{body?: Uint8Array, expect?: number}} [options]
     */
    call(op, fields, options) {
        this.dropAlong();
        for (const file of this.pending) // whatever is asked, these are there already for Python
            this.makePending(file);
        if (this.lane.gathers)
            this.settleGathered(true);
        if (this.closing.length === 0)
            return this.lane.call(op, fields, options);
        const closing = this.closing;
        this.closing = [];
        return this.lane.call(op, { ...fields, closing }, options);
    }

    /**
     * A file that is done with goes together with others, and nobody waits for it. Only while the
     * host has far more room than what may be on its way, so that the close of a file that finds
     * none is still the one that says so.
     * @param {Record<string, any>} file to be made
     * @param {Uint8Array} bytes
     * @returns {boolean} false: it must be asked for
     */
    gather(file, bytes) {
        this.settleGathered(false);
        if (!this.hasRoom || bytes.length > MAX_GATHERED_BYTES || this.closing.length > 0 ||
            this.late.length > 0)
            return false;
        return this.lane.gather("fs.make", encodeFrame(file, bytes), `/mnt/${file.mount}/${file.path}`);
    }

    /** @param {boolean} wait for everything that gathered */
    settleGathered(wait) {
        for (const { calls, header } of this.lane.settle(wait)) {
            this.noteRoom(header);
            const failed = header.ok === true ? header.failed ?? []
                : calls.map((_, index) => ({ index, ...header }));
            for (const { index, errno, message } of failed) {
                const error = new this.FS.ErrnoError(this.errnos[errno] ?? this.errnos.EIO);
                this.late.push({ path: calls[index], error, message });
            }
            if (failed.length > 0)
                this.made.clear(); // the next ones are told at once
        }
    }

    /** @param {Record<string, any>} header of an answer to a call that made files */
    noteRoom(header) {
        this.hasRoom = header.room === true;
    }

    /** The next thing that is written hears why an earlier one could not be. */
    throwLate() {
        const late = this.late.shift();
        if (late === undefined)
            return;
        this.problem = { errno: late.error.errno,
                         message: `${late.path}, which was closed before, could not be made: ` +
                             late.message };
        throw late.error;
    }

    /**
     * A refusal is the file's own, not that of the call for which it is made now: its next write,
     * flush or close tells it.
     * @param {OpenFile} file
     */
    makePending(file) {
        const { problem } = this;
        try {
            file.make();
        } catch (error) {
            file.failed = { error, problem: this.problem, once: false };
        }
        this.problem = problem;
    }

    /**
     * Waits for a call that was begun.
     * @param {number} ticket
     */
    finish(ticket) {
        try {
            return this.lane.finish(ticket);
        } catch (error) {
            if (error instanceof HostError)
                throw this.failure(error.errno, error.message);
            throw this.failure("EIO", String(error));
        }
    }

    /** @param {number} handle */
    closeLater(handle) {
        this.closing.push(handle);
        if (this.closing.length >= MAX_CLOSING)
            this.ask("fs.close", { handle: this.closing.pop() });
    }

    /**
     * @param {string} name
     * @param {string} message
     */
    failure(name, message) {
        const errno = this.errnos[name] ?? this.errnos.EIO;
        this.problem = PLAIN.has(name) ? null : { errno, message };
        return new this.FS.ErrnoError(errno);
    }

    /**
     * @param {any} node
     * @returns {{mount: string, path: string}}
     */
    where(node) {
        const parts = [];
        let at = node;
        for (; at.parent !== at; at = at.parent)
            parts.push(at.name);
        return { mount: at.mount.opts.name, path: parts.reverse().join("/") };
    }

    /**
     * @param {any} parent
     * @param {string} name
     */
    whereChild(parent, name) {
        const { mount, path } = this.where(parent);
        return { mount, path: path === "" ? name : `${path}/${name}` };
    }

    /** @param {{mount: string, path: string}} place */
    statOf(place) {
        const key = `${place.mount}/${place.path}`;
        const known = this.attributes.get(key);
        if (known && known.until > performance.now())
            return known.stat;
        const also = this.following(place);
        const { stat, stats } = this.ask("fs.lookup", also.length > 0 ? { ...place, also } : place,
                                         undefined, also.length > 0 ? Infinity : 0).header;
        this.remember(key, stat);
        const within = key.slice(0, key.lastIndexOf("/") + 1);
        for (const [i, other] of (stats ?? []).entries()) {
            if (other !== null) // gone: whoever looks is told
                this.remember(within + also[i], other);
        }
        return stat;
    }

    /**
     * The entries behind this one in the folder that was listed last: of a large folder what its
     * listing told is too old before all of it has been looked at.
     * @param {{mount: string, path: string}} place
     */
    following({ mount, path }) {
        const { listing } = this;
        const cut = path.lastIndexOf("/") + 1;
        if (listing === null || listing.within !== `${mount}/${path.slice(0, cut)}`)
            return [];
        const { names, at } = listing;
        const end = Math.min(names.length, at + LOOKED_FOR);
        for (let i = at; i < end; i++) {
            if (names[i] === path.slice(cut)) {
                listing.at = i + 1;
                return names.slice(i + 1, i + 1 + LOOKED_AT_ONCE);
            }
        }
        return [];
    }

    /**
     * @param {string} key
     * @param {import("./protocol.mjs").Stat} stat
     */
    remember(key, stat) {
        this.attributes.set(key, { stat, until: performance.now() + ATTRIBUTES_MS });
    }

    /** @param {any} node whose attributes, and its folder's, may have changed */
    forget(node) {
        this.forgetPlace(this.where(node));
    }

    /** @param {{mount: string, path: string}} place */
    forgetPlace(place) {
        this.attributes.delete(`${place.mount}/${place.path}`);
        this.attributes.delete(folderOf(place));
    }

    // --- nodes

    /**
     * @param {any} parent null for a mount's root
     * @param {string} name
     * @param {number} mode
     */
    createNode(parent, name, mode) {
        const node = this.FS.createNode(parent, name, mode, 0);
        node.node_ops = this.nodeOps;
        node.stream_ops = this.streamOps;
        return node;
    }

    /**
     * FS.open makes missing files with mknod, truncates through setattr and drops flags before
     * the stream's own open sees them. Knowing the whole request lets one fs.open do it all, as
     * the program meant it.
     */
    watchOpen() {
        const { FS } = this;
        const original = FS.open;
        FS.open = (/** @type {any} */ path, /** @type {any} */ flags, /** @type {any} */ mode) => {
            const outer = this.opening;
            this.opening = typeof flags === "number"
                ? { flags, mode: mode ?? 0o666,
                    path: typeof path === "string" ? this.absolute(path) : "" } : null;
            try {
                if (this.opening && flags & O_ACCMODE && this.opening.path.startsWith("/mnt/"))
                    this.throwLate();
                if (this.opening && flags & O_EXCL)
                    this.checkCached(path);
                return original.call(FS, path, flags, mode);
            } finally {
                this.opening = outer;
                this.created?.close(); // FS.open failed after mknod
                this.created = null;
            }
        };
    }

    /**
     * A mapping is written back through the number of the descriptor that it was made with, which
     * programs (numpy) close long before: the number stays taken as long as there is a mapping.
     */
    watchClose() {
        const { FS } = this;
        const original = FS.closeStream;
        FS.closeStream = (/** @type {number} */ fd) => {
            const stream = FS.streams[fd];
            original.call(FS, fd);
            if (stream?.mappings > 0)
                FS.createStream(stream, fd);
        };
    }

    /** @param {string} path */
    absolute(path) {
        if (!path.startsWith("/"))
            path = `${this.FS.cwd()}/${path}`;
        return path.replace(/\/(\.?\/)+/g, "/");
    }

    /**
     * A name that FS.open looks for in order to open it is opened at once: one call instead of
     * two. What is no file to be opened like this is looked at as any other name.
     * @param {any} parent
     * @param {string} name
     * @returns {any} the node, or null
     */
    openAtOnce(parent, name) {
        const asked = this.opening;
        if (asked === null || this.created !== null ||
            asked.flags & (O_EXCL | O_DIRECTORY | O_PATH) || !asked.path.endsWith(`/${name}`))
            return null;
        const place = this.whereChild(parent, name);
        if (asked.path !== `/mnt/${place.mount}/${place.path}`)
            return null;
        const known = this.attributes.get(`${place.mount}/${place.path}`);
        if (known && known.until > performance.now() && known.stat.type !== "file")
            return null;
        const node = this.createNode(parent, name, S_IFREG | 0o644);
        try {
            this.created = this.openFile(node, asked.flags, asked.mode, ["nofollow"]);
        } catch (error) {
            this.FS.destroyNode(node);
            if (/** @type {any} */ (error).errno === this.errnos.ENOENT)
                throw error;
            return null;
        }
        node.mode = S_IFREG | (this.created.mode & 0o7777);
        return node;
    }

    /**
     * CPython holds a duplicate of the descriptor for every mapping and closes it right before it
     * unmaps: fewer duplicates than mappings mean that this write is a mapping's last.
     * @param {any} stream
     */
    written(stream) {
        if (!(stream.mappings > 0) || stream.file.references > stream.mappings)
            return;
        if (--stream.mappings === 0 && stream.abandoned) {
            this.FS.closeStream(stream.fd);
            stream.file.close();
        }
    }

    /** @param {any} stream */
    closeFile(stream) {
        if (!stream.file)
            return;
        if (stream.mappings > 0) {
            stream.abandoned = true;
            stream.file.flush();
        } else {
            stream.file.close();
        }
    }

    /**
     * Emscripten remembers names: a file that is gone at the host would count as existing.
     * @param {any} path
     */
    checkCached(path) {
        try {
            const { node } = this.FS.lookupPath(path, { follow: false });
            if (node.node_ops === this.nodeOps)
                node.node_ops.getattr(node);
        } catch {
            return; // not there: fine
        }
    }

    /**
     * @param {any} node
     * @param {number} flags
     * @param {number} mode
     * @param {string[]} [more] flags of the host's own
     */
    openFile(node, flags, mode, more = []) {
        const access = flags & O_ACCMODE;
        const words = [
            ...(access !== O_WRONLY ? ["read"] : []),
            ...(access !== O_RDONLY ? ["write"] : []),
            ...(flags & O_CREAT ? ["create"] : []),
            ...(flags & O_EXCL ? ["exclusive"] : []),
            ...(flags & O_TRUNC ? ["truncate"] : []),
            ...(flags & O_APPEND ? ["append"] : []),
        ];
        const place = this.where(node);
        const key = `${place.mount}/${place.path}`;
        const known = this.attributes.get(key)?.stat;
        if (this.canWait(place, flags, known))
            return this.openLater(node, place, [...words, ...more], mode);
        if (flags & (O_TRUNC | O_CREAT))
            this.forgetPlace(place);
        if (flags & O_TRUNC)
            this.generation++;
        const [inline, expect] = this.inlineFor(known, access === O_RDONLY &&
                                                !(flags & (O_CREAT | O_TRUNC)));
        if (inline > 0)
            this.reading.note(key);
        const came = inline > 0 ? this.takeAlong(key) : null;
        if (came)
            return this.addOpen(new OpenFile(this, node, words, { handle: 0, whole: true,
                                                                  stat: came.stat }, came.body));
        this.dropAlong();
        const also = inline > 0 ? this.reading.following() : [];
        const { header, body: bodies } = this.ask(
            "fs.open", { ...place, flags: [...words, ...more], mode: mode & 0o777,
                         ...(inline > 0 ? { inline } : {}), ...(also.length > 0 ? { also } : {}) },
            undefined, also.length > 0 ? this.expectedOf(key, also) : expect);
        const opened = /** @type {any} */ (header);
        const body = this.keepAlong(key, opened, also, bodies);
        this.remember(key, opened.stat);
        this.noteUnlinked(node, opened);
        if (opened.created) {
            this.noteMade(place);
            this.noteRoom(opened);
        }
        return this.addOpen(new OpenFile(this, node, words, opened, body));
    }

    /** @param {OpenFile} file */
    addOpen(file) {
        this.open.add(file);
        return file;
    }

    /**
     * A small file that came along with the one before, if nothing has been asked or changed since
     * and it is a moment ago: whoever looks at a file that somebody else changes sees that.
     * @param {string} key
     */
    takeAlong(key) {
        const came = this.along.get(key);
        if (came === undefined)
            return null;
        if (performance.now() > this.alongSince + ALONG_MS ||
            this.alongGeneration !== this.generation)
            return null;
        this.along.delete(key);
        return came;
    }

    /** Something else is asked: whoever looks then sees what the host has then. */
    dropAlong() {
        if (this.along.size === 0)
            return;
        this.along.clear();
        this.reading.noteWrong();
    }

    /**
     * How large an answer may be: as their sizes are known, else as if all were like the first.
     * @param {string} key
     * @param {string[]} also
     */
    expectedOf(key, also) {
        const within = key.slice(0, key.lastIndexOf("/") + 1);
        const first = this.attributes.get(key)?.stat.size ?? this.reading.lastSize;
        let bytes = 0;
        for (const name of also)
            bytes += 256 + (this.attributes.get(within + name)?.stat.size ?? first);
        return bytes;
    }

    /**
     * @param {string} key of the file that was asked for
     * @param {any} opened
     * @param {string[]} names that were asked for along with it
     * @param {Uint8Array} bodies
     * @returns {Uint8Array} the file's own
     */
    keepAlong(key, opened, names, bodies) {
        this.reading.lastSize = opened.stat.size;
        if (!Array.isArray(opened.also))
            return bodies;
        const within = key.slice(0, key.lastIndexOf("/") + 1);
        this.alongSince = performance.now();
        this.alongGeneration = this.generation;
        let at = opened.stat.size;
        for (const [i, stat] of opened.also.entries()) {
            if (stat === null)
                continue;
            this.remember(within + names[i], stat);
            this.along.set(within + names[i], { stat, body: bodies.slice(at, at + stat.size) });
            at += stat.size;
        }
        return bodies.slice(0, opened.stat.size);
    }

    /**
     * @param {any} node
     * @param {{unlinked?: boolean}} opened
     */
    noteUnlinked(node, opened) {
        if (opened.unlinked)
            this.notices.push(`${this.FS.getPath(node)}: this file had other names elsewhere (hard ` +
                              "links). They keep what they had; here it is a copy now.");
    }

    /** @param {{mount: string, path: string}} place of a file that was made */
    noteMade(place) {
        const folder = folderOf(place);
        this.made.set(folder, (this.made.get(folder) ?? 0) + 1);
    }

    /**
     * Whether the host need not hear of a file before it is closed. Only where this run has just
     * made others, so that what could be said against the folder would have been said; and only for
     * what is written anew, so that nobody can tell whether it was there.
     * @param {{mount: string, path: string}} place
     * @param {number} flags
     * @param {import("./protocol.mjs").Stat | undefined} known
     */
    canWait(place, flags, known) {
        const name = place.path.slice(place.path.lastIndexOf("/") + 1);
        return (flags & (O_ACCMODE | O_CREAT | O_EXCL | O_TRUNC | O_APPEND)) ===
            (O_WRONLY | O_CREAT | O_TRUNC) &&
            known === undefined && !name.startsWith(".") &&
            encoder.encode(name).length <= MAX_NAME_BYTES &&
            (this.made.get(folderOf(place)) ?? 0) >= MADE_BEFORE_LATER;
    }

    /**
     * @param {any} node
     * @param {{mount: string, path: string}} place
     * @param {string[]} words
     * @param {number} mode
     */
    openLater(node, place, words, mode) {
        const now = Date.now();
        this.generation++;
        const stat = { type: "file", size: 0, mode: S_IFREG | (mode & 0o755), mtime_ms: now,
                       atime_ms: now, ctime_ms: now, inode: 0, links: 1 };
        const file = new OpenFile(this, node, words, /** @type {any} */ ({ handle: 0, stat }));
        file.pending = { place, words, mode: mode & 0o777, stat };
        this.open.add(file);
        this.pending.add(file);
        this.dirty.add(file);
        return file;
    }

    /**
     * Python looks at a file right after it opened it, only to see that it is no folder. Whoever
     * looks again is told what the host has.
     * @param {any} node
     */
    lookAtPending(node) {
        for (const file of this.pending) {
            const stat = file.node === node ? file.pending?.stat : undefined;
            if (file.pending && stat && file.behindLength === 0) {
                file.pending.stat = undefined;
                return stat;
            }
        }
        return null;
    }

    /**
     * How much of a file is asked for with its fs.open, and what the answer may hold.
     * @param {import("./protocol.mjs").Stat | undefined} known
     * @param {boolean} onlyRead
     * @returns {[number, number]}
     */
    inlineFor(known, onlyRead) {
        if (!onlyRead || (known && known.size > INLINE_BYTES)) // not necessarily read from 0 on
            return [0, 0];
        return known && known.size > SMALL_INLINE ? [INLINE_BYTES, Infinity] : [SMALL_INLINE, 0];
    }

    /**
     * @param {any} node
     * @param {string[]} flags
     * @returns {{handle: number, stat: import("./protocol.mjs").Stat}}
     */
    openAgain(node, flags) {
        try {
            return /** @type {any} */ (
                this.call("fs.open", { ...this.where(node), flags, mode: 0o666 }).header);
        } catch (error) {
            const { errno, message } = error instanceof HostError ? error
                : { errno: "EIO", message: String(error) };
            const failed = new this.FS.ErrnoError(this.errnos[errno] ?? this.errnos.EIO);
            this.problem = { errno: failed.errno, message: "An earlier run opened this file; it " +
                             `cannot be opened again: ${message}` };
            throw failed;
        }
    }

    /**
     * @param {any} node
     * @param {import("./protocol.mjs").Stat} stat
     */
    attributesOf(node, stat) {
        node.mode = (TYPE_BITS[stat.type] ?? S_IFREG) | (stat.mode & 0o7777);
        return {
            dev: this.mounts.get(this.where(node).mount) ?? FIRST_DEVICE,
            ino: Math.floor(stat.inode),
            mode: node.mode,
            nlink: stat.links,
            uid: 0,
            gid: 0,
            rdev: 0,
            size: stat.size,
            atime: new FileTime(stat.atime_ms),
            mtime: new FileTime(stat.mtime_ms),
            ctime: new FileTime(stat.ctime_ms),
            blksize: 4096,
            blocks: Math.ceil(stat.size / 512),
        };
    }

    makeNodeOps() {
        return {
            getattr: (/** @type {any} */ node) => {
                const pending = this.lookAtPending(node);
                if (pending)
                    return this.attributesOf(node, pending);
                this.flushNode(node);
                try {
                    return this.attributesOf(node, this.statOf(this.where(node)));
                } catch (error) {
                    this.dropGone(node, error);
                    throw error;
                }
            },
            setattr: (/** @type {any} */ node, /** @type {any} */ attr) => this.setattr(node, attr),
            lookup: (/** @type {any} */ parent, /** @type {string} */ name) => {
                const opened = this.openAtOnce(parent, name);
                if (opened)
                    return opened;
                const stat = this.statOf(this.whereChild(parent, name));
                return this.createNode(parent, name, TYPE_BITS[stat.type] | (stat.mode & 0o7777));
            },
            mknod: (/** @type {any} */ parent, /** @type {string} */ name,
                    /** @type {number} */ mode) => this.mknod(parent, name, mode),
            rename: (/** @type {any} */ node, /** @type {any} */ newParent,
                     /** @type {string} */ newName) => this.rename(node, newParent, newName),
            unlink: (/** @type {any} */ parent, /** @type {string} */ name) =>
                this.change("fs.unlink", this.whereChild(parent, name)),
            rmdir: (/** @type {any} */ parent, /** @type {string} */ name) =>
                this.change("fs.rmdir", this.whereChild(parent, name)),
            readdir: (/** @type {any} */ node) => this.readdir(node),
            symlink: (/** @type {any} */ parent, /** @type {string} */ name,
                      /** @type {string} */ target) =>
                this.change("fs.symlink", this.whereChild(parent, name), { target }),
            readlink: (/** @type {any} */ node) =>
                this.ask("fs.readlink", this.where(node)).header.target,
            statfs: (/** @type {string} */ name) => this.statfs(name),
        };
    }

    /**
     * @param {any} node
     * @param {any} error
     */
    dropGone(node, error) {
        if (error?.errno === this.errnos.ENOENT && node.parent !== node)
            this.FS.hashRemoveNode(node);
    }

    /**
     * @param {string} op
     * @param {{mount: string, path: string}} place
     * @param {Record<string, any>} [more]
     */
    change(op, place, more = {}) {
        this.forgetPlace(place);
        this.made.clear(); // a folder may have been closed to writing, moved or removed
        this.settleGathered(true);
        this.throwLate();
        this.ask(op, { ...place, ...more });
    }

    /**
     * @param {any} node
     * @param {{mode?: number, size?: number, atime?: number, mtime?: number}} attr
     */
    setattr(node, attr) {
        if (this.opening !== null)
            return; // size and mode are part of the fs.open that follows, or of the one before
        const place = this.where(node);
        this.flushNode(node);
        if (attr.mode !== undefined) {
            this.change("fs.chmod", place, { mode: attr.mode & 0o7777 });
            node.mode = attr.mode;
        }
        if (attr.size !== undefined) {
            this.generation++;
            this.change("fs.truncate", place, { size: attr.size });
            for (const file of this.open) {
                if (file.node === node)
                    file.size = attr.size;
            }
        }
        if (attr.atime !== undefined || attr.mtime !== undefined)
            this.utime(place, attr);
    }

    /**
     * @param {{mount: string, path: string}} place
     * @param {{atime?: number, mtime?: number}} attr either may be missing: it stays as it is
     */
    utime(place, { atime, mtime }) {
        const stat = atime === undefined || mtime === undefined ? this.statOf(place) : null;
        this.change("fs.utime", place, { atime_ms: Number(atime ?? stat?.atime_ms),
                                         mtime_ms: Number(mtime ?? stat?.mtime_ms) });
    }

    /**
     * @param {any} parent
     * @param {string} name
     * @param {number} mode with its type
     */
    mknod(parent, name, mode) {
        const place = this.whereChild(parent, name);
        if (this.FS.isDir(mode)) {
            this.change("fs.mkdir", place, { mode: mode & 0o777 });
            return this.createNode(parent, name, mode);
        }
        if (!this.FS.isFile(mode))
            throw this.failure("EPERM", "A mounted folder holds files, folders and links only.");
        const node = this.createNode(parent, name, mode);
        try {
            const asked = this.opening;
            const file = asked ? this.openFile(node, asked.flags, asked.mode)
                : this.openFile(node, O_WRONLY | O_CREAT | O_EXCL, mode);
            if (asked)
                this.created = file;
            else
                file.close();
        } catch (error) {
            this.FS.destroyNode(node);
            throw error;
        }
        return node;
    }

    /**
     * @param {any} node
     * @param {any} newParent
     * @param {string} newName
     */
    rename(node, newParent, newName) {
        const from = this.where(node);
        const to = this.whereChild(newParent, newName);
        this.flushNode(node);
        this.forgetPlace(from);
        this.forgetPlace(to);
        this.made.clear();
        this.settleGathered(true);
        this.throwLate();
        this.ask("fs.rename", { mount: from.mount, from: from.path, to: to.path });
        // The name may belong to a node of the file that was replaced.
        const replaced = this.cachedNode(newParent, newName);
        if (replaced)
            this.FS.hashRemoveNode(replaced);
        this.attributes.clear(); // of everything below a renamed folder
        node.name = newName;
    }

    /**
     * @param {any} parent
     * @param {string} name
     */
    cachedNode(parent, name) {
        let node = this.FS.nameTable[this.FS.hashName(parent.id, name)];
        while (node && !(node.parent.id === parent.id && node.name === name))
            node = node.name_next;
        return node;
    }

    /** @param {any} node */
    readdir(node) {
        const place = this.where(node);
        const within = `${place.mount}/${place.path === "" ? "" : place.path + "/"}`;
        /** @type {Map<string, import("./protocol.mjs").Stat>} */
        const found = new Map();
        // The host answers in pages; each names the next one.
        for (let fields = /** @type {Record<string, any> | null} */ (place); fields !== null;) {
            const { entries, next } = this.ask("fs.readdir", fields, undefined, Infinity).header;
            for (const { name, stat } of entries)
                found.set(name, stat);
            fields = next === undefined ? null : { cursor: next };
        }
        // Emscripten looks every name up again, to tell its type. The nodes made here answer that
        // without a call for each, however long the listing takes, and a name that is gone by then
        // does not fail the whole of it.
        for (const [name, stat] of found) {
            this.remember(within + name, stat);
            this.nodeFor(node, name, TYPE_BITS[stat.type] | (stat.mode & 0o7777));
        }
        const names = [...found.keys()];
        this.listing = { within, names, at: 0 };
        this.reading.list(within, names);
        return [".", "..", ...names];
    }

    /**
     * Sees to a node of that type for a name that the host has.
     * @param {any} parent
     * @param {string} name
     * @param {number} mode with its type
     */
    nodeFor(parent, name, mode) {
        const cached = this.cachedNode(parent, name);
        if (cached && (cached.mode & S_IFMT) === (mode & S_IFMT))
            return;
        if (cached)
            this.FS.hashRemoveNode(cached);
        this.createNode(parent, name, mode);
    }

    /** @param {string} name of the mount */
    statfs(name) {
        const { header } = this.ask("fs.statfs", { mount: name });
        return { bsize: header.block_size, frsize: header.block_size, blocks: header.blocks,
                 bfree: header.free, bavail: header.free, files: header.files,
                 ffree: header.files };
    }

    // --- streams

    makeStreamOps() {
        return {
            open: (/** @type {any} */ stream) => this.openStream(stream),
            dup: (/** @type {any} */ stream) => {
                stream.mappings = 0;
                if (stream.file)
                    stream.file.references++;
            },
            close: (/** @type {any} */ stream) => this.closeFile(stream),
            read: (/** @type {any} */ stream, /** @type {Uint8Array} */ buffer,
                   /** @type {number} */ offset, /** @type {number} */ length,
                   /** @type {number} */ position) =>
                this.guard(() => stream.file.read(bytesOf(buffer, offset, length), position)),
            write: (/** @type {any} */ stream, /** @type {Uint8Array} */ buffer,
                    /** @type {number} */ offset, /** @type {number} */ length,
                    /** @type {number} */ position) => {
                stream.file.write(bytesOf(buffer, offset, length), position);
                return length;
            },
            llseek: (/** @type {any} */ stream, /** @type {number} */ offset,
                     /** @type {number} */ whence) => this.seek(stream, offset, whence),
            fsync: (/** @type {any} */ stream) => {
                if (!stream.file)
                    return 0;
                stream.file.flush();
                this.settleGathered(true);
                this.throwLate();
                this.ask("fs.sync", { handle: this.guard(() => stream.file.live()) });
                return 0;
            },
            mmap: (/** @type {any} */ stream, /** @type {number} */ length,
                   /** @type {number} */ position, /** @type {number} */ prot,
                   /** @type {number} */ flags) => this.mmap(stream, length, position, prot, flags),
            msync: (/** @type {any} */ stream, /** @type {Uint8Array} */ buffer,
                    /** @type {number} */ offset, /** @type {number} */ length) => {
                stream.file.write(bytesOf(buffer, 0, length), offset);
                stream.file.flush();
                this.written(stream);
                return 0;
            },
        };
    }

    /** @param {any} stream */
    openStream(stream) {
        if (this.FS.isDir(stream.node.mode))
            return;
        if (this.opening?.path.endsWith("/")) { // Emscripten takes the slash for nothing
            this.FS.closeStream(stream.fd);
            throw this.failure("ENOTDIR", "A name that ends with a slash is a folder's.");
        }
        if (this.created) {
            stream.file = this.created;
            this.created = null;
            return;
        }
        this.flushNode(stream.node);
        const { flags, mode } = this.opening ?? { flags: stream.flags, mode: 0o666 };
        try {
            stream.file = this.openFile(stream.node, flags, mode);
        } catch (error) {
            this.FS.closeStream(stream.fd); // FS.open has already taken a descriptor
            this.dropGone(stream.node, error);
            throw error;
        }
    }

    /**
     * @template T
     * @param {() => T} action
     */
    guard(action) {
        try {
            return action();
        } catch (error) {
            if (error instanceof HostError)
                throw this.failure(error.errno, error.message);
            if (error instanceof this.FS.ErrnoError)
                throw error;
            throw this.failure("EIO", String(error));
        }
    }

    /**
     * @param {any} stream
     * @param {number} offset
     * @param {number} whence
     */
    seek(stream, offset, whence) {
        let position = offset;
        if (whence === SEEK_CUR)
            position += stream.position;
        else if (whence === SEEK_END && stream.file)
            position += this.endOf(stream.file);
        if (position < 0)
            throw new this.FS.ErrnoError(this.errnos.EINVAL);
        return position;
    }

    /** @param {OpenFile} file */
    endOf(file) {
        if (!file.append) { // FS.write seeks before every write in append mode: no call for those
            file.flush();
            try {
                file.size = this.statOf(this.where(file.node)).size;
            } catch {
                return file.size; // unlinked while open
            }
        }
        return file.size;
    }

    /**
     * Memory for a mapping, all zeros. MEMFS has the only access to the allocator; an empty file
     * is all that it needs of a stream.
     * @param {number} length
     * @param {number} prot
     * @param {number} flags
     */
    allocate(length, prot, flags) {
        const empty = { node: { mode: S_IFREG, contents: new Uint8Array(0) } };
        try {
            return this.FS.filesystems.MEMFS.stream_ops.mmap(empty, length, 0, prot, flags);
        } catch (error) {
            if (/** @type {any} */ (error).errno !== this.errnos.ENOMEM)
                throw error;
            throw this.failure("ENOMEM", `A mapping of ${length} bytes does not fit the memory of ` +
                               "this session: here a file is mapped by reading it. Map a part " +
                               "(mmap and numpy.memmap take an offset and a length), or read it " +
                               "in pieces.");
        }
    }

    /**
     * Memory of its own with the file's bytes; Emscripten hands changes back through msync.
     * @param {any} stream
     * @param {number} length
     * @param {number} position
     * @param {number} prot
     * @param {number} flags
     */
    mmap(stream, length, position, prot, flags) {
        const mapped = this.allocate(length, prot, flags);
        try {
            // Looked up now: the heap may have grown, and is another buffer then.
            const heap = this.module.HEAPU8;
            this.guard(() => stream.file.read(bytesOf(heap, mapped.ptr, length), position));
        } catch (error) {
            this.module._free(mapped.ptr);
            throw error;
        }
        if (prot & PROT_WRITE && !(flags & MAP_PRIVATE))
            stream.mappings = (stream.mappings ?? 0) + 1;
        return mapped;
    }
}

/**
 * Emscripten passes its heap signed or unsigned.
 * @param {any} buffer
 * @param {number} offset
 * @param {number} length
 */
function bytesOf(buffer, offset, length) {
    return new Uint8Array(buffer.buffer, buffer.byteOffset + offset, length);
}
