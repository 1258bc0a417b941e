// SPDX-License-Identifier: MIT
// The REST routes as strangers find them: schemathesis looks for what the OpenAPI document does not say, and the
// example of function calling talks to a stand-in for the API of OpenAI.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Program, give, ownFolder } from "../e2e/program.mjs";

const python = process.env.GLOVEBOX_TEST_PYTHON;
const example = fileURLToPath(new URL("../../resources/rest/openai_functions.py", import.meta.url));
let program;
let folder;

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "glovebox-rest-"));
  program = await new Program().start(["--headless", "--approve", "allow"]);
});
after(async () => {
  await program?.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function run(command, args, env = {}) {
  const child = spawn(command, args, { cwd: folder, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (out += text));
  const [code] = await once(child, "close");
  return { code, out };
}

test("schemathesis finds nothing that the OpenAPI document does not say", { timeout: 300_000 }, async (t) => {
  // What it makes up as code need not run for that.
  const denying = await new Program().start(["--headless", "--approve", "deny"]);
  t.after(() => denying.remove());
  // A folder that is not there is a 400 that no schema can foretell.
  writeFileSync(path.join(folder, "schemathesis.toml"),
    '[checks.positive_data_acceptance]\nexpected-statuses = ["2xx", "400", "401", "403", "404", "429"]\n');
  const { code, out } = await run("python3", ["-m", "schemathesis.cli", "--config-file", path.join(folder, "schemathesis.toml"), "run",
    `${denying.endpoint.rest}/openapi.json`, "--header", `Authorization: Bearer ${denying.endpoint.key}`, "--checks", "all",
    "--max-examples", "10", "--seed", "1", "--phases", "examples,coverage,fuzzing,stateful", "--suppress-health-check", "all"],
  { PYTHONPATH: python, COLUMNS: "200" });
  assert.equal(code, 0, out.slice(-6000));
});

test("the example says what it needs instead of a traceback", async () => {
  const none = await run("python3", [example, "a question"], { GLOVEBOX_KEY: "", OPENAI_BASE_URL: "http://127.0.0.1:9/v1", OPENAI_API_KEY: "k", OPENAI_MODEL: "m" });
  assert.equal(none.code, 1);
  assert.match(none.out, /Not set: GLOVEBOX_KEY\./);
  const nobody = await run("python3", [example, "a question"], { GLOVEBOX_URL: "http://127.0.0.1:9", GLOVEBOX_KEY: "gb_x", OPENAI_BASE_URL: "http://127.0.0.1:9/v1", OPENAI_API_KEY: "k", OPENAI_MODEL: "m" });
  assert.equal(nobody.code, 1);
  assert.match(nobody.out, /Is Glovebox running/);
  const refused = await run("python3", [example, "a question"], { GLOVEBOX_URL: program.endpoint.mcp.replace(/\/mcp$/, ""), GLOVEBOX_KEY: "gb_x", OPENAI_BASE_URL: "http://127.0.0.1:9/v1", OPENAI_API_KEY: "k", OPENAI_MODEL: "m" });
  assert.equal(refused.code, 1);
  assert.match(refused.out, /refused: 401/);
  for (const { out } of [none, nobody, refused]) assert.doesNotMatch(out, /Traceback/);
});

test("the example of function calling runs what a model asks for and gives it the result", async () => {
  const asked = [];
  // Answers as a model would: first a call of the function, then words.
  const api = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += part)).on("end", () => {
      const { messages, tools } = JSON.parse(body);
      asked.push({ path: request.url, key: request.headers.authorization, messages, tools });
      const last = messages.at(-1);
      const message = last.role === "tool"
        ? { role: "assistant", content: `It is ${JSON.parse(last.content).output[0].content.trim()}.` }
        : { role: "assistant", content: null, tool_calls: [{ id: "call_1", type: "function", function: {
          name: "execute_python_code", arguments: JSON.stringify({ code: "print(open('/data/n.txt').read(), 6 * 7)" }) } }] };
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: "stop" }] }));
    });
  });
  await new Promise((resolve) => api.listen(0, "127.0.0.1", resolve));
  const data = ownFolder(program.home, "data");
  writeFileSync(path.join(data, "n.txt"), "n:");
  give(path.join(data, "n.txt"));
  const { code, out } = await run("python3", [example, "What is six times seven?"], {
    GLOVEBOX_URL: program.endpoint.rest, GLOVEBOX_KEY: program.endpoint.key, CODEBOX_MOUNT_PATH: data,
    OPENAI_BASE_URL: `http://127.0.0.1:${api.address().port}/v1`, OPENAI_API_KEY: "none", OPENAI_MODEL: "stand-in",
  });
  api.close();
  assert.equal(code, 0, out);
  assert.equal(out.trim(), "It is n: 42.");
  assert.equal(asked.length, 2);
  assert.equal(asked[0].path, "/v1/chat/completions");
  assert.equal(asked[0].tools[0].function.name, "execute_python_code");
  assert.equal(asked[1].messages.at(-1).tool_call_id, "call_1");
});
