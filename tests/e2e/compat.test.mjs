// SPDX-License-Identifier: MIT
// The systems that Glovebox stands in for, as their own clients meet them: official SDK clients and plain HTTP on
// the real program. Names, schemas and texts are those systems' own.
import { ResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { after, before, describe, test } from "node:test";
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { Program, commandAsUser, give, ownFolder } from "./program.mjs";
import { bridgeFile, newKey, until } from "./bridge.mjs";

// 2 x 2 pixels.
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4zwAE/xkgFAAb8gP91pbyKwAAAABJRU5ErkJggg==", "base64");

// As a person who used mcp-pyodide starts it: with their data folder in the environment.
class PyodideProgram extends Program {
  environment(display) {
    return { ...super.environment(display), PYODIDE_DATA_DIR: this.data, PYODIDE_CACHE_DIR: path.join(this.home, "cache") };
  }
}

const base = (endpoint) => endpoint.mcp.replace(/\/mcp$/, "");

async function connectTo(program, where, { key = program.endpoint.key, name = "compat", transport = "http" } = {}) {
  const url = new URL(base(program.endpoint) + where);
  const headers = { Authorization: `Bearer ${key}` };
  const made = transport === "http"
    ? new StreamableHTTPClientTransport(url, { requestInit: { headers } })
    : new SSEClientTransport(url, {
      requestInit: { headers },
      eventSourceInit: { fetch: (to, init) => fetch(to, { ...init, headers: { ...init?.headers, ...headers } }) },
    });
  const client = new Client({ name, version: "1.0" });
  await client.connect(made);
  return {
    client,
    call: (tool, args = {}) => client.callTool({ name: tool, arguments: args }, undefined, { timeout: 120_000 }),
    close: () => client.close(),
  };
}

const text = (result) => {
  assert.equal(result.content.length, 1, JSON.stringify(result).slice(0, 500));
  assert.equal(result.content[0].type, "text");
  return result.content[0].text;
};

describe("mcp-pyodide", () => {
  let program;
  let pyodide;

  before(async () => {
    program = new PyodideProgram();
    program.data = ownFolder(program.home, "データ");
    for (const [name, bytes] of [["a.csv", "x,y\n1,2\n"], ["dot.png", PNG], ["notes.bmp", "BM"]]) {
      writeFileSync(path.join(program.data, name), bytes);
      give(path.join(program.data, name));
    }
    mkdirSync(path.join(program.data, "sub"));
    give(path.join(program.data, "sub"));
    writeFileSync(path.join(program.data, "sub", "深い.jpg"), PNG);
    give(path.join(program.data, "sub", "深い.jpg"));
    await program.start(["--headless", "--approve", "allow"]);
    pyodide = await connectTo(program, "/compat/mcp-pyodide/mcp");
  });
  after(async () => {
    await pyodide?.close();
    await program?.remove();
  });

  test("it says that it is mcp-pyodide 1.0.0 with tools and resources", () => {
    const { name, version } = pyodide.client.getServerVersion();
    assert.deepEqual({ name, version }, { name: "mcp-pyodide", version: "1.0.0" });
    assert.deepEqual(Object.keys(pyodide.client.getServerCapabilities()).sort(), ["resources", "tools"]);
  });

  test("its tools have those names and schemas", async () => {
    const { tools } = await pyodide.client.listTools();
    const shape = Object.fromEntries(tools.map(({ name, inputSchema }) => [name, {
      types: Object.fromEntries(Object.entries(inputSchema.properties ?? {}).map(([key, { type }]) => [key, type])),
      required: inputSchema.required ?? [],
    }]));
    assert.deepEqual(shape, {
      "pyodide_execute": { types: { code: "string", timeout: "number" }, required: ["code"] },
      "pyodide_install-packages": { types: { package: "string" }, required: ["package"] },
      "pyodide_get-mount-points": { types: {}, required: [] },
      "pyodide_list-mounted-directory": { types: { mountName: "string" }, required: ["mountName"] },
      "pyodide_read-image": { types: { mountName: "string", imagePath: "string" }, required: ["mountName", "imagePath"] },
    });
    for (const { inputSchema } of tools) assert.equal("additionalProperties" in inputSchema, false);
  });

  const values = [
    ["1 + 1", "2"], ["'a\\nb'", "a\nb"], ["x = 1", "undefined"], ["True", "true"], ["3.0", "3"], ["[1, 'b']", "[1, 'b']"],
    ["print('こんにちは')", "Output:\nこんにちは\nResult:\nundefined"],
    ["import sys; print('one'); print('two', file=sys.stderr); 7", "Output:\none\ntwo\nResult:\n7"],
  ];
  for (const [code, expected] of values) {
    test(`pyodide_execute answers ${JSON.stringify(code)} in its form`, async () => {
      const result = await pyodide.call("pyodide_execute", { code });
      assert.equal(text(result), expected);
      assert.ok(!result.isError);
    });
  }

  test("an exception is \"Error: \" with the traceback and isError", async () => {
    const result = await pyodide.call("pyodide_execute", { code: "1/0" });
    assert.match(text(result), /^Error: Traceback[\s\S]*ZeroDivisionError: division by zero/);
    assert.equal(result.isError, true);
  });

  test("an endless loop ends with \"Execution timeout\", and the next call works", async () => {
    const result = await pyodide.call("pyodide_execute", { code: "while True: pass", timeout: 1000 });
    assert.equal(text(result), "Error: Execution timeout");
    assert.equal(result.isError, true);
    assert.equal(text(await pyodide.call("pyodide_execute", { code: "2 + 2" })), "4");
  });

  test("arguments that its schema does not name are let through", async () => {
    assert.equal(text(await pyodide.call("pyodide_execute", { code: "5", reason: "because" })), "5");
  });

  test("unknown tools, missing and wrong arguments are results in its words", async () => {
    const unknown = await pyodide.call("execute-python", { code: "1" });
    assert.equal(text(unknown), "Error: Unknown tool: execute-python");
    assert.equal(unknown.isError, true);
    const none = await pyodide.client.callTool({ name: "pyodide_execute" });
    assert.equal(text(none), "Error: No arguments provided");
    assert.equal(none.isError, true);
    const wrong = await pyodide.call("pyodide_execute", { code: 7 });
    assert.match(text(wrong), /^Error: .*must be of type string/);
  });

  test("pyodide_install-packages tells of each package, and one that cannot be had stops no other", async () => {
    const result = await pyodide.call("pyodide_install-packages", { package: "numpy  no-such-package-here pandas" });
    const told = text(result);
    assert.ok(!result.isError);
    const parts = told.split("\n\n");
    assert.equal(parts[0], "Attempting to install numpy using loadPackage...");
    assert.equal(parts[1], "Successfully installed numpy using loadPackage.");
    assert.match(told, /Failed to install no-such-package-here: /);
    assert.equal(parts.at(-1), "Successfully installed pandas using loadPackage.");
    const empty = await pyodide.call("pyodide_install-packages", { package: "  " });
    assert.equal(text(empty), "Error: No valid package names specified");
  });

  test("pyodide_get-mount-points tells name, path on this computer and path in Python", async () => {
    const told = text(await pyodide.call("pyodide_get-mount-points"));
    const expected = [{ name: "data", hostPath: program.data, mountPoint: "/mnt/data" }];
    assert.equal(told, JSON.stringify(expected, null, 2));
  });

  test("pyodide_list-mounted-directory lists files and folders of one level", async () => {
    assert.equal(text(await pyodide.call("pyodide_list-mounted-directory", { mountName: "data" })),
      "['FILE: a.csv', 'FILE: dot.png', 'FILE: notes.bmp', 'DIR: sub']");
    const unknown = await pyodide.call("pyodide_list-mounted-directory", { mountName: "data2" });
    assert.equal(text(unknown), "Error: Mount point not found: data2");
    assert.equal(unknown.isError, true);
  });

  test("pyodide_read-image gives an image, and says what it cannot", async () => {
    const { content } = await pyodide.call("pyodide_read-image", { mountName: "data", imagePath: "dot.png" });
    assert.equal(content.length, 1);
    assert.deepEqual({ type: content[0].type, mimeType: content[0].mimeType }, { type: "image", mimeType: "image/png" });
    assert.deepEqual(Buffer.from(content[0].data, "base64"), PNG);
    const wrong = async (args) => text(await pyodide.call("pyodide_read-image", args));
    assert.equal(await wrong({ mountName: "data", imagePath: "notes.bmp" }), "Error: Unsupported image format: .bmp");
    assert.match(await wrong({ mountName: "data", imagePath: "none.png" }), /^Error: Image file not found: .*データ\/none\.png$/);
    assert.equal(await wrong({ mountName: "no", imagePath: "a.png" }), "Error: Mount point not found: no");
  });

  test("a path out of the mount reads nothing", async () => {
    const outside = path.join(program.home, "secret.png");
    writeFileSync(outside, PNG);
    give(outside);
    const result = await pyodide.call("pyodide_read-image", { mountName: "data", imagePath: "../secret.png" });
    assert.equal(result.isError, true);
    assert.equal(result.content[0].type, "text");
  });

  test("the pictures of all mounts are resources", async () => {
    const { resources } = await pyodide.client.listResources();
    assert.deepEqual(resources.map(({ uri, name, mimeType }) => [decodeURI(uri), name, mimeType]).sort(), [
      ["file:///mnt/data/dot.png", "dot.png", "image/png"],
      ["file:///mnt/data/sub/深い.jpg", "深い.jpg", "image/jpeg"],
    ]);
    for (const uri of ["file:///mnt/data/dot.png", "file:///mnt/data/sub/深い.jpg", resources.at(-1).uri]) {
      // Asked without the SDK's schema, which drops the name that mcp-pyodide adds.
      const { contents } = await pyodide.client.request({ method: "resources/read", params: { uri } }, ResultSchema);
      assert.equal(contents[0].name, decodeURI(uri).split("/").at(-1));
      assert.deepEqual(Buffer.from(contents[0].blob, "base64"), PNG);
    }
    await assert.rejects(pyodide.client.readResource({ uri: "file:///etc/logo.png" }));
    await assert.rejects(pyodide.client.readResource({ uri: "file:///mnt/data/a.csv" }), /Unsupported image format: \.csv/);
  });

  test("pictures that a run draws are saved, and their paths are in the output", async () => {
    const code = "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.title('売上')\nplt.show()\nprint('drawn')";
    const told = text(await pyodide.call("pyodide_execute", { code, timeout: 60_000 }));
    const [, saved, image] = /^Output:\ndrawn\nImage saved: (\S+\.png) .*imagePath "([^"]+)"\)\nResult:\nundefined$/s.exec(told) ?? [];
    assert.ok(saved, told);
    assert.equal(readFileSync(saved).subarray(1, 4).toString(), "PNG");
    const { content } = await pyodide.call("pyodide_read-image", { mountName: "output", imagePath: image });
    assert.equal(content[0].type, "image");
    const other = await newKey(program, "Somebody else");
    const stranger = await connectTo(program, "/compat/mcp-pyodide/mcp", { key: other });
    const refused = await stranger.call("pyodide_read-image", { mountName: "output", imagePath: image });
    assert.equal(text(refused), `Error: Image file not found: ${image}`);
    await stranger.close();
  });

  test("what a run writes to data is in the person's folder", async () => {
    await pyodide.call("pyodide_execute", { code: "open('/mnt/data/out.txt', 'w').write('hi')" });
    assert.equal(readFileSync(path.join(program.data, "out.txt"), "utf8"), "hi");
  });

  test("the SSE transport of its README works, and only with a key", async () => {
    const sse = await connectTo(program, "/compat/mcp-pyodide/sse", { transport: "sse" });
    assert.equal(text(await sse.call("pyodide_execute", { code: "6 * 7" })), "42");
    await sse.close();
    const { status } = await fetch(`${base(program.endpoint)}/compat/mcp-pyodide/sse`);
    assert.equal(status, 401);
  });

  test("an entry of claude_desktop_config.json works after replacing command and args", async () => {
    // As the person has it: only the two folders are in env.
    const entry = { env: { PYODIDE_CACHE_DIR: path.join(program.home, "cache"), PYODIDE_DATA_DIR: ownFolder(program.home, "mine") } };
    const key = await newKey(program, "Claude Desktop");
    const keyFile = path.join(program.home, "claude.key");
    writeFileSync(keyFile, `${key}\n`, { mode: 0o600 });
    give(keyFile);
    const [command, ...args] = commandAsUser(bridgeFile,
      ["--profile", program.profile, "--key-file", keyFile, "--compat", "mcp-pyodide"]);
    const { PATH } = process.env;
    const transport = new StdioClientTransport({ command, args, env: { PATH, HOME: program.home, ...entry.env } });
    const client = new Client({ name: "claude-ai", version: "1.0" });
    await client.connect(transport);
    assert.equal(client.getServerVersion().name, "mcp-pyodide");
    const call = (name, given) => client.callTool({ name, arguments: given });
    const mounts = JSON.parse(text(await call("pyodide_get-mount-points", {})));
    const mine = mounts.find(({ hostPath }) => hostPath === entry.env.PYODIDE_DATA_DIR);
    assert.ok(mine, JSON.stringify(mounts));
    assert.equal(text(await call("pyodide_execute", { code: `open('${mine.mountPoint}/a.txt', 'w').write('abc')` })), "3");
    // What a client's configuration names is staged at most: the folder itself waits for the person.
    assert.equal(text(await call("pyodide_execute", { code: `open('${mine.mountPoint}/a.txt').read()` })), "abc");
    assert.ok(!existsSync(path.join(entry.env.PYODIDE_DATA_DIR, "a.txt")));
    // It is this client's alone.
    const others = JSON.parse(text(await pyodide.call("pyodide_get-mount-points")));
    assert.deepEqual(others.map(({ name }) => name), ["data"]);
    await client.close();
  });
});

describe("CodeBox-AI", () => {
  let program;

  const request = async (method, where, body, { key = program.endpoint.key, headers = {} } = {}) => {
    const response = await fetch(program.endpoint.rest + where, {
      method,
      headers: { Authorization: `Bearer ${key}`, ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...headers },
      body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
    });
    return { status: response.status, body: await response.json(), headers: response.headers };
  };
  const newSession = async (body = {}) => (await request("POST", "/sessions", body)).body.session_id;
  const finished = async (id) => {
    await until(async () => ["completed", "error"].includes((await request("GET", `/execute/${id}/status`)).body.status), "the end");
    return (await request("GET", `/execute/${id}/results`)).body;
  };
  const execute = async (session_id, code, more = {}) =>
    finished((await request("POST", "/execute", { code, session_id, ...more })).body.request_id);

  before(async () => {
    program = await new Program().start(["--headless", "--approve", "allow"]);
  });
  after(() => program?.remove());

  test("the steps of its README work", async () => {
    const created = await request("POST", "/sessions", { dependencies: ["numpy", "pandas"] });
    assert.equal(created.status, 200);
    assert.deepEqual(Object.keys(created.body).sort(), ["created_at", "session_id", "status"]);
    assert.equal(created.body.status, "created");
    assert.match(created.body.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/);
    const { session_id } = created.body;
    const asked = await request("POST", "/execute", { code: 'x = 42\nprint(f"Value of x: {x}")', session_id });
    assert.equal(asked.status, 200);
    assert.deepEqual(Object.keys(asked.body).sort(), ["created_at", "request_id", "status"]);
    const results = await finished(asked.body.request_id);
    assert.deepEqual(results, { status: "completed", output: [{ type: "stream", content: "Value of x: 42\n" }],
      error: null, files: [], completed_at: results.completed_at });
    const { body: status } = await request("GET", `/execute/${asked.body.request_id}/status`);
    assert.deepEqual(status, { request_id: asked.body.request_id, status: "completed",
      created_at: asked.body.created_at, completed_at: results.completed_at });
    const again = await execute(session_id, 'print(f"x is still: {x}")');
    assert.equal(again.output[0].content, "x is still: 42\n");
    assert.deepEqual((await request("DELETE", `/sessions/${session_id}`)).body, { status: "cleaned up" });
    assert.equal((await request("DELETE", `/sessions/${session_id}`)).status, 404);
  });

  test("a mounted folder is found where container_path says", async () => {
    const folder = ownFolder(program.home, "Downloads");
    writeFileSync(path.join(folder, "売上.csv"), "a");
    give(path.join(folder, "売上.csv"));
    const session = await newSession({ execution_options: {
      mount_points: [{ host_path: folder, container_path: "/data/downloads", read_only: true }], timeout: 300 } });
    const listed = await execute(session, 'import os\nfor file in os.listdir("/data/downloads"):\n    print(f" - {file}")');
    assert.equal(listed.output[0].content, " - 売上.csv\n");
    const written = await execute(session, 'open("/data/downloads/new.txt", "w")');
    assert.equal(written.error.ename, "OSError");
  });

  test("read_only false stages what is written", async () => {
    const folder = ownFolder(program.home, "Reports");
    const session = await newSession({ execution_options: {
      mount_points: [{ host_path: folder, container_path: "/mnt/reports", read_only: false }] } });
    const written = await execute(session, 'open("/mnt/reports/new.txt", "w").write("x"); open("/mnt/reports/new.txt").read()');
    assert.deepEqual(written.output, [{ type: "result", content: "'x'" }]);
    assert.throws(() => readFileSync(path.join(folder, "new.txt")), /ENOENT/);
  });

  test("variables, timeout and memory limit are honoured", async () => {
    const session = await newSession({ execution_options: {
      environment_variables: { 名: "x" } } });
    assert.equal(session, undefined); // no name of a variable
    const good = await newSession({ execution_options: {
      timeout: 1, memory_limit: "256M", environment_variables: { GREETING: "こんにちは" } } });
    assert.equal((await execute(good, 'import os; print(os.environ["GREETING"])')).output[0].content, "こんにちは\n");
    const late = await execute(good, "while True: pass");
    assert.equal(late.status, "error");
    assert.equal(late.error.ename, "TimeoutError");
    const large = await execute(good, "x = bytearray(600_000_000)");
    assert.equal(large.error.ename, "MemoryError");
  });

  test("cpu_limit is explained", async () => {
    const { body } = await request("POST", "/sessions", { execution_options: { cpu_limit: "4" } });
    assert.match(body.notes[0], /cpu_limit "4".*one thread/);
    await request("DELETE", `/sessions/${body.session_id}`);
  });

  test("results have streams, values, pictures and errors", async () => {
    const session = await newSession();
    const plotted = await execute(session, "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()\nprint('done')\n1 + 1");
    assert.equal(plotted.status, "completed");
    assert.deepEqual(plotted.output.at(0), { type: "stream", content: "done\n" });
    assert.deepEqual(plotted.output.at(-1), { type: "result", content: "2" });
    assert.equal(plotted.files.length, 1);
    assert.equal(Buffer.from(plotted.files[0], "base64").subarray(1, 4).toString(), "PNG");
    const failed = await execute(session, "print('before')\nint('x')");
    assert.equal(failed.status, "error");
    assert.equal(failed.output[0].content, "before\n");
    assert.equal(failed.error.ename, "ValueError");
    assert.match(failed.error.evalue, /invalid literal/);
    assert.ok(Array.isArray(failed.error.traceback) && failed.error.traceback.length > 1);
  });

  test("dependencies that cannot be had are the error of the executions", async () => {
    const session = await newSession({ dependencies: ["no-such-package-here"] });
    const { status, error } = await execute(session, "1");
    assert.equal(status, "error");
    assert.equal(error.ename, "InstallError");
    assert.match(error.evalue, /no-such-package-here/);
  });

  const refusals = [
    ["no session", "/execute", { code: "1" }],
    ["another language", "/execute", { code: "1", session_id: "x", language: "ruby" }],
    ["code too long", "/execute", { code: "#".repeat(100_001), session_id: "x" }],
    ["a timeout of 601 s", "/sessions", { execution_options: { timeout: 601 } }],
    ["a timeout of 0 s", "/sessions", { execution_options: { timeout: 0 } }],
    ["memory that is no size", "/sessions", { execution_options: { memory_limit: "much" } }],
    ["a folder that is not there", "/sessions", { execution_options: { mount_points: [{ host_path: "/no/such", container_path: "/data" }] } },
      "Host path does not exist: /no/such"],
    ["a folder of the system", "/sessions", { execution_options: { mount_points: [{ host_path: "/etc", container_path: "/data" }] } },
      "Access to /etc is restricted"],
    ["a relative path inside", "/sessions", { execution_options: { mount_points: [{ host_path: "/tmp", container_path: "data" }] } },
      "Container path must be absolute"],
    ["a place that Python needs", "/sessions", { execution_options: { mount_points: [{ host_path: "/tmp", container_path: "/lib/python3.14" }] } },
      "Cannot mount to /lib in container"],
    ["no JSON", "/sessions", "{"],
    ["an array", "/sessions", "[]"],
  ];
  for (const [what, where, body, message] of refusals) {
    test(`${what} is refused with 400 in its form`, async () => {
      const answer = await request("POST", where, body);
      assert.equal(answer.status, 400);
      assert.deepEqual(Object.keys(answer.body).sort(), ["message", "status"]);
      assert.equal(answer.body.status, "error");
      if (message) assert.equal(answer.body.message, message);
    });
  }

  test("unknown ids are 404 in its form, and another client's are the same", async () => {
    const session = await newSession();
    const { body: { request_id } } = await request("POST", "/execute", { code: "1", session_id: session });
    const key = await newKey(program, "Stranger");
    const rows = [["GET", (id) => `/execute/${id}/status`, request_id, "Request not found"],
      ["GET", (id) => `/execute/${id}/results`, request_id, "Results not available"],
      ["DELETE", (id) => `/sessions/${id}`, session, "Session not found"]];
    for (const [method, where, own, detail] of rows) {
      for (const answer of [await request(method, where("none")), await request(method, where(own), undefined, { key })]) {
        assert.deepEqual([answer.status, answer.body], [404, { detail }]);
      }
    }
    const foreign = await request("POST", "/execute", { code: "1", session_id: session }, { key });
    assert.deepEqual([foreign.status, foreign.body], [404, { detail: `Session ${session} not found` }]);
  });

  test("the guard stands in front: keys, origins, types and methods", async () => {
    const keyless = await fetch(`${program.endpoint.rest}/sessions`, { method: "POST" });
    assert.equal(keyless.status, 401);
    assert.match((await keyless.json()).detail, /key/);
    assert.equal((await request("POST", "/sessions", {}, { headers: { Origin: "https://evil.example" } })).status, 403);
    assert.equal((await request("POST", "/sessions", {}, { headers: { "Content-Type": "text/plain" } })).status, 415);
    const wrong = await request("GET", "/sessions");
    assert.deepEqual([wrong.status, wrong.headers.get("allow")], [405, "POST"]);
  });

  test("an address key works in front of its routes", async () => {
    const { out } = await program.command("key", "add", "Address", "--address");
    const key = out.split("\n")[1];
    const response = await fetch(`${program.endpoint.rest}/k/${key}/sessions`, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" });
    assert.equal(response.status, 200);
  });

  test("the document is OpenAPI 3.1 with all its routes", async () => {
    const { body } = await request("GET", "/openapi.json");
    assert.match(body.openapi, /^3\.1\./);
    for (const where of ["/sessions", "/sessions/{session_id}", "/execute", "/execute/{request_id}/status", "/execute/{request_id}/results"]) {
      assert.ok(body.paths[where], where);
    }
  });

  test("over MCP execute_code keeps its variables, and sessions are resources", async () => {
    const box = await connectTo(program, "/compat/codebox-ai/mcp");
    assert.equal(box.client.getServerVersion().name, "CodeBox-AI");
    const { tools: [tool, ...others] } = await box.client.listTools();
    assert.equal(others.length, 0);
    assert.equal(tool.name, "execute_code");
    assert.deepEqual(tool.inputSchema, {
      type: "object", title: "execute_codeArguments", required: ["code"],
      properties: {
        code: { title: "Code", type: "string" },
        dependencies: { anyOf: [{ items: { type: "string" }, type: "array" }, { type: "null" }], default: null, title: "Dependencies" },
      },
    });
    assert.equal(text(await box.call("execute_code", { code: "y = 20" })), "No output.");
    assert.equal(text(await box.call("execute_code", { code: "y + 1", dependencies: ["numpy"] })), "21");
    assert.equal(text(await box.call("execute_code", { code: "y + 2", dependencies: null })), "22");
    const failed = await box.call("execute_code", { code: "print('x'); 1/0" });
    assert.deepEqual(failed.content.map(({ type }) => type), ["text", "text"]);
    assert.match(failed.content[1].text, /^Error: ZeroDivisionError\ndivision by zero\nTraceback/);
    assert.ok(!failed.isError);
    const drawn = await box.call("execute_code", { code: "import matplotlib.pyplot as plt\nplt.plot([1])\nplt.show()" });
    assert.equal(drawn.content.at(-1).type, "image");
    const { contents: [{ text: list }] } = await box.client.readResource({ uri: "sessions://" });
    assert.match(list, /^Active Sessions:\n\nSession ID: /);
    const id = /Session ID: (\S+)\nCreated: \S+\nLast Used: \S+\nDependencies: numpy/.exec(list)?.[1];
    assert.ok(id, list);
    const { contents: [{ text: session }] } = await box.client.readResource({ uri: `session://${id}` });
    assert.match(session, new RegExp(`^Session ID: ${id}\nCreated: .*\nLast Used: .*\nDependencies: numpy$`));
    const { contents: [{ text: none }] } = await box.client.readResource({ uri: "session://none" });
    assert.equal(none, "Session none not found");
    await box.close();
  });

  test("--mount of its MCP server gives the folder under the same path, read-only", async () => {
    const folder = ownFolder(program.home, "shared");
    writeFileSync(path.join(folder, "in.txt"), "inside");
    give(path.join(folder, "in.txt"));
    const key = await newKey(program, "CodeBox in Claude");
    const [command, ...args] = commandAsUser(bridgeFile, ["--profile", program.profile, "--compat", "codebox-ai",
      "--mount", folder, "--disable-validator", "dangerous_imports"]);
    const { PATH } = process.env;
    const client = new Client({ name: "claude-ai", version: "1.0" });
    await client.connect(new StdioClientTransport({ command, args, env: { PATH, HOME: program.home, GLOVEBOX_KEY: key } }));
    const run = async (code) => text(await client.callTool({ name: "execute_code", arguments: { code } }));
    assert.equal(await run(`print(open(${JSON.stringify(path.join(folder, "in.txt"))}).read())`), "inside");
    assert.match(await run(`open(${JSON.stringify(path.join(folder, "new.txt"))}, "w")`), /^Error: OSError/);
    await client.close();
  });
});

describe("where nobody allows anything", () => {
  let program;

  before(async () => {
    program = await new Program().start(["--headless", "--approve", "deny"]);
  });
  after(() => program?.remove());

  test("mcp-pyodide says so as an error and CodeBox-AI as its error", async () => {
    const pyodide = await connectTo(program, "/compat/mcp-pyodide/mcp");
    const denied = await pyodide.call("pyodide_execute", { code: "1" });
    assert.match(text(denied), /^Error: It was denied; nothing ran\./);
    assert.equal(denied.isError, true);
    await pyodide.close();
    const box = await connectTo(program, "/compat/codebox-ai/mcp");
    assert.match(text(await box.call("execute_code", { code: "1" })), /^Error: Denied\n/);
    await box.close();
  });

  test("a session whose folder is denied runs nothing and says Denied", async () => {
    const headers = { Authorization: `Bearer ${program.endpoint.key}`, "Content-Type": "application/json" };
    const post = async (where, body) =>
      (await fetch(program.endpoint.rest + where, { method: "POST", headers, body: JSON.stringify(body) })).json();
    const get = async (where) => (await fetch(program.endpoint.rest + where, { headers })).json();
    const folder = ownFolder(program.home, "mine");
    const { session_id } = await post("/sessions", { execution_options: { mount_points: [{ host_path: folder, container_path: "/data" }] } });
    const { request_id } = await post("/execute", { code: "1", session_id });
    await until(async () => (await get(`/execute/${request_id}/status`)).status === "error", "the denial");
    const { error, output } = await get(`/execute/${request_id}/results`);
    assert.equal(error.ename, "Denied");
    assert.deepEqual(output, []);
  });
});
