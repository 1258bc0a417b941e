// SPDX-License-Identifier: MIT
// Rules on what code seems to do, in the whole program: read by the real analyser, before anything runs.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { Program } from "./program.mjs";
import { connect, stateOf, textOf } from "./client.mjs";

const RULES = ["network=refuse", "dangerous_imports=refuse", "files=ask"];

let program;
let client;

before(async () => {
  program = new Program({ isFirst: true, settings: { "approvals.rules": RULES } });
  await program.start(["--headless", "--approve", "allow"]);
  client = await connect(program.endpoint);
}, { timeout: 120_000 });

after(async () => {
  await client?.close();
  await program?.stop();
  await program?.remove();
});

const run = (code) => client.call("run_python", { code });

// Here what could not be read is refused. There is no snapshot of Python yet, so that it takes seconds to start.
test("the very first code of a new profile is read in time", { timeout: 120_000 }, async () => {
  const first = await run("1\n");
  assert.equal(stateOf(first), "complete", textOf(first));
});

test("code that breaks no rule runs", { timeout: 120_000 }, async () => {
  const result = await run("import math\nprint(math.pi)\n");
  assert.equal(stateOf(result), "complete", textOf(result));
});

for (const [name, code, group] of [
  ["that tries the network", "import requests\nrequests.get('https://example.org')\n", "network"],
  ["that starts programs by another name", "from os import system as say\nsay('id')\n", "dangerous_imports"],
  ["that hides what it imports", "__import__('sub' + 'process').run('id')\n", "dangerous_imports"],
]) {
  test(`code ${name} is refused by its rule, and the model hears which`, { timeout: 120_000 }, async () => {
    const result = await run(`ran = 1\n${code}`);
    assert.equal(stateOf(result), "denied", textOf(result));
    assert.match(textOf(result), new RegExp(group));
    // The control: nothing of it has run.
    assert.match(textOf(await run("print('ran' in dir())\n")), /False/);
  });
}

test("code that the parser cannot bear harms nobody", { timeout: 120_000 }, async () => {
  const deep = await run(`x = ${Array(20_000).fill("a").join("+")}\n`);
  assert.notEqual(stateOf(deep), "complete");
  const next = await run("print(6 * 7)\n");
  assert.equal(stateOf(next), "complete", textOf(next));
  assert.match(textOf(next), /42/);
});
