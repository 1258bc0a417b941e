// SPDX-License-Identifier: MIT
// The file tools on the folders that a person shares.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync, writeFileSync, existsSync } from "node:fs";
import path from "node:path";
import { ResourceUpdatedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { Program, give, ownFolder } from "./program.mjs";
import { connect, stateOf, textOf } from "./client.mjs";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

let program;
let client;
let folder;

function put(name, bytes) {
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  give(file);
  return file;
}

before(async () => {
  program = new Program();
  folder = ownFolder(program.home, "データ");
  await program.start(["--headless", "--approve", "allow", "--mount", `w=${folder}:rw`, "--mount", `r=${folder}:ro`]);
  client = await connect(program.endpoint);
});

after(async () => {
  await client?.close();
  await program?.stop();
  await program?.remove();
});

test("write_file writes what was allowed, and read_file gives it back", async () => {
  const written = await client.call("write_file", { path: "/mnt/w/報告.md", content: "売上は増えた。\n" });
  assert.equal(stateOf(written), "complete", textOf(written));
  assert.equal(readFileSync(path.join(folder, "報告.md"), "utf8"), "売上は増えた。\n");
  const read = await client.call("read_file", { path: "/mnt/w/報告.md" });
  assert.match(textOf(read), /売上は増えた。/);
});

test("write_file takes encodings and bytes", async () => {
  await client.call("write_file", { path: "/mnt/w/sjis.csv", content: "月,売上\n", encoding: "shift_jis" });
  assert.deepEqual(readFileSync(path.join(folder, "sjis.csv")), Buffer.from("8c8e2c94849ce30a".replace("9ce3", "8fe3"), "hex"));
  assert.match(textOf(await client.call("read_file", { path: "/mnt/w/sjis.csv" })), /shift_jis[^]*月,売上/);
  await client.call("write_file", { path: "/mnt/w/dot.png", content: PNG.toString("base64"), encoding: "base64" });
  assert.deepEqual(readFileSync(path.join(folder, "dot.png")), PNG);
  const wrong = await client.call("write_file", { path: "/mnt/w/x.txt", content: "😀", encoding: "euc-jp" });
  assert.equal(wrong.isError, true);
  assert.match(textOf(wrong), /😀/);
  assert.equal(existsSync(path.join(folder, "x.txt")), false);
});

test("write_file says that a folder is not there, and makes no other name known", async () => {
  const refused = await client.call("write_file", { path: "/mnt/w/no/such/x.txt", content: "x" });
  assert.match(textOf(refused), /\/mnt\/w\/no\/such\/x\.txt was not written: the folder .* is not there/);
  assert.doesNotMatch(textOf(refused), /\.part/);
});

test("write_file refuses a read-only mount and paths outside", async () => {
  for (const target of ["/mnt/r/no.txt", "/etc/passwd", "/mnt/w/../no.txt", "/mnt/other/no.txt"]) {
    const refused = await client.call("write_file", { path: target, content: "x" });
    assert.equal(refused.isError, true, target);
  }
  assert.equal(existsSync(path.join(folder, "no.txt")), false);
  assert.equal(existsSync(path.join(folder, "..", "no.txt")), false);
});

test("read_image tells the kind by the content", async () => {
  put("really_png.jpg", PNG);
  const image = (await client.call("read_image", { path: "/mnt/r/really_png.jpg" })).content.find((c) => c.type === "image");
  assert.equal(image.mimeType, "image/png");
  assert.deepEqual(Buffer.from(image.data, "base64"), PNG);
  put("text.png", "no picture");
  const refused = await client.call("read_image", { path: "/mnt/r/text.png" });
  assert.equal(refused.isError, true);
});

test("list_directory: patterns, pages, and names that cannot pretend to be two", async () => {
  put("evil\nname.txt", "x");
  const names = textOf(await client.call("list_directory", { path: "/mnt/r", glob: "*.txt" }));
  assert.match(names, /evil\\u000aname\.txt/);
  assert.doesNotMatch(names, /報告/);
  for (let i = 0; i < 510; i++) put(`n${String(i).padStart(4, "0")}.dat`, "");
  const first = textOf(await client.call("list_directory", { path: "/mnt/r", glob: "*.dat" }));
  assert.match(first, /"offset": 500/);
  const second = textOf(await client.call("list_directory", { path: "/mnt/r", glob: "*.dat", offset: 500 }));
  assert.equal(second.split("\n").length, 10);
});

test("resources: files, runs and sessions of one's own", async () => {
  const run = await client.call("run_python", { code: "print('seen')" });
  const id = /run (r\d+)/.exec(textOf(run))[1];
  const read = async (uri) => (await client.client.readResource({ uri })).contents[0];
  assert.equal(JSON.parse((await read(`run://${id}`)).text).state, "complete");
  assert.match((await read(`run://${id}/output`)).text, /seen/);
  assert.equal(JSON.parse((await read("sessions://")).text)[0].name, "default");
  assert.equal(JSON.parse((await read("session://default")).text).name, "default");
  assert.match((await read(`mount://w/${encodeURIComponent("報告.md")}`)).text, /売上/);
  assert.equal((await read("mount://w/dot.png")).mimeType, "image/png");
  const { resourceTemplates } = await client.client.listResourceTemplates();
  for (const start of ["run://{id}", "run://{id}/output", "run://{id}/plots/{n}", "session://{id}", "mount://{name}/"])
    assert.ok(resourceTemplates.some((template) => template.uriTemplate.startsWith(start)), start);
  for (const unknown of ["run://r999999", "session://nobody", "mount://none/x", "run://r1/plots/77"])
    await assert.rejects(read(unknown), unknown);
});

test("prompts come with arguments that complete from what the client may see", async () => {
  const { prompts } = await client.client.listPrompts();
  assert.deepEqual(prompts.map((p) => p.name).sort(), ["analyse_data", "clean_table", "explain_error", "make_chart"]);
  const { messages } = await client.client.getPrompt({ name: "analyse_data", arguments: { file: "/mnt/w/報告.md" } });
  assert.match(messages[0].content.text, /\/mnt\/w\/報告\.md/);
  const complete = async (ref, name, value) =>
    (await client.client.complete({ ref, argument: { name, value } })).completion.values;
  const file = { type: "ref/prompt", name: "analyse_data" };
  assert.deepEqual(await complete(file, "file", "/mnt/"), ["/mnt/w/", "/mnt/r/"]);
  assert.deepEqual(await complete(file, "file", "/mnt/w/報"), ["/mnt/w/報告.md"]);
  const runs = await complete({ type: "ref/prompt", name: "explain_error" }, "run", "r");
  assert.ok(runs.length > 0 && runs.every((run) => /^r\d+$/.test(run)));
});

test("a subscriber hears of its own run while it goes on", async () => {
  // The run goes on until the subscription stands: it waits for a file.
  const code = "import os, time\nwhile not os.path.exists('/mnt/w/subscribed'): time.sleep(0.05)\nprint('news')";
  const early = await client.call("run_python", { code, wait_s: 0 });
  const run = /run (r\d+)/.exec(textOf(early))[1];
  const heard = new Promise((resolve) => {
    client.client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => resolve(params.uri));
  });
  await client.client.subscribeResource({ uri: `run://${run}` });
  writeFileSync(path.join(folder, "subscribed"), "");
  give(path.join(folder, "subscribed"));
  assert.equal(await heard, `run://${run}`);
});

test("what a run wrote is in the folder although its interpreter ended itself", async () => {
  const code = `
import os
for i in range(12):
    with open(f"/mnt/w/closed{i}", "w") as f:
        f.write("closed")
log = open("/mnt/w/log", "w")
log.write("flushed")
log.flush()
os._exit(1)`;
  const ended = await client.call("run_python", { code });
  assert.equal(stateOf(ended), "crashed", textOf(ended));
  for (let i = 0; i < 12; i++) assert.equal(readFileSync(path.join(folder, `closed${i}`), "utf8"), "closed");
  assert.equal(readFileSync(path.join(folder, "log"), "utf8"), "flushed");
});

test("what a run wrote is in the folder although it ignores interrupts and is ended for it", async () => {
  const code = `
log = open("/mnt/w/deaf", "w")
log.write("flushed")
log.flush()
while True:
    try:
        while True:
            pass
    except BaseException:
        pass`;
  const ended = await client.call("run_python", { code, timeout_s: 1 });
  assert.equal(stateOf(ended), "killed", textOf(ended));
  assert.equal(readFileSync(path.join(folder, "deaf"), "utf8"), "flushed");
});
