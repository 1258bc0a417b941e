// SPDX-License-Identifier: MIT
// Every official client does what people do: connect, list, run after a real click, see progress, take a request
// back, look at a plot, and come back after a lost connection.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { APPROVAL, allowWithMouse, closeWithMouse, isShown } from "../e2e/approval.mjs";
import { Display } from "../e2e/display.mjs";
import { Program } from "../e2e/program.mjs";
import { runOf, stateOf, textOf } from "../e2e/client.mjs";
import * as adapters from "./adapters.mjs";

const UNFINISHED = ["pending_approval", "queued", "starting", "running"];

const CLIENTS = [
  { name: "TypeScript SDK 1.x", open: adapters.typescriptOne },
  { name: "TypeScript SDK 1.x over HTTP+SSE", open: adapters.typescriptSse },
  { name: "TypeScript SDK 2.x, legacy", open: adapters.typescriptTwo("legacy") },
  { name: "TypeScript SDK 2.x, auto", open: adapters.typescriptTwo("auto"), revision: "2026-07-28" },
  { name: "Python SDK, legacy", open: adapters.python("legacy") },
  { name: "Python SDK, auto", open: adapters.python("auto"), revision: "2026-07-28" },
  { name: "mcp-remote", open: adapters.mcpRemote },
  { name: "MCP Inspector", open: adapters.inspector, oneShot: true },
];

let display;
let program;

before(async () => {
  display = await Display.start();
  program = await new Program({ settings: { "approvals.time_s": 300 } }).start(["--tray"], display);
});

after(async () => {
  await program?.remove();
  display?.stop();
});

async function newKey(label) {
  const { out, code, err } = await program.command("key", "add", label);
  assert.equal(code, 0, err);
  return /gb_[A-Za-z0-9_-]+/.exec(out)[0];
}

const plot = (who) => `import matplotlib.pyplot as plt
print("hello from ${who}")
plt.plot([1, 2, 3])
plt.title("${who}")
plt.show()
`;

async function finished(client, result) {
  while (UNFINISHED.includes(stateOf(result))) result = await client.call("get_run", { run: runOf(result) });
  return result;
}

// Asks for a run and clicks on Allow once the client has been told that it waits.
async function runAfterClick(client, code, oneShot) {
  let told;
  const progress = new Promise((resolve) => (told = resolve));
  const asked = client.call("run_python", { code }, { onProgress: told });
  if (!oneShot) await Promise.race([progress, asked]);
  await allowWithMouse(display);
  const result = await finished(client, await asked);
  assert.equal(stateOf(result), "complete", textOf(result));
  return result;
}

function assertPlotAndText(result, who) {
  assert.ok(textOf(result).includes(`hello from ${who}`), textOf(result));
  const image = result.content.find((block) => block.type === "image");
  assert.equal(image?.mimeType, "image/png");
  assert.equal(Buffer.from(image.data, "base64").subarray(1, 4).toString(), "PNG");
}

async function takeBack(client) {
  const controller = new AbortController();
  const code = "print('taken back')";
  const asked = client.call("run_python", { code }, { signal: controller.signal, onProgress: () => {} });
  const outcome = asked.then(() => "answered", () => "cancelled");
  await display.until("the request", () => display.window(APPROVAL));
  controller.abort();
  assert.equal(await outcome, "cancelled");
  await display.until("the request to be taken back", async () => {
    const { out } = await program.command("journal", "export");
    return /"take_back"/.test(out.split("taken back").at(-1));
  });
  const id = display.window(APPROVAL);
  if (id && isShown(display, id)) await closeWithMouse(display);
}

for (const { name, open, revision, oneShot } of CLIENTS) {
  test(`${name} does a whole conversation`, { timeout: 240_000 }, async () => {
    const key = await newKey(name.replace(/[^A-Za-z0-9. ]/g, " "));
    const first = await open(program.endpoint, key, name, program.home);
    if (revision) assert.equal(first.revision, revision);
    const names = (await first.tools()).map((tool) => tool.name);
    assert.ok(names.includes("run_python") && names.includes("get_run"), names.join());
    const result = await runAfterClick(first, plot(name), oneShot);
    assertPlotAndText(result, name);
    if (!oneShot) await takeBack(first);
    await first.leave();

    const again = await open(program.endpoint, key, name, program.home);
    const fetched = await again.call("get_run", { run: runOf(result) });
    assert.equal(stateOf(fetched), "complete");
    assertPlotAndText(fetched, name);
    await again.end();
  });
}

test("two clients with the same request ids get their own answers", { timeout: 240_000 }, async () => {
  const open = async (who) => adapters.typescriptOne(program.endpoint, await newKey(who), who);
  // Both count their ids from zero, so the calls below carry the same ones at the same time. No more than
  // 64 connections are taken, and each call has its own.
  const clients = [await open("left"), await open("right")];
  await Promise.all(
    Array.from({ length: 40 }, async (_, i) => {
      const run = `r${(i % 2) + 1}000${i}`; // no such run: the answer names what was asked for
      assert.ok(textOf(await clients[i % 2].call("get_run", { run })).includes(run));
    }),
  );
  for (const client of clients) await client.end();
});
