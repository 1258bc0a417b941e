// SPDX-License-Identifier: MIT
// Packages of the lock: which ones a program needs, and getting them into Python. Wheels that are
// packed appear as they are, others are unpacked only; their libraries are loaded by Python when it
// imports them, which a worker may do synchronously: scipy has seventy, of which a program uses a
// few. Other wheels come from the host, which gives out those that were allowed for this run and no
// others.
import { HostError } from "./lane.mjs";
import { MAX_READ_BYTES } from "./protocol.mjs";
import { WHEELS } from "./wheelpacks.mjs";

/** Larger ones leave no room for anything else. */
const MAX_WHEEL_BYTES = 256 * 1024 * 1024;
/** Our own module of this name asks the host. */
const REPLACED = new Set(["micropip"]);
const encoder = new TextEncoder();

/**
 * @typedef {{name: string, version: string, file_name: string, install_dir: string,
 *   sha256: string, imports: string[], depends: string[]}} LockEntry
 * @typedef {{info: Record<string, string>, packages: Record<string, LockEntry>}} Lock
 * @typedef {import("./protocol.mjs").Pin} Pin
 */

export class Packages {
    /**
     * @param {any} pyodide
     * @param {Lock} lock
     * @param {Pick<import("./boot.mjs").Platform, "fetchBytes" | "fetchBytesNow" | "pyodideUrl">}
     *   platform
     * @param {import("./output.mjs").Output} output
     * @param {string[]} [present] keys of the lock that Python was born with
     * @param {import("./lane.mjs").Lane | null} [lane] to the host
     * @param {import("./wheelpacks.mjs").WheelPacks | null} [packs]
     */
    constructor(pyodide, lock, platform, output, present = [], lane = null, packs = null) {
        this.pyodide = pyodide;
        this.lock = lock;
        this.platform = platform;
        this.output = output;
        this.lane = lane;
        /** Those of it that cannot be taken away. */
        this.born = new Set(present);
        this.packs = packs;
        /** @type {Map<string, string>} packs that are mounted: normalised name, wheel */
        this.mounted = new Map();
        /** Milliseconds of this run that were spent on asking and installing. */
        this.spent = 0;
        /** @type {Map<string, string>} wheels of the host that Python has: normalised name, hash */
        this.installed = new Map();
        /** @type {Set<string>} keys of the lock that need not be loaded any more */
        this.loaded = new Set(present);
        /** @type {Set<string>} the same, as long as nobody has asked for them */
        this.unused = new Set(present);
        /** @type {Map<string, string>} top-level module to key of the lock */
        this.byImport = new Map();
        for (const [key, entry] of Object.entries(lock.packages)) {
            for (const name of entry.imports) {
                if (!REPLACED.has(key))
                    this.byImport.set(name, key);
            }
        }
    }

    /** Every top-level module that the lock's packages offer. */
    importNames() {
        return [...this.byImport.keys()];
    }

    /** Name and version of every package of the lock. */
    versions() {
        return Object.fromEntries(Object.entries(this.lock.packages).map(
            ([key, entry]) => [key, entry.version]));
    }

    /**
     * @param {string[]} modules top-level names that a program imports
     * @returns {string[]} keys of the lock
     */
    forImports(modules) {
        return modules.flatMap((name) => this.byImport.get(name) ?? []);
    }

    /**
     * The packages asked for that Python does not have, with all that they need, each after what
     * it needs. Names that the lock does not know are left out: the import says what is missing.
     * @param {string[]} names as people write them
     * @returns {string[]} keys of the lock
     */
    missing(names) {
        /** @type {string[]} */
        const order = [];
        const seen = new Set(this.loaded);
        const visit = (/** @type {string} */ name) => {
            const key = normalized(name);
            const entry = this.lock.packages[key];
            if (!entry || seen.has(key))
                return;
            seen.add(key);
            entry.depends.forEach(visit);
            order.push(key);
        };
        names.forEach(visit);
        return order;
    }

    /**
     * @param {string[]} keys as `missing` gives them
     * @param {(install: () => void) => void} around called for each package
     * @param {() => boolean} isOver whether the rest is not wanted any more
     */
    async load(keys, around = (install) => install(), isOver = () => false) {
        const wheels = keys.map((key) => this.isPacked(key) ? Promise.resolve(null)
            : this.platform.fetchBytes(this.url(key)));
        wheels.forEach((wheel) => wheel.catch(() => undefined)); // reported by the await below
        for (const [i, key] of keys.entries()) {
            const wheel = await wheels[i];
            if (isOver())
                return;
            around(() => this.install(key, wheel));
        }
    }

    /**
     * For an import that nobody saw coming (importlib, a module in a mount). Blocks.
     * @param {string} top top-level module
     * @returns {boolean} whether something was loaded
     */
    loadNow(top) {
        const keys = this.missing(this.forImports([top]));
        for (const key of keys)
            this.install(key);
        return keys.length > 0;
    }

    /**
     * Tells which of the packages that were there from the start a program uses.
     * @param {string[]} names as people write them
     */
    use(names) {
        const visit = (/** @type {string} */ name) => {
            const key = normalized(name);
            if (!this.unused.delete(key))
                return;
            this.lock.packages[key].depends.forEach(visit);
            this.tell(key);
        };
        names.forEach(visit);
    }

    /** @param {string} key */
    tell(key) {
        const { name, version } = this.lock.packages[key];
        this.output.send("package", { run: this.output.run, name, version });
    }

    /**
     * What was allowed and is not there: wheels of the host, and those of the lock in whose place
     * another version was installed.
     * @param {Pin[]} pins
     */
    wanting(pins) {
        return pins.filter(({ name, sha256 }) => {
            const key = normalized(name);
            if (!sha256)
                return false;
            const there = this.installed.get(key);
            return there === undefined ? sha256 !== this.lock.packages[key]?.sha256
                : there !== sha256;
        });
    }

    /**
     * Installs one that `wanting` gave. Blocks; throws an Error that says why not.
     * @param {Pin} pin
     */
    installPinned(pin) {
        const key = normalized(pin.name);
        const told = this.withWheels((wheels) => this.placePinned(wheels, pin));
        this.loaded.add(key);
        this.unused.delete(key);
        this.installed.set(key, /** @type {string} */ (pin.sha256));
        this.output.send("package", { run: this.output.run, name: pin.name, version: pin.version });
        if (told.kept.length > 0) {
            this.output.stream("stderr", encoder.encode(
                `Glovebox: ${pin.name} ${pin.version} brings files that another package has, which ` +
                `stay as they are: ${told.kept.slice(0, 10).join(", ")}` +
                `${told.kept.length > 10 ? ` and ${told.kept.length - 10} more` : ""}.\n`));
        }
        if (told.stale.length > 0) {
            this.output.stream("stderr", encoder.encode(
                `Glovebox: ${pin.name} ${pin.version} took the place of ${told.replaced}, which is ` +
                `imported in this session (${told.stale.join(", ")}) and stays in use until the ` +
                "session is restarted.\n"));
        }
    }

    /**
     * @param {any} wheels Python's module
     * @param {Pin} pin
     * @returns {{replaced: string | null, stale: string[], kept: string[]}}
     */
    placePinned(wheels, pin) {
        const key = normalized(pin.name);
        const isBundled = pin.sha256 === this.lock.packages[key]?.sha256;
        const wheel = isBundled ? null : this.askForWheel(pin);
        if (wheel?.pack && wheels.is_new(pin.name) && this.mountPack(key, wheel.pack)) {
            wheels.appear(WHEELS, pin.name, pin.version);
            return { replaced: null, stale: [], kept: [] };
        }
        const bytes = wheel ? this.readWheel(pin, wheel.size)
            : this.platform.fetchBytesNow(this.url(key));
        return JSON.parse(wheels.install(bytes, pin.sha256, pin.name, pin.version,
                                         this.unused.has(key)));
    }

    /**
     * @param {string} key
     * @param {import("./wheelpacks.mjs").PackRecord | undefined} record
     * @returns {boolean} false: there is none, or it is damaged or gone; the wheel is needed
     */
    mountPack(key, record) {
        if (!this.packs || !record)
            return false;
        try {
            this.packs.mount(record);
        } catch {
            return false;
        }
        this.mounted.set(key, record.wheel);
        return true;
    }

    /**
     * Python takes a package away whose files it cannot delete.
     * @param {string} name
     */
    unmountPack(name) {
        const key = normalized(name);
        const wheel = this.mounted.get(key);
        if (wheel !== undefined && this.mounted.delete(key))
            this.packs?.unmount(wheel);
    }

    /**
     * @param {Pin} pin
     * @returns {{size: number, pack?: import("./wheelpacks.mjs").PackRecord}}
     */
    askForWheel({ sha256 }) {
        if (!this.lane)
            throw new Error("there is no host to ask");
        const { size, pack } = this.lane.call("pkg.wheel", { sha256 }).header;
        return { size, pack };
    }

    /**
     * @param {Pin} pin
     * @param {number} size
     * @returns {Uint8Array}
     */
    readWheel({ name, sha256 }, size) {
        const lane = /** @type {import("./lane.mjs").Lane} */ (this.lane);
        if (!Number.isSafeInteger(size) || size < 0 || size > MAX_WHEEL_BYTES)
            throw new Error(`the wheel of ${name} has ${size} bytes`);
        const bytes = new Uint8Array(size);
        for (let at = 0; at < size;) {
            const length = Math.min(MAX_READ_BYTES, size - at);
            const part = lane.call("pkg.read", { sha256, offset: at, length },
                                   { expect: length }).body;
            if (part.length === 0 || part.length > length)
                throw new Error(`the wheel of ${name} came in parts of a wrong size`);
            bytes.set(part, at);
            at += part.length;
        }
        return bytes;
    }

    /**
     * Python took the files of a package away: the next one who wants it gets it anew. An empty
     * version tells the host so.
     * @param {string} name
     */
    removed(name) {
        const key = normalized(name);
        this.installed.delete(key);
        if (!this.born.has(key))
            this.loaded.delete(key);
        this.output.send("package", { run: this.output.run, name: key, version: "" });
    }

    /**
     * A program's wish, for Python: asks the host and waits for the person.
     * @param {string} wish JSON
     * @returns {string} JSON: the host's answer, or {ok: false, errno, message}
     */
    ask(wish) {
        return this.timed(() => {
            try {
                if (!this.lane)
                    throw new HostError("ENOSYS", "There is no host to ask.");
                const { request } = this.lane.call("pkg.ask", JSON.parse(wish)).header;
                const { ok, packages } = this.lane.call("pkg.wait", { request }).header;
                return JSON.stringify({ ok, packages, request });
            } catch (error) {
                if (!(error instanceof HostError))
                    throw error;
                return JSON.stringify({ ok: false, errno: error.errno, message: error.message });
            }
        });
    }

    /**
     * One package of the host's answer, for Python.
     * @param {string} text JSON of a pin
     * @returns {string} what went wrong, or ""
     */
    installNow(text) {
        /** @type {Pin} */
        const pin = JSON.parse(text);
        return this.timed(() => {
            try {
                if (this.wanting([pin]).length > 0)
                    this.installPinned(pin);
                for (const key of this.missing([pin.name]))
                    this.install(key);
                return "";
            } catch (error) {
                return describe(error);
            }
        });
    }

    /** @param {string} report JSON */
    done(report) {
        this.lane?.call("pkg.done", JSON.parse(report));
    }

    /**
     * @template T
     * @param {() => T} work whose time is not the program's
     */
    timed(work) {
        const begin = performance.now();
        try {
            return work();
        } finally {
            this.spent += performance.now() - begin;
        }
    }

    /** @param {string} key */
    url(key) {
        return this.platform.pyodideUrl + this.lock.packages[key].file_name;
    }

    /** @param {string} key */
    isPacked(key) {
        return this.packs?.records.has(this.lock.packages[key].sha256) === true;
    }

    /**
     * @param {string} key
     * @param {Uint8Array | null} [wheel] null or left out: its pack is used, or it is fetched
     */
    install(key, wheel = null) {
        if (wheel !== null || !this.installPack(key))
            this.unpack(key, wheel ?? this.platform.fetchBytesNow(this.url(key)));
        this.loaded.add(key);
        this.tell(key);
    }

    /**
     * @param {string} key
     * @returns {boolean} false: there is none that can be used, the wheel is needed
     */
    installPack(key) {
        if (!this.mountPack(key, this.packs?.records.get(this.lock.packages[key].sha256)))
            return false;
        this.withWheels((wheels) => wheels.appear(WHEELS));
        return true;
    }

    /**
     * @param {string} key
     * @param {Uint8Array} wheel
     */
    unpack(key, wheel) {
        const { sha256, name } = this.lock.packages[key];
        this.withWheels((wheels) => wheels.unpack(wheel, sha256, name));
    }

    /**
     * @template T
     * @param {(wheels: any) => T} action with Python's module
     */
    withWheels(action) {
        const wheels = this.pyodide.pyimport("_glovebox.wheels");
        try {
            return action(wheels);
        } finally {
            wheels.destroy();
        }
    }
}

/**
 * Of an error of Python's only the last line is for people.
 * @param {any} error
 */
export function describe(error) {
    const text = error instanceof Error ? error.message : String(error);
    const lines = text.trim().split("\n");
    return lines[lines.length - 1].replace(/^[\w.]+: /, "");
}

/** @param {string} name */
export function normalized(name) {
    return name.trim().toLowerCase().replace(/[-_.]+/g, "-");
}
