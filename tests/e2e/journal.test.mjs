// SPDX-License-Identifier: MIT
// The journal of the real program: what the commands say of it, and running again from its screen.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { allowWithMouse, answerWithKey } from "./approval.mjs";
import { Display } from "./display.mjs";
import { Program } from "./program.mjs";
import { connect, runOf, stateOf, textOf } from "./client.mjs";
import { ScreenReader } from "./screenreader.mjs";

const PICTURES = process.env.GLOVEBOX_E2E_PICTURES; // where screenshots go, when somebody wants to look
const CODE = `# 売上高の確認
import sys
print("売上高", 312.7)
print("careful", file=sys.stderr)
6 * 7
`;

let display;
let reader;
let program;
let client;

before(async () => {
  if (PICTURES) mkdirSync(PICTURES, { recursive: true });
  display = await Display.start();
  reader = await ScreenReader.start();
  program = new Program({ settings: { "approvals.time_s": 300 } });
  program.extra = reader.environment;
  await program.start(["--tray"], display);
  client = await connect(program.endpoint);
});

after(async () => {
  await client?.close();
  await program?.remove();
  display?.stop();
  reader?.stop();
});

const rows = async () => {
  const { out } = await program.command("journal", "export");
  return out.trim().split("\n").map((line) => JSON.parse(line));
};

async function overOf(result) {
  while (["queued", "starting", "running", "pending_approval"].includes(stateOf(result))) {
    result = await client.call("get_run", { run: runOf(result) });
  }
  return result;
}

test("a run is kept with digests of its files, exported as a notebook, and verified", { timeout: 240_000 }, async () => {
  const asked = client.call("run_python", { code: CODE });
  await allowWithMouse(display);
  const result = await overOf(await asked);
  assert.equal(stateOf(result), "complete", textOf(result));
  const kept = await display.until("the digest of its output", async () => (await rows()).find((row) => row.kind === "kept"));
  assert.equal(kept.run, runOf(result));
  assert.match(kept.body.output.sha256, /^[0-9a-f]{64}$/);
  assert.match(kept.body.output.head, /売上高 312\.7/);

  const notebook = JSON.parse((await program.command("journal", "export", "ipynb")).out);
  assert.equal(notebook.nbformat, 4);
  const cell = notebook.cells.find((one) => one.id === runOf(result));
  const whole = (text) => [text].flat().join(""); // nbformat: one string, or one for each line
  assert.equal(whole(cell.source), CODE);
  assert.deepEqual(cell.outputs.map((output) => output.output_type), ["stream", "stream", "execute_result"]);
  assert.equal(whole(cell.outputs[0].text), "売上高 312.7\n");
  assert.equal(whole(cell.outputs[2].data["text/plain"]), "42");
  assert.match((await program.command("journal", "export", "md")).out, /```python\n# 売上高の確認/);

  const verified = await program.command("journal", "verify");
  assert.equal(verified.code, 0, verified.out + verified.err);
  assert.match(verified.out, /1 file/);
});

test("the screen finds it by two characters and runs it again, after asking, in a session of its own", { timeout: 240_000 }, async () => {
  await program.raise(display);
  const window = await display.until("the main window", () => display.windowMatching(" — Glovebox$|^Glovebox$"));
  await display.activate(window);
  display.run("xdotool", "key", "ctrl+5");
  await display.until("the journal", () => display.windowMatching("^Journal — Glovebox$"));
  display.run("xdotool", "key", "ctrl+f");
  display.run("xdotool", "type", "312");
  if (PICTURES) await display.stillPicture(path.join(PICTURES, "journal.png"));
  display.run("xdotool", "key", "ctrl+r");
  const again = await display.until("the request", async () => {
    const asked = (await rows()).filter((row) => row.kind === "asked");
    return asked.length === 2 && asked[1];
  });
  assert.equal(again.body.record.code, CODE);
  assert.notEqual(again.body.record.session, (await rows()).find((row) => row.kind === "asked").body.record.session);
  assert.ok(!(await rows()).some((row) => row.run === again.run && row.kind === "decided"), "it is asked");
  await answerWithKey(display, reader, "alt+a");
  const ended = await display.until("its end", async () =>
    (await rows()).find((row) => row.run === again.run && row.kind === "ended"));
  assert.equal(ended.body.state, "complete");
  if (PICTURES) {
    display.run("xdotool", "key", "ctrl+5");
    await display.stillPicture(path.join(PICTURES, "journal-compared.png"));
  }
});

test("rows that were edited by hand, and a tail that was cut off, are told", { timeout: 120_000 }, async () => {
  await client.close();
  await program.stop();
  const database = path.join(program.profile, "journal.sqlite");
  const whole = readFileSync(database);
  const tamper = (...statements) => {
    writeFileSync(database, whole);
    execFileSync("python3", ["-c", `import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
for statement in sys.argv[2:]: assert db.execute(statement).rowcount != 0, statement
db.commit()
db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
db.close()`, database, ...statements]);
  };
  const last = "(SELECT max(row) FROM events)";
  for (const [what, ...statements] of [
    ["somebody else's code", "UPDATE events SET body = replace(body, '312.7', '999.9') WHERE kind = 'asked'"],
    ["a decision that was a denial", "UPDATE events SET body = replace(body, '\"allow\"', '\"deny\"') WHERE kind = 'decided'"],
    ["a row in the middle that is gone", `DELETE FROM events WHERE row = ${last} - 3`],
    ["a tail that is gone", `DELETE FROM events WHERE row = ${last}`],
    // As somebody would who knows how the rows are chained: only the head outside of the database tells.
    ["a tail that is gone, and the head in the database with it", `DELETE FROM events WHERE row = ${last}`,
      `UPDATE head SET rows = rows - 1, digest = (SELECT digest FROM events WHERE row = ${last})`],
  ]) {
    tamper(...statements);
    const verified = await program.command("journal", "verify");
    assert.equal(verified.code, 1, `${what}: ${verified.out}`);
    assert.match(verified.err, /row|end|chain|cut/i, what);
  }
  tamper("UPDATE events SET body = body");
  const verified = await program.command("journal", "verify"); // the control
  assert.equal(verified.code, 0, verified.err);
});

test("an output that somebody changed is told", { timeout: 60_000 }, async () => {
  const kept = (await rows()).find((row) => row.kind === "kept");
  appendFileSync(path.join(program.profile, "runs", kept.run, "output"), "more\n");
  const verified = await program.command("journal", "verify");
  assert.equal(verified.code, 1);
  assert.match(verified.err, new RegExp(`output of ${kept.run} is not what was written`));
});
