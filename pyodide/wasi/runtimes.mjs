// SPDX-License-Identifier: MIT
// Which programs run a language's code, and how they are called. The files are those of the
// component "languages" (pyodide/assets/manifest.json).

/**
 * Its own time.sleep fails: the C library that it was built with cannot wait. Reading from this
 * device at a position waits for as many microseconds.
 */
export const TIMER = "/dev/timer";
const PYTHON_SITE = "/opt/glovebox";
const PYTHON_SLEEP = `import os, time
def install():
    wait = os.pread
    timer = os.open("${TIMER}", os.O_RDONLY)
    def sleep(seconds, /):
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        wait(timer, 1, int(seconds * 1000000))
    sleep.__doc__ = time.sleep.__doc__
    time.sleep = sleep
install()
del install
`;

/** Where the code lies in the machine. */
export const ENTRY = "/program";
const OBJECT = "/program.o", LINKED = "/program.wasm";
const LIBRARIES = "/sys/lib/wasm32-wasi";

/**
 * @typedef {object} Step
 * @property {string} text what is told about it
 * @property {string} error Jupyter's `ename` when it fails
 * @property {string} module of the component
 * @property {string[]} args
 *
 * @typedef {object} Runtime
 * @property {string} name for people
 * @property {string[]} archives of the component: files that the programs need
 * @property {Step[]} build one after the other, before the code runs
 * @property {string} module of the component, or a file that the build made
 * @property {string[]} args
 * @property {Record<string, string>} env
 * @property {Record<string, string>} [files] of ours, by path
 */

/** @param {string[]} options */
function compile(...options) {
    return {
        text: "Compiling with clang 8.0.1", error: "CompileError", module: "clang.wasm",
        args: ["clang", "-cc1", "-triple", "wasm32-unknown-wasi", "-emit-obj", "-disable-free",
               "-isysroot", "/sys", ...options, "-internal-isystem", "/sys/include",
               "-internal-isystem", "/sys/lib/clang/8.0.1/include", "-ferror-limit", "20",
               "-fmessage-length", "80", "-O2", "-o", OBJECT, ENTRY],
    };
}

/** @param {string[]} libraries before the C library, which they need */
function link(...libraries) {
    return {
        text: "Linking", error: "LinkError", module: "wasm-ld.wasm",
        // The stack below all data: one that overflows crashes instead of overwriting variables.
        // The last archive has what the compiler calls for long double, std::sort included.
        args: ["wasm-ld", "--no-threads", "--export-dynamic", "--stack-first", "-z",
               "stack-size=1048576", `-L${LIBRARIES}`, `${LIBRARIES}/crt1.o`, OBJECT, ...libraries,
               "-lc-printscan-long-double", "-lc",
               "/sys/lib/clang/8.0.1/lib/wasi/libclang_rt.builtins-wasm32.a", "-o", LINKED],
    };
}

const CLANG = { archives: ["clang-fs.tar.gz"], module: LINKED, args: ["program"], env: {} };

/** @type {Record<string, Runtime>} */
export const RUNTIMES = {
    python: {
        name: "Python 3.11.3", archives: ["python-3.11.3.tar.gz"], build: [],
        module: "python-3.11.3.wasm", args: ["python", ENTRY],
        env: { PYTHONDONTWRITEBYTECODE: "1", PYTHONPATH: PYTHON_SITE, PYTHONUTF8: "1" },
        files: { [`${PYTHON_SITE}/sitecustomize.py`]: PYTHON_SLEEP },
    },
    quickjs: {
        name: "QuickJS", archives: [], build: [],
        module: "wasmedge_quickjs.wasm", args: ["quickjs", ENTRY], env: {},
    },
    clang: { name: "C", ...CLANG, build: [compile("-x", "c"), link()] },
    clangpp: {
        name: "C++", ...CLANG,
        build: [compile("-internal-isystem", "/sys/include/c++/v1", "-std=c++17", "-x", "c++"),
                link("-lc++", "-lc++abi")],
    },
    ruby: {
        name: "Ruby 3.2.0", archives: ["ruby-3.2.0.tar.gz"], build: [],
        module: "ruby-3.2.0.wasm", args: ["ruby", "-r", "/ruby-3.2.0/.rubyopts.rb", ENTRY], env: {},
    },
    "php-cgi": {
        name: "PHP 8.2.0", archives: [], build: [],
        // Without the headers of an answer over HTTP.
        module: "php-cgi-8.2.0.wasm", args: ["php", "-q", ENTRY], env: {},
    },
    sqlite: {
        name: "SQLite", archives: [], build: [],
        module: "sqlite.wasm", args: ["sqlite", "-bail", "-batch", "-cmd", `.read ${ENTRY}`], env: {},
    },
};

export const ENVIRONMENT = { HOME: "/", LANG: "C.UTF-8", PWD: "/", TZ: "UTC" };
