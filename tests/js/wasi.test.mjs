// SPDX-License-Identifier: MIT
// The runtimes of run_code with their real files, on our own WASI.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test, { after } from "node:test";
import { Machine } from "../../pyodide/wasi/machine.mjs";
import { limitMemory } from "../../pyodide/wasi/memory.mjs";
import { RUNTIMES } from "../../pyodide/wasi/runtimes.mjs";
import { assets, Session } from "./support/session.mjs";

const MiB = 1024 * 1024;
const encoder = new TextEncoder();
const fetchBytes = async (name) =>
    new Uint8Array(fs.readFileSync(path.join(assets, "languages", name)));
const machine = new Machine(fetchBytes, 512 * MiB);

/** Runs a program; what it wrote is kept as bytes and in its order. */
async function run(runtime, code, { stdin = "", files = {}, unwanted = () => false,
                                    on = machine } = {}) {
    const pieces = [], phases = [];
    const ending = await on.run({
        runtime, code: encoder.encode(code),
        stdin: typeof stdin === "string" ? encoder.encode(stdin) : stdin,
        files: Object.entries(files).map(([name, content]) =>
            ({ name, bytes: typeof content === "string" ? encoder.encode(content) : content })),
    }, {
        starting: (phase, text) => phases.push(text),
        started: () => phases.push("started"),
        write: (name, bytes) => pieces.push({ name, bytes: Buffer.from(bytes.slice()) }),
        isUnwanted: () => unwanted(pieces),
    });
    const bytes = (name) => Buffer.concat(pieces.filter((p) => p.name === name).map((p) => p.bytes));
    return { ...ending, phases, outBytes: bytes("stdout"), out: bytes("stdout").toString(),
             err: bytes("stderr").toString(),
             all: Buffer.concat(pieces.map((p) => p.bytes)).toString(),
             file: (name) => { const b = ending.files.get(name); return b && Buffer.from(b).toString(); } };
}

const C = (body, head = "") => `#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n${head}
int main() { ${body} }`;

/** For each runtime: programs that say hello, copy their input, exit with 3, and crash or fail. */
const PROGRAMS = {
    python: {
        hello: "print('hello 売上')",
        copy: "import sys\nsys.stdout.write(sys.stdin.read().upper())",
        exit: "import sys\nsys.exit(3)",
        files: "open('/out.txt', 'w').write(open('/in.txt').read()[::-1])",
    },
    quickjs: {
        hello: "print('hello 売上')",
        copy: "import * as std from 'std'; std.out.puts(std.in.readAsString().toUpperCase())",
        exit: "import * as std from 'std'; std.exit(3)",
        files: `import * as std from 'std'; const f = std.open('/out.txt', 'w');
f.puts([...std.loadFile('/in.txt')].reverse().join('')); f.close()`,
    },
    clang: {
        hello: C(`puts("hello 売上"); return 0;`),
        copy: C("int c; while ((c = getchar()) != EOF) putchar(toupper(c)); return 0;",
                "#include <ctype.h>"),
        exit: C("return 3;"),
        files: C(`char b[9] = {0}; FILE *f = fopen("/in.txt", "r"); int n = fread(b, 1, 8, f);
fclose(f); f = fopen("/out.txt", "w"); while (n--) fputc(b[n], f); return fclose(f);`),
    },
    clangpp: {
        hello: `#include <iostream>\nint main() { std::cout << "hello 売上" << std::endl; }`,
        copy: `#include <iostream>\n#include <string>\n#include <cctype>
int main() { std::string s; while (std::getline(std::cin, s)) { for (char &c : s) c = std::toupper(c);
std::cout << s; } }`,
        exit: "int main() { return 3; }",
        files: `#include <fstream>\n#include <string>\n#include <algorithm>
int main() { std::string s; std::ifstream("/in.txt") >> s; std::reverse(s.begin(), s.end());
std::ofstream("/out.txt") << s; }`,
    },
    ruby: {
        hello: "puts 'hello 売上'",
        copy: "print STDIN.read.upcase",
        exit: "exit 3",
        files: "File.write('/out.txt', File.read('/in.txt').reverse)",
    },
    "php-cgi": {
        hello: "<?php echo \"hello 売上\\n\";",
        copy: "<?php echo strtoupper(file_get_contents('/dev/stdin'));",
        exit: "<?php exit(3);",
        files: "<?php file_put_contents('/out.txt', strrev(file_get_contents('/in.txt')));",
    },
    sqlite: { hello: "select 'hello 売上';" },
};

for (const [runtime, programs] of Object.entries(PROGRAMS)) {
    test(`${runtime} says hello in UTF-8 and nothing else`, async () => {
        const { out, err, kind, code } = await run(runtime, programs.hello);
        assert.deepEqual({ out, err, kind, code },
                         { out: "hello 売上\n", err: "", kind: "exit", code: 0 });
    });
    if (programs.copy) {
        test(`${runtime} reads its input to the end`, async () => {
            assert.equal((await run(runtime, programs.copy, { stdin: "abc" })).out, "ABC");
            assert.equal((await run(runtime, programs.copy, { stdin: "" })).out, "");
            const long = "x".repeat(20_000); // more than any buffer of a pipe in between would hold
            assert.equal((await run(runtime, programs.copy, { stdin: long })).out, long.toUpperCase());
        });
    }
    if (programs.exit) {
        test(`${runtime} gives its exit code back`, async () => {
            const { kind, code } = await run(runtime, programs.exit);
            assert.deepEqual({ kind, code }, { kind: "exit", code: 3 });
        });
    }
    if (programs.files) {
        test(`${runtime} reads a file that it was given and writes one that comes back`, async () => {
            const result = await run(runtime, programs.files, { files: { "/in.txt": "abcdef" } });
            assert.equal(result.file("/out.txt"), "fedcba", result.err + result.out);
        });
    }
}

test("PHP reads and writes its streams by every usual name, in their order", async () => {
    const { out, all, err } = await run("php-cgi", `<?php
echo "a"; fwrite(STDOUT, "b"); echo "c"; fprintf(STDERR, "e"); file_put_contents('php://stdout', "d");
echo readline("? "), "|", fgets(STDIN), strlen(file_get_contents('php://stdin'));
$memory = fopen('php://memory', 'w+'); fwrite($memory, "kept"); rewind($memory); echo fread($memory, 9);`,
                                   { stdin: "one\ntwo\nthree" });
    assert.equal(out, "abcd? one|two\n13kept");
    assert.equal(err, "e");
    assert.ok(all.startsWith("abced"), all);
});

test("errors of PHP are text, as on a terminal", async () => {
    const { all, code } = await run("php-cgi", "<?php\necho $none; throw new Exception('bad');");
    assert.match(all, /Warning: Undefined variable \$none in \/program on line 2/);
    assert.doesNotMatch(all, /<br|<b>/);
    assert.equal(code, 255);
});

test("there is a test for each runtime", () => {
    assert.deepEqual(Object.keys(PROGRAMS), Object.keys(RUNTIMES));
});

test("SQLite takes a database as a file and says what is wrong", async () => {
    const made = await run("sqlite", ".open /a.db\ncreate table t(x); insert into t values ('売上');");
    assert.equal(made.code, 0, made.err);
    const database = made.files.get("/a.db");
    const read = await run("sqlite", ".open /a.db\nselect x from t;", { files: { "/a.db": database } });
    assert.equal(read.out, "売上\n");
    const wrong = await run("sqlite", "select * from nowhere;");
    assert.match(wrong.err, /no such table: nowhere/);
    assert.notEqual(wrong.code, 0);
});

test("errors of scripts go to stderr with their line", async () => {
    const python = await run("python", "x = 1\nraise ValueError('no')");
    assert.match(python.err, /File "\/program", line 2/);
    assert.equal(python.code, 1);
    const ruby = await run("ruby", "x = 1\nraise 'no'");
    assert.match(ruby.err, /^\/program:2:in .*no \(RuntimeError\)/);
    assert.doesNotMatch(ruby.err, /\x1b/, "no colours: nobody is at a terminal");
    assert.equal(ruby.code, 1);
});

test("a compiler's error is one, with its line, and nothing runs", async () => {
    const { kind, ename, code, err, phases } = await run("clang", "int main() {\n  return x;\n}");
    assert.deepEqual({ kind, ename, code }, { kind: "built", ename: "CompileError", code: 1 });
    assert.match(err, /^\/program:2:10: error: use of undeclared identifier 'x'/);
    assert.doesNotMatch(err, /\x1b/);
    assert.ok(!phases.includes("started"));
});

test("what does not link is an error too", async () => {
    const { kind, ename, err } = await run("clang", "int f(); int main() { return f(); }");
    assert.deepEqual({ kind, ename }, { kind: "built", ename: "LinkError" });
    assert.match(err, /undefined symbol: f/);
});

test("a warning is no error", async () => {
    const { code, err } = await run("clang", "int main() { int x; return 0 * (x = 1); ; }\nvoid f(a) {}");
    assert.equal(code, 0, err);
});

test("C++ sorts, is C++17, and C prints long double", async () => {
    const cpp = await run("clangpp", `#include <algorithm>\n#include <iostream>\n#include <map>
#include <optional>\n#include <string>\n#include <string_view>\n#include <vector>
int main() {
    std::vector<std::string> v{"c", "a", "b"};
    std::sort(v.begin(), v.end());
    std::map<std::string, int> m{{"x", 1}};
    for (auto &[key, value] : m) std::cout << key << value;
    if (std::optional<std::string_view> s = v.front(); s) std::cout << *s << __cplusplus << "\\n";
}`);
    assert.equal(cpp.out, "x1a201703\n", cpp.err);
    const c = await run("clang", C(`printf("%d %Lf %.3Lg\\n", 1, 1.5L, 2.25L); return 0;`));
    assert.equal(c.out, "1 1.500000 2.25\n", c.err);
});

test("headers and data that were given are found by the compiler", async () => {
    const result = await run("clang", `#include "answer.h"\n#include <stdio.h>
int main() { printf("%d", ANSWER); }`, { files: { "/answer.h": "#define ANSWER 42\n" } });
    assert.equal(result.out, "42", result.err);
});

test("a program that crashes is told from one that exits", async () => {
    const trap = await run("clang", "int main() { __builtin_trap(); }");
    assert.equal(trap.kind, "crash");
    assert.match(trap.text, /unreachable/);
    const wild = await run("clang", "int main() { return *(volatile int *)0x7fffffff; }");
    assert.equal(wild.kind, "crash");
    assert.match(wild.text, /out of bounds/);
});

test("endless recursion crashes instead of overwriting data", async () => {
    const { kind, out } = await run("clang", `#include <stdio.h>
int f(int n) { volatile char b[1000]; b[n % 10] = n; return f(n + 1) + b[3]; }
int main() { puts("begins"); return f(0); }`);
    assert.deepEqual({ kind, out }, { kind: "crash", out: "begins\n" });
});

test("characters may be split between two writes", async () => {
    const { outBytes, out } = await run("clang", `#include <unistd.h>
int main() { const char *s = "売"; for (int i = 0; i < 3; i++) write(1, s + i, 1); return 0; }`);
    assert.equal(out, "売");
    assert.equal(outBytes.length, 3);
});

test("binary output keeps its bytes", async () => {
    const all = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
    for (const [runtime, code] of [
        ["python", "import sys\nsys.stdout.buffer.write(bytes(range(256)))"],
        ["clang", C("for (int i = 0; i < 256; i++) putchar(i); return 0;")],
        ["ruby", "$stdout.binmode; print (0..255).to_a.pack('C*')"],
        ["php-cgi", "<?php for ($i = 0; $i < 256; $i++) echo chr($i);"],
    ]) {
        const { outBytes, err } = await run(runtime, code);
        assert.deepEqual(outBytes, all, `${runtime}: ${err}`);
    }
});

test("binary input keeps its bytes", async () => {
    const all = new Uint8Array(Array.from({ length: 256 }, (_, i) => i));
    const { out } = await run("python", "import sys\nd = sys.stdin.buffer.read()\n" +
        "print(d == bytes(range(256)), open('/b', 'rb').read() == d)", { stdin: all, files: { "/b": all } });
    assert.equal(out, "True True\n");
});

test("a megabyte of output comes whole", async () => {
    const { out } = await run("python", "for i in range(16384): print('%063d' % i)");
    assert.equal(out.length, MiB);
    assert.ok(out.endsWith("16383\n"));
});

test("lines of both streams keep their order", async () => {
    for (const [runtime, code] of [
        ["python", "import sys\nfor i in range(3):\n  print('o', i)\n  print('e', i, file=sys.stderr)"],
        ["clang", C(`for (int i = 0; i < 3; i++) { printf("o %d\\n", i); fprintf(stderr, "e %d\\n", i); }
return 0;`)],
        ["ruby", "3.times { |i| puts \"o #{i}\"; $stderr.puts \"e #{i}\" }"],
    ])
        assert.equal((await run(runtime, code)).all, "o 0\ne 0\no 1\ne 1\no 2\ne 2\n", runtime);
});

const ALLOCATE = C(`size_t n = 0; volatile char *p;
while ((p = malloc(1 << 20))) { p[0] = 1; n++; } printf("%zu\\n", n); return 0;`);

test("a program gets no more memory than it may have", async () => {
    const small = new Machine(fetchBytes, 128 * MiB);
    const limited = Number((await run("clang", ALLOCATE, { on: small })).out);
    assert.ok(limited > 50 && limited < 128, `${limited} MiB`);
    const more = Number((await run("clang", ALLOCATE)).out); // the control
    assert.ok(more > 400 && more < 512, `${more} MiB`);
    const python = await run("python", "a = []\ntry:\n  while True: a.append(bytearray(1 << 20))\n" +
        "except MemoryError:\n  n = len(a); a.clear(); print(n < 128)", { on: small });
    assert.equal(python.out, "True\n", python.err);
});

test("a module keeps a lower limit of its own and is refused one that is too small", async () => {
    const memory = (...limits) => Uint8Array.from(
        [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 5, 1 + limits.length, 1, ...limits]);
    assert.deepEqual(limitMemory(memory(0, 2), 10 * 65536), memory(1, 2, 10));
    assert.deepEqual(limitMemory(memory(1, 2, 5), 10 * 65536), memory(1, 2, 5));
    assert.deepEqual(limitMemory(memory(1, 2, 50), 10 * 65536), memory(1, 2, 10));
    assert.throws(() => limitMemory(memory(0, 20), 10 * 65536), WebAssembly.CompileError);
});

test("files have a limit together, which an error tells", async () => {
    const { out, err } = await run("python", `import errno
try:
  f = open('/big', 'wb')
  for i in range(400): f.write(bytes(1 << 20)); f.flush()
except OSError as e:
  print(e.errno == errno.ENOSPC, i > 100, i < 257)
import os
try: f.close()
except OSError: pass
os.remove('/big')
open('/after', 'w').write('x'); print(open('/after').read())`);
    assert.equal(out, "True True True\nx\n", err);
});

test("a program that sleeps or writes ends when nobody wants it", async () => {
    const sleeps = await run("ruby", "puts 'sleeps'; sleep 1000",
                             { unwanted: (pieces) => pieces.length > 0 });
    assert.equal(sleeps.kind, "stopped");
    assert.equal(sleeps.out, "sleeps\n");
    const python = await run("python", "import time\nprint('sleeps', flush=True); time.sleep(1000)",
                             { unwanted: (pieces) => pieces.length > 0 });
    assert.equal(python.kind, "stopped");
    const writes = await run("python", "while True: print('x')",
                             { unwanted: (pieces) => pieces.length > 100 });
    assert.equal(writes.kind, "stopped");
});

test("nothing of one program is left for the next", async () => {
    await run("python", "open('/left', 'w').write('x')\nimport json\n" +
        "open('/usr/local/lib/python3.11/os.py', 'w').write('broken')");
    const { out, err } = await run("python", "import os\nprint(os.path.exists('/left'), os.sep)");
    assert.equal(out, "False /\n", err);
});

test("the file system is a real one", async () => {
    const { out, err } = await run("python", `import os
os.makedirs('/a/b/c'); open('/a/b/f', 'w').write('1')
os.rename('/a/b', '/a/d'); print(sorted(os.listdir('/a')), os.listdir('/a/d/c'))
os.symlink('/a/d/f', '/l'); print(open('/l').read(), os.readlink('/l'), os.path.islink('/l'))
print(open('/../../a/./d/../d/f').read())
with open('/a/d/f', 'a') as f: f.write('23')
with open('/a/d/f', 'r+') as f: f.seek(1); f.write('x'); f.seek(0, 2); print(f.tell())
print(open('/a/d/f').read(), os.stat('/a/d/f').st_size)
for wrong in (lambda: os.rmdir('/a'), lambda: os.listdir('/no'), lambda: open('/a'),
              lambda: os.mkdir('/a'), lambda: open('/a/d/f/x'), lambda: os.rename('/a', '/a/d/x')):
  try: wrong()
  except OSError as e: print(type(e).__name__, e.errno)
os.symlink('/loop', '/loop')
try: open('/loop')
except OSError as e: print(e.errno)
os.truncate('/a/d/f', 1) if hasattr(os, 'truncate') else None
f = open('/a/d/f'); os.remove('/a/d/f'); print(f.read(1)); f.close()
print(os.path.exists('/a/d/f'), sorted(e.name for e in os.scandir('/a/d')))
for i in range(500): open(f'/tmp/{i:04}', 'w').close()
print(len(os.listdir('/tmp')), sorted(os.listdir('/tmp'))[-1])`);
    assert.equal(out, `['d'] []
1 /a/d/f True
1
3
1x3 3
OSError 55
FileNotFoundError 44
IsADirectoryError 31
FileExistsError 20
NotADirectoryError 54
OSError 28
32
1
False ['c']
500 0499
`, err);
});

test("there is no network and no other program", async () => {
    const { out, err } = await run("python", `import os
try:
  import socket; socket.create_connection(('127.0.0.1', 80), 1)
except Exception as e: print(type(e).__name__)
print(hasattr(os, 'fork'), os.system('ls') if hasattr(os, 'system') else None)`);
    assert.match(out, /^(OSError|AttributeError|ModuleNotFoundError)\nFalse None\n$/, out + err);
});

test("clocks go on and randomness is random", async () => {
    const { out, err } = await run("ruby", `a = Process.clock_gettime(Process::CLOCK_MONOTONIC)
sleep 0.05; p Process.clock_gettime(Process::CLOCK_MONOTONIC) - a > 0.04, Time.now.year >= 2025
p Random.urandom(100000) != Random.urandom(100000)`);
    assert.equal(out, "true\ntrue\ntrue\n", err);
    const python = await run("python", `import time
a = time.monotonic(); time.sleep(0.05); print(0.04 < time.monotonic() - a)
try: time.sleep(-1)
except ValueError as e: print(e)`);
    assert.equal(python.out, "True\nsleep length must be non-negative\n", python.err);
});

// ---------------------------------------------------------------------- the page's protocol

const page = new Session({ role: "wasi" });
after(() => page.close());

test("a page of the role wasi runs program after program as the protocol says", async () => {
    await page.ready();
    page.post({ type: "file", name: "/in.bin", base64: Buffer.from([0xff, 0]).toString("base64") });
    page.post({ type: "file", name: "/in.bin", base64: Buffer.from([1]).toString("base64") });
    const first = await page.run("import sys\nprint(open('/in.bin', 'rb').read(), sys.stdin.read())\n" +
        "open('/out.bin', 'wb').write(b'\\xff\\x00'); open('/empty', 'w').close(); sys.exit(4)",
        { runtime: "python", stdin: "given", output_files: ["/out.bin", "/empty", "/missing"] });
    assert.equal(first.stdout, "b'\\xff\\x00\\x01' given\n", first.stderr);
    assert.equal(first.status, "error");
    assert.deepEqual([first.error.ename, first.error.evalue], ["ExitCode", "4"]);
    assert.deepEqual(first.displays.map(({ header, data }) => [header.title, header.mime, [...data]]),
                     [["/out.bin", "application/octet-stream", [0xff, 0]], ["/empty", "text/plain", []]]);
    assert.equal(first.one("starting").phase, "runtime");
    assert.match(first.one("started").code_sha256, /^[0-9a-f]{64}$/);
    const second = await page.run("import os\nprint(os.path.exists('/in.bin'))", { runtime: "python" });
    assert.equal(second.stdout, "False\n");
    assert.equal(second.status, "ok");
    assert.equal(second.all("starting").length, 0, "the runtime is kept");
});

test("a crash and a runtime that cannot be loaded are told", async () => {
    const crash = await page.run("int main() { __builtin_trap(); }", { runtime: "clang" });
    assert.equal(crash.status, "crashed");
    assert.equal(crash.error.ename, "Crash");
    const unknown = await page.run("x", { runtime: "toString" });
    assert.equal(unknown.status, "error");
    assert.match(unknown.error.evalue, /there is no runtime "toString"/);
});

test("an interrupt ends a program that sleeps", async () => {
    const run = page.begin("puts 'on'; sleep 1000", { runtime: "ruby" });
    await page.until((f) => f.header.type === "stream" && f.header.run === run);
    page.interrupt(run);
    assert.equal((await page.ended(run)).status, "interrupted");
});
