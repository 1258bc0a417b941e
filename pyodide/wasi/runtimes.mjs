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

const PHP_STREAMS = "/sys/php/streams.php";
// PHP as CGI lacks the constants that scripts for a terminal use, and opens php://stdin by a call
// (dup) that WASI does not have. The other addresses of php:// go to PHP's own wrapper.
const PHP_STDIO = `<?php
final class GloveboxStdio {
    public $context;
    private $file;
    public function stream_open($path, $mode, $options, &$opened) {
        $own = ['php://stdin' => '/dev/stdin', 'php://stdout' => '/dev/stdout',
                'php://stderr' => '/dev/stderr'][strtolower($path)] ?? null;
        if ($own !== null) {
            $this->file = fopen($own, $own === '/dev/stdin' ? 'r' : 'w');
        } else {
            stream_wrapper_restore('php');
            try { $this->file = fopen($path, $mode); } finally { self::install(); }
        }
        return is_resource($this->file);
    }
    public function stream_read($count) { return fread($this->file, $count); }
    public function stream_write($data) {
        $done = fwrite($this->file, $data);
        fflush($this->file);
        return $done;
    }
    public function stream_eof() { return feof($this->file); }
    public function stream_flush() { return fflush($this->file); }
    public function stream_tell() { return ftell($this->file); }
    public function stream_seek($offset, $whence) { return fseek($this->file, $offset, $whence) === 0; }
    public function stream_stat() { return fstat($this->file); }
    public function stream_truncate($size) { return ftruncate($this->file, $size); }
    public function stream_set_option($option, $one, $two) { return false; }
    public function stream_close() { fclose($this->file); }
    public static function install() {
        stream_wrapper_unregister('php');
        stream_wrapper_register('php', self::class);
    }
}
GloveboxStdio::install();
define('STDIN', fopen('php://stdin', 'r'));
define('STDOUT', fopen('php://stdout', 'w'));
define('STDERR', fopen('php://stderr', 'w'));
function readline($prompt = null) {
    echo $prompt;
    $line = fgets(STDIN);
    return $line === false ? false : rtrim($line, "\\r\\n");
}
`;

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
        // Without the headers of an answer over HTTP, and with errors as text as on a terminal.
        module: "php-cgi-8.2.0.wasm",
        args: ["php", "-q", "-d", "html_errors=0", "-d", "implicit_flush=1", "-d",
               `auto_prepend_file=${PHP_STREAMS}`, ENTRY],
        env: {}, files: { [PHP_STREAMS]: PHP_STDIO },
    },
    sqlite: {
        name: "SQLite", archives: [], build: [],
        module: "sqlite.wasm", args: ["sqlite", "-bail", "-batch", "-cmd", `.read ${ENTRY}`], env: {},
    },
};

export const ENVIRONMENT = { HOME: "/", LANG: "C.UTF-8", PWD: "/", TZ: "UTC" };
