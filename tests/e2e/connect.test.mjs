// SPDX-License-Identifier: MIT
// `glovebox connect`, and clients that then use exactly what it wrote.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { commandAsUser, give, Program } from "./program.mjs";
import { until } from "./bridge.mjs";
import { textOf } from "./client.mjs";

let program;
const inHome = (...parts) => path.join(program.home, ...parts);
const connect = (...args) => program.command("connect", ...args);
const keys = async () => (await program.command("key", "list")).out;

function writeOwn(file, text) {
  for (const folder of [path.dirname(path.dirname(file)), path.dirname(file)]) {
    if (!existsSync(folder)) {
      mkdirSync(folder, { mode: 0o700 });
      give(folder);
    }
  }
  writeFileSync(file, text, { mode: 0o644 });
  give(file);
}

async function runThrough(transport) {
  const client = new Client({ name: "e2e", version: "1.0" });
  await client.connect(transport);
  const { tools } = await client.listTools();
  assert.ok(tools.some((tool) => tool.name === "run_python"));
  const result = await client.callTool({ name: "run_python", arguments: { code: "1 + 1" } });
  await client.close();
  return textOf(result);
}

const portOfSettings = 8420;

before(async () => {
  program = await new Program().start(["--headless", "--approve", "allow"]);
  // While the settings name another one, what lasts only until the next start is not written anywhere.
  const { out } = await connect("cursor", "--dry-run");
  assert.match(out, /"command": ".*\/glovebox-bridge"/);
  assert.doesNotMatch(out, new RegExp(`:${portOfSettings}/`));
  const { port } = new URL(program.endpoint.mcp);
  const added = await program.command("key", "add", "By address", "--address");
  assert.match(added.out, new RegExp(`^http://127\\.0\\.0\\.1:${port}/k/`, "m"));
  // What the terminal writes is the port of the settings, and here any free one was taken.
  const settings = path.join(program.profile, "settings.json");
  writeFileSync(settings, JSON.stringify({ "server.port": Number(new URL(program.endpoint.mcp).port) }));
  give(settings);
});
after(async () => {
  await program?.stop();
  await program?.remove();
});

test("a dry run shows the lines and writes nothing, not even a key", async () => {
  const before = await keys();
  const { code, out } = await connect("cursor", "--dry-run");
  assert.equal(code, 0);
  assert.match(out, /\.cursor\/mcp\.json/);
  assert.match(out, /^\+ .*"url": "http:\/\/127\.0\.0\.1:\d+\/mcp"/m);
  assert.equal(existsSync(inHome(".cursor")), false);
  assert.equal(await keys(), before);
});

test("Cursor: what was written works as it stands, and goes away again without a trace", async () => {
  const file = inHome(".cursor", "mcp.json");
  const old = '{\n  // mine\n  "mcpServers": {\n    "weather": { "command": "uvx" },\n  },\n}\n';
  writeOwn(file, old);
  const { code, out, err } = await connect("cursor");
  assert.equal(code, 0, err);
  assert.doesNotMatch(out, /gb_[A-Za-z0-9_-]{20}/); // no key on the screen
  const text = readFileSync(file, "utf8");
  assert.match(text, /\/\/ mine/);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const [, url] = /"url": "([^"]+)"/.exec(text);
  const [, authorization] = /"Authorization": "([^"]+)"/.exec(text);
  assert.match(
    await runThrough(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { Authorization: authorization } } })),
    /2/,
  );
  assert.match(await keys(), /valid\t.*\tCursor$/m);
  assert.equal((await connect("cursor", "--remove")).code, 0);
  assert.equal(readFileSync(file, "utf8"), old);
  assert.match(await keys(), /revoked\t.*\tCursor$/m);
});

test("Claude Desktop: starts the bridge with its key, as its configuration says", async () => {
  const { code, err } = await connect("claude-desktop");
  assert.equal(code, 0, err);
  const file = inHome(".config", "Claude", "claude_desktop_config.json");
  const server = JSON.parse(readFileSync(file, "utf8")).mcpServers.glovebox;
  const [command, ...args] = commandAsUser(server.command, server.args);
  const env = { PATH: process.env.PATH, HOME: program.home, ...server.env };
  assert.match(await runThrough(new StdioClientTransport({ command, args, env, stderr: "ignore" })), /2/);
  assert.equal((await connect("claude-desktop", "--remove")).code, 0);
  assert.equal(existsSync(file), false); // there was none
});

test("connecting again ends the older key", async () => {
  assert.equal((await connect("codex")).code, 0);
  const first = readFileSync(inHome(".codex", "config.toml"), "utf8");
  assert.equal((await connect("codex")).code, 0);
  const second = readFileSync(inHome(".codex", "config.toml"), "utf8");
  assert.notEqual(first, second);
  const [, key] = /Bearer (gb_[^"]+)/.exec(first);
  const status = async () =>
    (await fetch(program.endpoint.mcp, { method: "POST", headers: { authorization: `Bearer ${key}` }, body: "{}" })).status;
  await until(async () => (await status()) === 401, "the end of the older key"); // another process revoked it
});

test("what cannot be written is refused with a sentence, and no key stays behind", async () => {
  const before = await keys();
  writeOwn(inHome(".gemini", "settings.json"), '{ "mcpServers": ');
  const broken = await connect("gemini-cli");
  assert.equal(broken.code, 1);
  assert.match(broken.err, /settings\.json.*line 1/);
  const unknown = await connect("emacs");
  assert.equal(unknown.code, 1);
  assert.match(unknown.err, /claude-code/);
  assert.equal((await program.command("connect", "cursor", "--dry-run", "--remove")).code, 1);
  assert.equal(await keys(), before);
});
