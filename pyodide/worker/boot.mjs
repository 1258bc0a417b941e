// SPDX-License-Identifier: MIT
// From nothing to a Python that can run code: cold, or from a memory snapshot.
import { PYTHON_FILES } from "./pythonfiles.mjs";

/**
 * What differs between the browser and the test harness.
 * @typedef {object} Platform
 * @property {(url: string) => Promise<Uint8Array>} fetchBytes refuses with an Error
 * @property {(url: string) => Uint8Array} fetchBytesNow blocks
 * @property {string} pyodideUrl folder with the core, the lock and the wheels, ending with "/"
 * @property {string} pythonUrl folder with the Python side, ending with "/"
 * @property {(options: Record<string, any>) => Promise<any>} loadPyodide
 *
 * @typedef {object} Booted
 * @property {any} pyodide
 * @property {import("./packages.mjs").Lock} lock
 * @property {Record<string, number>} milliseconds
 */

export const HOME = "/session";

/** Part of every interpreter, and therefore of the snapshot. */
const BASE_ENV = {
    HOME,
    LANG: "C.UTF-8",
    MPLBACKEND: "module://glovebox_display",
    MPLCONFIGDIR: "/tmp/matplotlib",
    PYTHONUNBUFFERED: "1", // a partial line must leave Python at once
    TZ: "UTC",
};

/** Imported before the snapshot is made: what almost every program uses. */
const USUAL_IMPORTS = [
    "abc", "argparse", "array", "ast", "asyncio", "base64", "bisect", "calendar", "codecs",
    "collections", "contextlib", "copy", "csv", "dataclasses", "datetime", "decimal", "difflib",
    "email.message", "enum", "fractions", "functools", "gc", "glob", "hashlib", "heapq", "html",
    "importlib.metadata", "importlib.resources", "inspect", "io", "itertools", "json", "linecache",
    "locale", "logging", "math", "mimetypes", "numbers", "operator", "os", "pathlib", "pickle",
    "platform", "pprint", "queue", "random", "re", "secrets", "shutil", "statistics", "string",
    "struct", "subprocess", "sys", "tempfile", "textwrap", "threading", "time", "tokenize",
    "traceback", "types", "typing", "unicodedata", "urllib.parse", "urllib.request", "uuid",
    "warnings", "weakref", "xml.etree.ElementTree", "zipfile", "zlib", "zoneinfo",
];

/**
 * @param {Platform} platform
 * @param {import("./protocol.mjs").InitMessage} init
 * @returns {Promise<Booted>}
 */
export async function boot(platform, init) {
    const times = new Stopwatch();
    const layer = init.role === "session" ? init.snapshots[0] : undefined;
    const lockText = platform.fetchBytes(init.lock_url).then((b) => new TextDecoder().decode(b));
    // Not awaited: Pyodide fetches its core meanwhile, and waits for it only when it needs it.
    const snapshot = layer ? platform.fetchBytes(layer.url) : undefined;
    const sources = layer ? null : fetchSources(platform);
    const pyodide = await platform.loadPyodide({
        indexURL: platform.pyodideUrl,
        packageBaseUrl: platform.pyodideUrl,
        lockFileContents: lockText,
        env: { ...BASE_ENV },
        enableRunUntilComplete: true,
        ...(snapshot ? { _loadSnapshot: snapshot } : {}),
        ...(init.role === "snapshot" ? { _makeSnapshot: true } : {}),
    });
    times.lap(layer ? "restore" : "core");
    makeFolders(pyodide.FS);
    if (sources)
        installSources(pyodide, await sources);
    times.lap("python");
    return { pyodide, lock: JSON.parse(await lockText), milliseconds: times.laps };
}

/**
 * @param {any} pyodide freshly booted with the role "snapshot"
 * @returns {Uint8Array}
 */
export function makeSnapshot(pyodide) {
    pyodide.runPython(USUAL_IMPORTS.map((name) => `import ${name}\n`).join("") +
                      `del ${[...new Set(USUAL_IMPORTS.map((n) => n.split(".")[0]))].join(", ")}\n` +
                      "__import__('gc').collect()\n");
    return pyodide.makeMemorySnapshot();
}

/**
 * Files are not part of a snapshot, so these are made every time.
 * @param {any} FS
 */
function makeFolders(FS) {
    for (const path of [HOME, "/mnt", "/tmp", "/tmp/matplotlib"])
        FS.mkdirTree(path);
    FS.chdir(HOME);
}

/** @param {Platform} platform */
async function fetchSources(platform) {
    const decoder = new TextDecoder();
    const texts = await Promise.all(
        PYTHON_FILES.map((name) => platform.fetchBytes(platform.pythonUrl + name)));
    return Object.fromEntries(PYTHON_FILES.map((name, i) => [name, decoder.decode(texts[i])]));
}

/**
 * Our Python modules live in Python's memory, not in files: a snapshot keeps them, and nothing in
 * the file system can stand in for them.
 * @param {any} pyodide
 * @param {Record<string, string>} sources
 */
function installSources(pyodide, sources) {
    const scope = pyodide.toPy({ sources });
    try {
        pyodide.runPython(sources["_glovebox/loader.py"] + "\ninstall(dict(sources))\n",
                          { globals: scope, filename: "<glovebox>/_glovebox/loader.py" });
    } finally {
        scope.destroy();
    }
    pyodide.runPython("import _glovebox.session");
    pyodide.runPython("del _glovebox");
}

/** Lengths of the phases of a start, in milliseconds. */
export class Stopwatch {
    constructor() {
        this.begin = performance.now();
        this.last = this.begin;
        /** @type {Record<string, number>} */
        this.laps = {};
    }

    /** @param {string} phase that has just ended */
    lap(phase) {
        const now = performance.now();
        this.laps[phase] = Math.round((now - this.last) * 100) / 100;
        this.laps.total = Math.round((now - this.begin) * 100) / 100;
        this.last = now;
    }
}
