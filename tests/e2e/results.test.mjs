// SPDX-License-Identifier: MIT
// What clients get: within the time that they can bear, in a size that they can take, also a day later.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { LoggingMessageNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { Program } from "./program.mjs";
import { connect, runOf, stateOf, textOf } from "./client.mjs";

let program;
let client;
let key;

before(async () => {
  program = await new Program({ settings: { version: 1, "clients.patience_s": ["hasty=2"] } })
    .start(["--headless", "--approve", "allow"]);
  const added = await program.command("key", "add", "tester");
  key = /gb_[A-Za-z0-9_-]+/.exec(added.out)[0];
  client = await connect(program.endpoint, { key });
});

after(async () => {
  await client?.close();
  await program?.stop();
  await program?.remove();
});

async function finished(run) {
  let result;
  do {
    result = await client.call("get_run", { run });
  } while (["queued", "starting", "running"].includes(stateOf(result)));
  return result;
}

test("past its budget a client gets the state, and get_run the result", async () => {
  const hasty = await connect(program.endpoint, { key, name: "hasty client" });
  try {
    const early = await hasty.call("run_python", { code: "import time; time.sleep(6); print('late')" });
    assert.match(stateOf(early), /^(starting|running)$/);
    assert.notEqual(early.isError, true);
    assert.match(textOf(early), /get_run/);
    const result = await finished(runOf(early));
    assert.equal(stateOf(result), "complete");
    assert.match(textOf(result), /late/);
  } finally {
    await hasty.close();
  }
});

test("wait_s 0 answers at once; progress keeps coming while a call waits", async () => {
  // It goes on until the first progress was told, however slow the machine is.
  const early = await client.call("run_python", { code: "import time; time.sleep(600)", timeout_s: 600, wait_s: 0 });
  const run = runOf(early);
  assert.notEqual(stateOf(early), "complete");
  let tell;
  const told = new Promise((resolve) => (tell = resolve));
  const waiting = client.call("get_run", { run }, { onprogress: tell });
  await told;
  await client.call("interrupt_run", { run });
  await waiting;
});

test("a noisy 1500x1500 picture stays below every limit and comes with words and its address", async () => {
  const result = await client.call("run_python", {
    code: [
      "import numpy as np, matplotlib.pyplot as plt",
      "fig = plt.figure(figsize=(15, 15), dpi=100)",
      "plt.imshow(np.random.default_rng(1).random((1500, 1500, 3)))",
      "plt.title('売上 noise'); plt.xlabel('列'); plt.show()",
    ].join("\n"),
  });
  assert.equal(stateOf(result), "complete", textOf(result));
  assert.ok(JSON.stringify(result).length < 1_000_000);
  const image = result.content.find((part) => part.type === "image");
  assert.ok(image.data.length <= 280_000);
  const bytes = Buffer.from(image.data, "base64");
  const magic = { "image/png": "89504e47", "image/jpeg": "ffd8ff", "image/webp": "52494646" }[image.mimeType];
  assert.ok(bytes.toString("hex").startsWith(magic));
  assert.match(textOf(result), /売上 noise/);
  assert.match(textOf(result), /x "列"/);
  assert.equal(result.structuredContent, undefined);
  const address = /run:\/\/r\d+\/plots\/1/.exec(textOf(result))[0];
  assert.match(address, new RegExp(runOf(result)));
});

test("long output keeps both ends, says what is missing and where the whole is", async () => {
  const result = await client.call("run_python", { code: "print('FIRST'); print('x' * 300_000); print('LAST')" });
  const text = textOf(result);
  assert.ok(text.length < 90_000);
  assert.ok(text.slice(0, 3000).includes("FIRST"));
  assert.ok(text.slice(-3000).includes("LAST"));
  const address = /run:\/\/r\d+\/output/.exec(text)[0];
  const whole = await client.client.readResource({ uri: address });
  assert.ok(whole.contents[0].text.length > 300_000);
});

test("Cline gets no string over 8,000 characters", async () => {
  const cline = await connect(program.endpoint, { key, name: "Cline" });
  try {
    const result = await cline.call("run_python", { code: "for i in range(4000): print('line', i)" });
    for (const part of result.content) assert.ok((part.text ?? part.data).length <= 8000);
    assert.ok(result.content.map((part) => part.text).join("").includes("line 3999"));
  } finally {
    await cline.close();
  }
});

test("a finished result outlives the program", async () => {
  const done = await client.call("run_python", { code: "print('kept'); 6 * 7" });
  const run = runOf(done);
  await client.close();
  await program.stop();
  await program.start(["--headless", "--approve", "allow"]);
  client = await connect(program.endpoint, { key });
  const again = await client.call("get_run", { run });
  assert.equal(stateOf(again), "complete");
  assert.match(textOf(again), /kept/);
  assert.match(textOf(again), /42/);
  // The key of the command line is another client: the run is unknown to it.
  const other = await connect(program.endpoint);
  const refused = await other.call("get_run", { run });
  assert.equal(refused.isError, true);
  await other.close();
});

test("every tool of the native set is listed with a plain schema and true hints", async () => {
  const { tools } = await client.client.listTools();
  const readOnly = ["get_run", "list_packages", "list_mounts", "list_directory", "read_file", "read_image", "list_sessions"];
  const changing = ["run_python", "run_code", "interrupt_run", "install_packages", "write_file", "create_session", "restart_session", "close_session"];
  assert.deepEqual(tools.map((tool) => tool.name).sort(), [...readOnly, ...changing].sort());
  for (const tool of tools) {
    assert.equal(tool.inputSchema.type, "object");
    for (const word of ["anyOf", "oneOf", "allOf"]) assert.equal(tool.inputSchema[word], undefined);
    assert.equal(tool.annotations.readOnlyHint, readOnly.includes(tool.name), tool.name);
    assert.equal(tool.outputSchema, undefined);
    assert.ok(Buffer.byteLength(tool.description) < 2048);
  }
  assert.ok(Buffer.byteLength(client.client.getInstructions()) < 2048);
});

test("packages: listed, installed, and refused with the reason", async () => {
  const listed = textOf(await client.call("list_packages", { query: "learn" }));
  assert.match(listed, /scikit-learn .*import sklearn/);
  const installed = await client.call("install_packages", { packages: ["sklearn"] });
  assert.equal(stateOf(installed), "complete", textOf(installed));
  assert.match(textOf(installed), /scikit-learn/);
  assert.match(textOf(await client.call("list_packages")), /Loaded by runs of session default: .*scikit-learn/);
  const refused = await client.call("install_packages", { packages: ["fastapi"] });
  assert.equal(refused.isError, true);
  assert.match(textOf(refused), /fastapi/);
});

test("a client that set a level hears what becomes of its run", { timeout: 120_000 }, async () => {
  const heard = [];
  const { client, call, close } = await connect(program.endpoint, { name: "listener" });
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => heard.push(params));
  await client.setLoggingLevel("info");
  const result = await call("run_python", { code: "print('heard')" });
  assert.equal(stateOf(result), "complete", textOf(result));
  assert.ok(heard.some(({ level, data }) => level === "info" && data.run === runOf(result)), JSON.stringify(heard));
  await close();
});
