// SPDX-License-Identifier: MIT
// run_code as a client meets it: every runtime in the sealed engine, with input, files, limits and ends of every kind.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { Program } from "./program.mjs";
import { connect, runOf, stateOf, textOf } from "./client.mjs";

let program;
let client;

before(async () => {
  program = await new Program().start(["--headless", "--approve", "allow"]);
  client = await connect(program.endpoint);
});

after(async () => {
  await client?.close();
  await program?.stop();
  await program?.remove();
});

const run = (runtime, code, more = {}) => client.call("run_code", { runtime, code, ...more });

const PROGRAMS = {
  python: { copy: "import sys; sys.stdout.write('hello 売上 ' + sys.stdin.read())", exit: "import sys; sys.exit(3)", loop: "while True: pass" },
  quickjs: {
    copy: "import * as std from 'std'; std.out.puts('hello 売上 ' + std.in.readAsString())",
    exit: "import * as std from 'std'; std.exit(3)",
    loop: "for (;;);",
  },
  clang: {
    copy: '#include <stdio.h>\nint main() { fputs("hello 売上 ", stdout); int c; while ((c = getchar()) != EOF) putchar(c); }',
    exit: "int main() { return 3; }",
    loop: "int main() { for (volatile int i;; i++); }",
  },
  clangpp: {
    copy: '#include <iostream>\n#include <string>\nint main() { std::string s; std::getline(std::cin, s); std::cout << "hello 売上 " << s; }',
    exit: "int main() { return 3; }",
    loop: "int main() { for (volatile int i = 0;; i++); }",
  },
  ruby: { copy: "print 'hello 売上 ' + STDIN.read", exit: "exit 3", loop: "loop {}" },
  "php-cgi": { copy: "<?php echo 'hello 売上 ' . file_get_contents('/dev/stdin');", exit: "<?php exit(3);", loop: "<?php for (;;);" },
  sqlite: {
    copy: "select 'hello 売上 given';",
    exit: null,
    loop: "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n;",
  },
};

for (const [runtime, { copy, exit, loop }] of Object.entries(PROGRAMS)) {
  test(`${runtime}: hello with its input, an exit code, and an endless loop that ends at its limit`, { timeout: 120_000 }, async () => {
    const said = await run(runtime, copy, runtime === "sqlite" ? {} : { stdin: "given" });
    assert.equal(stateOf(said), "complete", textOf(said));
    assert.match(textOf(said), /hello 売上 given/);
    if (exit) {
      const left = await run(runtime, exit);
      assert.equal(stateOf(left), "error", textOf(left));
      assert.match(textOf(left), /The program ended with exit code 3\./);
      assert.equal(left.isError, true);
    }
    const late = await run(runtime, loop, { timeout_s: 1 });
    assert.equal(stateOf(late), "timeout", textOf(late));
    assert.match(textOf(late), /time limit of 1 s/);
  });
}

test("files go in and come back, text in the result and bytes as resources", { timeout: 60_000 }, async () => {
  const result = await run("ruby", "File.binwrite('/out.bin', File.binread('/in.bin').reverse); File.write('/out.txt', File.read('dir/in.txt').upcase)", {
    files: [
      { name: "/in.bin", content: Buffer.from([0, 1, 255]).toString("base64"), encoding: "base64" },
      { name: "dir/in.txt", content: "text" },
    ],
    output_files: ["/out.bin", "/out.txt", "/never"],
  });
  assert.equal(stateOf(result), "complete", textOf(result));
  assert.match(textOf(result), /\/out\.txt\nTEXT/);
  assert.match(textOf(result), /Not there when the program had ended: \/never/);
  const uri = `run://${runOf(result)}/plots/1`;
  const { contents } = await client.client.readResource({ uri });
  assert.deepEqual([...Buffer.from(contents[0].blob, "base64")], [255, 1, 0]);
});

test("a compiler's error, a crash and a program that wants all memory are told from one another", { timeout: 120_000 }, async () => {
  const wrong = await run("clang", "int main() {\n  return x;\n}");
  assert.equal(stateOf(wrong), "error");
  assert.match(textOf(wrong), /\/program:2:10: error: use of undeclared identifier/);
  const crash = await run("clang", "int main() { __builtin_trap(); }");
  assert.equal(stateOf(crash), "crashed", textOf(crash));
  assert.match(textOf(crash), /The program crashed: unreachable/);
  const greedy = await run("python", "a = []\nwhile True: a.append(bytearray(1 << 24))", { timeout_s: 60 });
  assert.equal(stateOf(greedy), "error", textOf(greedy));
  assert.match(textOf(greedy), /MemoryError/);
});

test("every call has a machine of its own", { timeout: 60_000 }, async () => {
  await run("ruby", "File.write('/left', 'x'); $left = 1");
  const { content } = await run("ruby", "p File.exist?('/left'), $left");
  assert.match(content.map((c) => c.text).join("\n"), /false\nnil/);
});

test("what nobody can run is refused in words, before anybody is asked", async () => {
  const unknown = await run("perl", "1");
  assert.equal(unknown.isError, true);
  assert.match(textOf(unknown), /runtime/);
  const reserved = await run("ruby", "1", { files: [{ name: "/usr/lib/x", content: "" }] });
  assert.match(textOf(reserved), /belongs to the runtimes/);
});

test("several programs at once all end, and one can be interrupted", { timeout: 120_000 }, async () => {
  const many = await Promise.all(Array.from({ length: 8 }, (_, i) => run("quickjs", `print(${i} * 2)`)));
  many.forEach((result, i) => assert.match(textOf(result), new RegExp(`^${i * 2}$`, "m")));
  let loop = null;
  const running = run("ruby", "puts 'on'; loop {}", { timeout_s: 600 });
  while (!loop) loop = await findRunning();
  await client.call("interrupt_run", { run: loop });
  assert.equal(stateOf(await running), "interrupted");

  // The run that follows the last one known, once it runs.
  async function findRunning() {
    const last = Number(runOf(many.at(-1)).slice(1));
    for (let n = last; n < last + 12; n++) {
      const result = await client.call("get_run", { run: `r${n}`, wait_s: 0 });
      if (stateOf(result) === "running") return `r${n}`;
    }
    return null;
  }
});

test("Runno's tools, in its words, at /compat/runno", { timeout: 120_000 }, async () => {
  const mcp = program.endpoint.mcp.replace(/\/mcp$/, "/compat/runno/mcp");
  const runno = await connect({ ...program.endpoint, mcp });
  const texts = (result) => result.content.map((c) => c.text);
  assert.equal(runno.client.getServerVersion().name, "Runno Code Sandbox Server");
  const { tools } = await runno.client.listTools();
  assert.deepEqual(tools.map((t) => t.name), ["run_code", "run_code_with_files"]);
  assert.deepEqual(tools[0].inputSchema.properties.runtime.enum, ["python", "quickjs", "clang", "clangpp", "ruby", "php-cgi"]);
  assert.deepEqual(tools[0].annotations, { title: "Run Code Using Runno Sandbox", readOnlyHint: true, idempotentHint: true });
  const said = await runno.call("run_code", { runtime: "quickjs", code: "print('hello')" });
  assert.deepEqual(texts(said), ["Execution completed with exit code 0.", "Following is the TTY output.", "hello\n"]);
  const left = await runno.call("run_code", { runtime: "ruby", code: "$stderr.puts 'no'; exit 3" });
  assert.deepEqual(texts(left), ["Execution completed with exit code 3.", "Following is the TTY output.", "no\n"]);
  assert.ok(!left.isError);
  const wrong = await runno.call("run_code", { runtime: "clang", code: "int main() { return x; }" });
  assert.equal(texts(wrong)[0], "Execution completed with exit code 1.");
  assert.match(texts(wrong)[2], /use of undeclared identifier 'x'/);
  const crash = await runno.call("run_code", { runtime: "clang", code: "int main() { __builtin_trap(); }" });
  assert.deepEqual(texts(crash), ["Execution crashed with error RuntimeError: unreachable."]);
  const files = await runno.call("run_code_with_files", {
    runtime: "python",
    code: "d = open('/in.bin', 'rb').read()\nopen('/out.bin', 'wb').write(d[::-1])\nopen('/out.txt', 'w').write(open('/in.txt').read().upper())",
    input_files: [
      { name: "/in.bin", encoding: "base64", content: Buffer.from([1, 255]).toString("base64") },
      { name: "/in.txt", encoding: "text", content: "text" },
    ],
    output_file_names: ["/out.bin", "/out.txt", "/never"],
  });
  const [bytes, text, missing] = files.content.slice(3);
  assert.deepEqual([...Buffer.from(bytes.resource.blob, "base64")], [255, 1]);
  assert.deepEqual([text.resource.uri, text.resource.text], ["/out.txt", "TEXT"]);
  assert.equal(missing.text, "Output file /never not found in the result.");
  const late = await runno.call("run_code", { runtime: "quickjs", code: "for (;;);" });
  assert.deepEqual(texts(late), ["Execution timed out."]);
  await runno.close();
});
