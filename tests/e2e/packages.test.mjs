// SPDX-License-Identifier: MIT
// Packages of an index, installed as a client asks for them: the whole program against an index on loopback.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Display } from "./display.mjs";
import { Program, give, ownFolder } from "./program.mjs";
import { connect, stateOf, textOf } from "./client.mjs";
import { Index, makeWheel } from "./index.mjs";
import { ScreenReader } from "./screenreader.mjs";

const PICTURES = process.env.GLOVEBOX_E2E_PICTURES; // where screenshots go, when somebody wants to look
let index;
let program;
let client;
let folder;

// As a person sets it for pip.
function useIndex({ home }) {
  const config = path.join(home, ".config");
  for (const part of [config, path.join(config, "pip")]) {
    mkdirSync(part, { recursive: true });
    give(part);
  }
  const file = path.join(config, "pip", "pip.conf");
  writeFileSync(file, `[global]\nindex-url = ${index.address}\n`);
  give(file);
}

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
  useIndex(program);
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

test("what was taken out of a session that was made with it does not come back", { timeout: 60_000 }, async () => {
  await client.call("create_session", { name: "made", packages: ["gbx-mid"] });
  assert.match(textOf(await run("import gbx_mid; gbx_mid.value", { session: "made" })), /^7$/m);
  await run("%pip uninstall -y gbx-mid", { session: "made" });
  await client.call("restart_session", { session: "made" });
  assert.match(textOf(await run("import gbx_mid", { session: "made" })), /No module named 'gbx_mid'/);
  assert.match(textOf(await run("import gbx_mid; gbx_mid.value", { session: "made", packages: ["gbx-mid"] })), /^7$/m);
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

test("the person installs, allows and takes away a package in the window", { timeout: 240_000 }, async (t) => {
  const display = await Display.start();
  const reader = await ScreenReader.start();
  const windowed = new Program({ settings: { "window.first_run_done": true } });
  windowed.extra = reader.environment;
  useIndex(windowed);
  t.after(async () => {
    await windowed.remove();
    display.stop();
    reader.stop();
  });
  await windowed.start([], display);
  const other = await connect(windowed.endpoint);
  t.after(() => other.close());
  await other.call("create_session", { name: "work" });
  const here = async (session) => /^Loaded by runs of session .*$/m.exec(textOf(await other.call("list_packages", { session })))[0];
  const picture = (name) => PICTURES && display.screenshot(path.join(PICTURES, `${name}.png`));
  const hears = (probe) => () => reader.now((parts) => parts.some(probe));

  await display.activate(await display.until("the window", () => display.windowMatching("Glovebox$")));
  display.press("ctrl+4");
  await display.until("the screen Packages", () => display.windowMatching("^Packages — Glovebox$"));
  display.press("ctrl+f");
  display.run("xdotool", "type", "--delay", "30", "gbx-mid");
  const before = index.asked.length;
  display.press("Return");
  await display.until("the index to be asked", () => index.asked.slice(before).some((url) => url.startsWith("/simple/gbx-mid")));
  // Until there is something in the list the key searches again.
  await display.pressUntil("Return", "the list to have the keyboard", hears((part) => part.name === "Packages" && part.focused));
  await display.pressUntil("Insert", "it to be planned", hears((part) => part.name === "What will be installed"));
  await display.pressUntil("ctrl+Return", "it to be installed", async () => /gbx-mid 1\.0/.test(await here("work")));
  picture("packages-installed");
  display.press("alt+1");
  const rules = path.join(windowed.profile, "packages.json");
  await display.until("the rule to be kept", () => existsSync(rules) && /"unasked":\s*\{\s*"gbx-mid"/.test(readFileSync(rules, "utf8")));
  picture("packages-allowed");
  await other.call("create_session", { name: "unasked" });
  const result = await other.call("install_packages", { packages: ["gbx-mid"], session: "unasked" });
  assert.equal(stateOf(result), "complete", textOf(result));
  // Another one is asked all the same.
  const taken = new AbortController();
  const asked = assert.rejects(other.call("install_packages", { packages: ["gbx-big"], session: "unasked" }, { signal: taken.signal }));
  await display.activate(await display.until("the window again", () => display.windowMatching("^Packages — Glovebox$")));
  await display.pressUntil(["ctrl+f", "Return", "Delete"], "it to be taken away", async () => !/gbx-mid/.test(await here("work")));
  picture("packages-removed");
  assert.doesNotMatch(await here("unasked"), /gbx-big/);
  taken.abort("enough");
  await asked;
});
