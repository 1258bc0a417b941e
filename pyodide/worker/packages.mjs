// SPDX-License-Identifier: MIT
// Packages of the lock: which ones a program needs, and getting them into Python. Wheels are
// unpacked only; their libraries are loaded by Python when it imports them, which a worker may do
// synchronously: scipy has seventy, of which a program uses a few.

/**
 * @typedef {{name: string, version: string, file_name: string, install_dir: string,
 *   sha256: string, imports: string[], depends: string[]}} LockEntry
 * @typedef {{info: Record<string, string>, packages: Record<string, LockEntry>}} Lock
 */

export class Packages {
    /**
     * @param {any} pyodide
     * @param {Lock} lock
     * @param {Pick<import("./boot.mjs").Platform, "fetchBytes" | "fetchBytesNow" | "pyodideUrl">}
     *   platform
     * @param {import("./output.mjs").Output} output
     * @param {string[]} [present] keys of the lock that Python was born with
     */
    constructor(pyodide, lock, platform, output, present = []) {
        this.pyodide = pyodide;
        this.lock = lock;
        this.platform = platform;
        this.output = output;
        /** @type {Set<string>} keys of the lock that Python has */
        this.loaded = new Set(present);
        /** @type {Set<string>} the same, as long as nobody has asked for them */
        this.unused = new Set(present);
        /** @type {Map<string, string>} top-level module to key of the lock */
        this.byImport = new Map();
        for (const [key, entry] of Object.entries(lock.packages)) {
            for (const name of entry.imports)
                this.byImport.set(name, key);
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
        const wheels = keys.map((key) => this.platform.fetchBytes(this.url(key)));
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
            this.install(key, this.platform.fetchBytesNow(this.url(key)));
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

    /** @param {string} key */
    url(key) {
        return this.platform.pyodideUrl + this.lock.packages[key].file_name;
    }

    /**
     * @param {string} key
     * @param {Uint8Array} wheel
     */
    install(key, wheel) {
        const entry = this.lock.packages[key];
        const wheels = this.pyodide.pyimport("_glovebox.wheels");
        try {
            wheels.unpack(wheel, entry.sha256, entry.name);
        } finally {
            wheels.destroy();
        }
        this.loaded.add(key);
        this.tell(key);
    }
}

/** @param {string} name */
export function normalized(name) {
    return name.trim().toLowerCase().replace(/[-_.]+/g, "-");
}
