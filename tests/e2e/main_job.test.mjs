// SPDX-License-Identifier: MIT
// The main job, end to end on real parts: the official client, a real window, a real mouse click.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Display } from "./display.mjs";
import { APPROVAL, allowWithMouse, closeWithMouse, denyWithMouse } from "./approval.mjs";
import { Program, give, ownFolder } from "./program.mjs";
import { connect, runOf, stateOf, textOf } from "./client.mjs";

const FIRST = process.env.GLOVEBOX_FIRST_RESULT; // a file for the seconds from the program's start to the first result
const PICTURES = process.env.GLOVEBOX_E2E_PICTURES; // where screenshots go, when somebody wants to look

let display;
let program;
let one;
let started; // when the program was

// About 50,000 rows with Japanese column names.
function writeSales(folder) {
  const file = path.join(folder, "売上_2026.csv");
  const regions = ["関東", "近畿", "中部", "九州", "東北", "北海道"];
  const lines = ["日付,地域,店舗,品目,数量,売上"];
  for (let i = 0; i < 50_000; i++) {
    const month = String((i % 9) + 1).padStart(2, "0");
    const day = String((i % 28) + 1).padStart(2, "0");
    lines.push(`2026-${month}-${day},${regions[i % 6]},店舗${i % 34},品目${i % 12},${(i % 7) + 1},${100 + ((i * 37) % 900)}`);
  }
  writeFileSync(file, lines.join("\n") + "\n");
  give(file);
}

const PLOT = `# 地域別 月次売上
import warnings
warnings.simplefilter("error")
import pandas as pd
import matplotlib.pyplot as plt

df = pd.read_csv("/mnt/sales/売上_2026.csv", parse_dates=["日付"])
表 = df.pivot_table(index=df["日付"].dt.month, columns="地域", values="売上", aggfunc="sum")
print(f"{len(df):,} 行, {df['店舗'].nunique()} 店舗")
print(表)
ax = 表.plot(kind="bar", stacked=True, title="地域別 月次売上 2026年")
ax.set_xlabel("月")
ax.set_ylabel("売上（円）")
plt.show()
int(df["売上"].sum())
`;

// Keeps what the person sees, when somebody asked for pictures.
function look() {
  if (PICTURES) display.screenshot(path.join(PICTURES, `approval-${Date.now()}.png`));
}

before(async () => {
  if (PICTURES) mkdirSync(PICTURES, { recursive: true });
  display = await Display.start();
  program = new Program({ isFirst: true, settings: { "approvals.time_s": 300 } });
  const sales = ownFolder(program.home, "売上データ");
  writeSales(sales);
  const scratch = ownFolder(program.home, "scratch");
  started = performance.now();
  await program.start(["--tray", "--mount", `sales=${sales}:ro`, "--mount", `scratch=${scratch}:rw`], display);
  one = await connect(program.endpoint);
});

after(async () => {
  await one?.close();
  if (program) {
    await program.stop();
    if (process.env.GLOVEBOX_E2E_LOG) appendFileSync(process.env.GLOVEBOX_E2E_LOG, program.log);
    await program.remove();
  }
  display?.stop();
});

test("a mounted CSV is read, grouped and plotted after a real click on Allow", { timeout: 240_000 }, async () => {
  const asked = one.call("run_python", { code: PLOT });
  await allowWithMouse(display, { look });
  let result = await asked;
  while (["pending_approval", "queued", "starting", "running"].includes(stateOf(result))) {
    result = await one.call("get_run", { run: runOf(result) });
  }
  const text = textOf(result);
  assert.equal(stateOf(result), "complete", `${text}\n${program.log}`);
  if (FIRST) writeFileSync(FIRST, String(Math.round((performance.now() - started) / 1000)));
  assert.match(text, /50,000 行, 34 店舗/);
  for (const region of ["関東", "北海道"]) assert.ok(text.includes(region), text);
  assert.doesNotMatch(text, /Glyph|missing/);
  assert.ok(text.includes("地域別 月次売上 2026年"), "the plot's title is told in words too");
  const image = result.content.find((c) => c.type === "image");
  assert.equal(image?.mimeType, "image/png");
  const bytes = Buffer.from(image.data, "base64");
  assert.deepEqual([...bytes.subarray(0, 8)], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  assert.ok(bytes.length > 5_000);
  if (PICTURES) writeFileSync(path.join(PICTURES, "plot.png"), bytes);
  const { contents } = await one.client.readResource({ uri: `run://${runOf(result)}/plots/1` });
  assert.equal(contents[0].mimeType, "image/png");
  const printed = await one.client.readResource({ uri: `run://${runOf(result)}/output` });
  assert.match(printed.contents[0].text, /50,000 行/);
});

test("what the person denies does not run, and their words reach the model", { timeout: 120_000 }, async () => {
  const asked = one.call("run_python", { code: "open('/mnt/scratch/denied.txt', 'w').write('x')" });
  await denyWithMouse(display, { look });
  const result = await asked;
  assert.equal(stateOf(result), "denied");
  assert.equal(result.isError, true);
  const listing = await one.call("list_directory", { path: "/mnt/scratch" });
  assert.doesNotMatch(textOf(listing), /denied\.txt/);
});

test("a client that ends its session takes its request back", { timeout: 120_000 }, async () => {
  const other = await connect(program.endpoint, { name: "vanishing" });
  const asked = other.call("run_python", { code: "print('never')" }).catch((error) => error);
  await display.until("the request", () => display.window(APPROVAL));
  await other.transport.terminateSession();
  await other.close();
  await asked;
  const journal = await display.until("the request to be taken back", async () => {
    const { out } = await program.command("journal", "export");
    return out.includes('"take_back"') ? out : null;
  });
  assert.doesNotMatch(journal, /"started"[^\n]*never/);
  // The person is told, and closes it; the request is never simply gone from under their eyes.
  await closeWithMouse(display, { look });
});

test("two clients cannot see each other's runs and sessions", { timeout: 120_000 }, async () => {
  const { out, code, err } = await program.command("key", "add", "Second");
  assert.equal(code, 0, err);
  const key = /gb_[A-Za-z0-9_-]+/.exec(out)[0];
  const two = await connect(program.endpoint, { key, name: "second" });
  const session = await one.call("create_session", { name: "mine" });
  assert.ok(!session.isError, textOf(session));
  const asked = one.call("run_python", { code: "secret = 42\nprint(secret)", session: "mine" });
  await allowWithMouse(display, { look });
  const mine = await asked;
  assert.equal(stateOf(mine), "complete", textOf(mine));
  const foreign = await two.call("get_run", { run: runOf(mine) });
  const unknown = await two.call("get_run", { run: "r999999" });
  assert.equal(foreign.isError, true);
  assert.equal(textOf(foreign).replace(runOf(mine), "X"), textOf(unknown).replace("r999999", "X"));
  assert.doesNotMatch(textOf(await two.call("list_sessions")), /mine/);
  await assert.rejects(two.client.readResource({ uri: `run://${runOf(mine)}/output` }), /no resource/);
  const restarted = await two.call("restart_session", { session: "mine" });
  assert.equal(restarted.isError, true);
  await two.close();
});

test("nobody answers: nothing runs, and that is not called a denial", { timeout: 120_000 }, async () => {
  const quick = new Program({ isFirst: true, settings: { "approvals.time_s": 2 } });
  try {
    await quick.start(["--tray"], display);
    const client = await connect(quick.endpoint);
    const result = await client.call("run_python", { code: "print(1)" });
    assert.equal(stateOf(result), "expired");
    assert.match(textOf(result), /not a denial|nobody answered|no answer/i);
    await client.close();
  } finally {
    await quick.remove();
  }
});

test("the journal holds what happened and verifies, also after kill -9", { timeout: 120_000 }, async () => {
  await program.stop("SIGKILL");
  const verified = await program.command("journal", "verify");
  assert.equal(verified.code, 0, verified.out + verified.err);
  const { out } = await program.command("journal", "export");
  const events = out.trim().split("\n").map((line) => JSON.parse(line));
  const kinds = new Set(events.map((e) => e.kind));
  for (const kind of ["asked", "decided", "started", "output", "display", "ended"]) assert.ok(kinds.has(kind), kind);
  assert.ok(events.some((e) => e.kind === "asked" && e.body.record.code === PLOT));
});
