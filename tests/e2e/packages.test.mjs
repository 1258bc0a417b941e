// SPDX-License-Identifier: MIT
// Packages of an index, installed as a client asks for them: the whole program against an index on loopback.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Program, give, ownFolder } from "./program.mjs";
import { connect, stateOf, textOf } from "./client.mjs";
import { Index, makeWheel } from "./index.mjs";

let index;
let program;
let client;
let folder;

before(async () => {
  index = await new Index()
    .add("gbx_one", "1.0", { files: { "gbx_one.py": "value = 'one of one'\n" } })
    .add("gbx_one", "2.0", { files: { "gbx_one.py": "value = 'two of one'\n" } })
    .add("gbx_app", "1.5", { files: { "gbx_app/__init__.py": "import gbx_one\nvalue = gbx_one.value\n" }, needs: ["gbx_one<2"] })
    .add("gbx_new", "3.0", { files: { "gbx_new.py": "" }, needs: ["gbx_one>=2"] })
    .add("gbx_mid", "1.0", { files: { "gbx_mid.py": "value = 7\n" } })
    .add("gbx_big", "1.0", { files: { "gbx_big.py": "x = 1\n".repeat(1000) } })
    .start();
  program = new Program();
  const config = path.join(program.home, ".config");
  for (const part of [config, path.join(config, "pip")]) {
    mkdirSync(part);
    give(part);
  }
  const file = path.join(config, "pip", "pip.conf");
  writeFileSync(file, `[global]\nindex-url = ${index.address}\n`);
  give(file);
  folder = ownFolder(program.home, "data");
  await program.start(["--headless", "--approve", "allow", "--mount", `data=${folder}:ro`]);
  client = await connect(program.endpoint);
});

after(async () => {
  await client?.close();
  await program?.stop();
  await program?.remove();
  await index?.stop();
});

const run = (code, more = {}) => client.call("run_python", { code, ...more });

test("a package is installed with what it needs, and both can be imported", { timeout: 120_000 }, async () => {
  const result = await client.call("install_packages", { packages: ["gbx-app"] });
  assert.equal(stateOf(result), "complete", textOf(result));
  assert.match(textOf(result), /gbx-app 1\.5/);
  assert.match(textOf(result), /gbx-one 1\.0/);
  assert.match(textOf(await run("import gbx_app; gbx_app.value")), /one of one/);
});

test("what cannot go together is told with who needs what, and nothing is installed", { timeout: 60_000 }, async () => {
  const result = await client.call("install_packages", { packages: ["gbx-new", "gbx-app"], session: "default" });
  assert.equal(result.isError, true);
  assert.match(textOf(result), /Nothing was installed/);
  assert.match(textOf(result), /gbx-one/);
});

test("a package that nobody has is an error that names it", { timeout: 60_000 }, async () => {
  const result = await client.call("install_packages", { packages: ["gbx-nowhere"] });
  assert.equal(result.isError, true);
  assert.match(textOf(result), /gbx-nowhere/);
  const missing = await run("import gbx_nowhere");
  assert.match(textOf(missing), /%pip install gbx_nowhere/);
});

test("another version takes the place of an imported one, and the restart is named", { timeout: 60_000 }, async () => {
  await client.call("create_session", { name: "other" });
  await run("import gbx_one", { session: "other", packages: ["gbx-one<2"] });
  const result = await run("import gbx_one; gbx_one.value", { session: "other", packages: ["gbx-one==2.0"] });
  assert.match(textOf(result), /took the place of 1\.0.*until the session is restarted/s);
  await client.call("restart_session", { session: "other" });
  const again = await run("import gbx_one; gbx_one.value", { session: "other" });
  assert.match(textOf(again), /two of one/);
});

test("a running program asks with %pip and with micropip, and with a block of its own", { timeout: 60_000 }, async () => {
  for (const [session, code] of [
    ["line", "name = 'gbx-mid'\n%pip install {name}\nimport gbx_mid\ngbx_mid.value"],
    ["call", "import micropip\nawait micropip.install(['gbx-' + 'mid'])\nimport gbx_mid\ngbx_mid.value"],
    ["block", "# /// script\n# dependencies = [\"gbx-mid\"]\n# ///\nimport gbx_mid\ngbx_mid.value"],
  ]) {
    await client.call("create_session", { name: session });
    const result = await run(code, { session });
    assert.match(textOf(result), /^7$/m, textOf(result));
  }
});

test("a wheel and a requirements file of a mount are installed", { timeout: 60_000 }, async () => {
  writeFileSync(path.join(folder, "gbx_file-1.0-py3-none-any.whl"), makeWheel("gbx_file", "1.0", { files: { "gbx_file.py": "value = 'of a file'\n" } }));
  writeFileSync(path.join(folder, "requirements.txt"), "# ours\ngbx-mid==1.0\n");
  const result = await client.call("install_packages", { packages: ["/mnt/data/gbx_file-1.0-py3-none-any.whl", "-r /mnt/data/requirements.txt"] });
  assert.equal(stateOf(result), "complete", textOf(result));
  assert.match(textOf(await run("import gbx_file, gbx_mid; gbx_file.value")), /of a file/);
});

test("list_packages tells what is there, and its lock makes the same session without the index", { timeout: 120_000 }, async () => {
  const listed = textOf(await client.call("list_packages"));
  assert.match(listed, /Loaded by runs of session default: .*gbx-app 1\.5/);
  const lock = /^Lock: (.*)$/m.exec(listed)[1];
  assert.match(textOf(await client.call("list_packages", { query: "gbx-one" })), /2\.0, 1\.0|2\.0/);
  const before = index.asked.length;
  const made = await client.call("create_session", { name: "again", lock });
  assert.ok(!made.isError, textOf(made));
  assert.match(textOf(made), /gbx-app 1\.5/);
  const result = await run("import gbx_app, importlib.metadata as m; gbx_app.value, m.version('gbx-one')", { session: "again" });
  assert.match(textOf(result), /'one of one', '1\.0'/);
  assert.equal(index.asked.length, before, index.asked.slice(before).join(" "));
});

test("an installation that does not end is taken back with its call", { timeout: 60_000 }, async () => {
  index.slow = true;
  const taken = new AbortController();
  const call = client.call("install_packages", { packages: ["gbx-big"], session: "line" }, { signal: taken.signal });
  while (!index.asked.some((url) => url.startsWith("/files/gbx_big"))) await new Promise((resolve) => setImmediate(resolve));
  taken.abort("enough");
  await assert.rejects(call);
  // It waits behind the installation, and would for ever if that went on.
  assert.match(textOf(await run("import gbx_mid; gbx_mid.value", { session: "line" })), /^7$/m);
  index.slow = false;
});
