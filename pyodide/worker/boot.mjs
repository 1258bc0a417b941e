// SPDX-License-Identifier: MIT
// From nothing to a Python that can run code: cold, or from a memory snapshot.
import { LayerMaker, LayerRestorer } from "./datalayer.mjs";
import { PYTHON_FILES } from "./pythonfiles.mjs";

/**
 * What differs between the browser and the test harness.
 * @typedef {object} Platform
 * @property {(url: string) => Promise<Uint8Array>} fetchBytes refuses with an Error
 * @property {(url: string) => Uint8Array} fetchBytesNow blocks
 * @property {(url: string, offset: number, length: number) => Uint8Array} fetchRangeNow blocks
 * @property {(url: string, offset: number, length: number) => Uint8Array} fetchPartNow the same, of
 *   which less is there at the end of the file
 * @property {(url: string, offset: number, length: number) => Promise<{read: () => Promise<any>}>}
 *   openStream of a part
 * @property {string} pyodideUrl folder with the core, the lock and the wheels, ending with "/"
 * @property {string} pythonUrl folder with the Python side, ending with "/"
 * @property {() => Promise<(settings: any) => Promise<any>>} importRuntime
 *   what makes Emscripten's module
 * @property {(options: Record<string, any>) => Promise<any>} loadPyodide
 *
 * @typedef {object} Booted
 * @property {any} pyodide
 * @property {import("./packages.mjs").Lock} lock
 * @property {string[]} packages keys of the lock that Python has already
 * @property {Record<string, number>} milliseconds
 * @property {() => Promise<{layer: string, bytes: Uint8Array, head: number}>} makeSnapshot
 *   head: how many of the bytes are to be verified before they are used
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

/** Layers, the one that has most first. */
const BARE = "bare", DATA = "data";

/**
 * @param {Platform} platform
 * @param {import("./protocol.mjs").InitMessage} init of a session
 * @returns {Promise<Booted>}
 */
export async function boot(platform, init) {
    const times = new Stopwatch();
    const lockText = fetchText(platform, init.lock_url);
    const url = (/** @type {string} */ layer) =>
        init.snapshots.find((s) => s.name === layer)?.url;
    const dataUrl = url(DATA), bareUrl = url(BARE);
    if (init.role === "snapshot")
        return bootMaker(platform, init, lockText, times);
    if (dataUrl)
        return bootData(platform, dataUrl, lockText, times);
    // Pyodide fetches its core meanwhile, and compiles it when the snapshot is there.
    const snapshot = bareUrl ? platform.fetchBytes(bareUrl) : undefined;
    const sources = bareUrl ? null : fetchSources(platform);
    const pyodide = await platform.loadPyodide({
        ...commonOptions(platform, lockText),
        ...(snapshot ? { _loadSnapshot: snapshot } : {}),
    });
    times.lap(bareUrl ? "restore" : "core");
    makeFolders(pyodide.FS);
    if (sources)
        installSources(pyodide, await sources);
    times.lap("python");
    return booted(pyodide, await lockText, [], times);
}

/**
 * An interpreter that becomes a layer.
 * @param {Platform} platform
 * @param {import("./protocol.mjs").InitMessage} init
 * @param {Promise<string>} lockText
 * @param {Stopwatch} times
 * @returns {Promise<Booted>}
 */
async function bootMaker(platform, init, lockText, times) {
    const layer = init.snapshots[0]?.name ?? BARE;
    const lock = JSON.parse(await lockText);
    const maker = layer === DATA ? new LayerMaker(platform, lock, init.fonts) : null;
    const runtime = await platform.importRuntime();
    const sources = await fetchSources(platform);
    const pyodide = await platform.loadPyodide({
        ...commonOptions(platform, lockText),
        _makeSnapshot: true,
        createPyodideModule: (/** @type {any} */ settings) => runtime({
            ...settings,
            preRun: [...(settings.preRun ?? []), (/** @type {any} */ M) => {
                M.onRuntimeInitialized = () => maker?.recorder.begin(M);
            }],
        }),
    });
    times.lap("core");
    makeFolders(pyodide.FS);
    installSources(pyodide, sources);
    times.lap("python");
    return { ...booted(pyodide, await lockText, [], times), makeSnapshot: async () => {
        importUsual(pyodide);
        if (maker)
            return { layer, ...await maker.make(pyodide) };
        const bytes = pyodide.makeMemorySnapshot();
        return { layer, bytes, head: bytes.length };
    } };
}

/**
 * @param {Platform} platform
 * @param {string} url of the layer
 * @param {Promise<string>} lockText
 * @param {Stopwatch} times
 * @returns {Promise<Booted>}
 */
async function bootData(platform, url, lockText, times) {
    const runtime = platform.importRuntime();
    const layer = new LayerRestorer(platform, url);
    const pyodide = await platform.loadPyodide({
        ...commonOptions(platform, lockText),
        _loadSnapshot: layer.start(),
        createPyodideModule: async (/** @type {any} */ settings) => {
            const M = await (await runtime)(settings);
            times.lap("runtime");
            await layer.fill(M);
            times.lap("memory");
            return M;
        },
    });
    times.lap("restore");
    makeFolders(pyodide.FS);
    const packages = await layer.mountFiles(pyodide.FS);
    times.lap("files");
    return booted(pyodide, await lockText, packages, times);
}

/**
 * @param {Platform} platform
 * @param {string} url
 */
async function fetchText(platform, url) {
    return new TextDecoder().decode(await platform.fetchBytes(url));
}

/**
 * @param {Platform} platform
 * @param {Promise<string>} lockText
 */
function commonOptions(platform, lockText) {
    return {
        indexURL: platform.pyodideUrl,
        packageBaseUrl: platform.pyodideUrl,
        lockFileContents: lockText,
        env: { ...BASE_ENV },
        enableRunUntilComplete: true,
    };
}

/**
 * @param {any} pyodide
 * @param {string} lockText
 * @param {string[]} packages
 * @param {Stopwatch} times
 * @returns {Booted}
 */
function booted(pyodide, lockText, packages, times) {
    return { pyodide, lock: JSON.parse(lockText), packages, milliseconds: times.laps,
             makeSnapshot: async () => { throw new Error("this interpreter is no maker"); } };
}

/** @param {any} pyodide */
function importUsual(pyodide) {
    pyodide.runPython(USUAL_IMPORTS.map((name) => `import ${name}\n`).join("") +
                      `del ${[...new Set(USUAL_IMPORTS.map((n) => n.split(".")[0]))].join(", ")}\n` +
                      "__import__('gc').collect()\n");
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
