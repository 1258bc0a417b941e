// SPDX-License-Identifier: MIT
// Sessions as a client meets them: what create_session's arguments do, queues, limits, and ends of every kind.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { Program } from "./program.mjs";
import { connect, runOf, stateOf, textOf } from "./client.mjs";

let program;
let client;

before(async () => {
  program = await new Program().start(["--headless", "--approve", "allow"]);
  client = await connect(program.endpoint);
});

after(async () => {
  await client?.close();
  await program?.stop();
  await program?.remove();
});

const run = (code, more = {}) => client.call("run_python", { code, ...more });

// Begins `code` and waits until it runs, or is over.
async function begin(code, more = {}) {
  let result = await run(code, { wait_s: 0, ...more });
  const id = runOf(result);
  while (["pending_approval", "queued", "starting"].includes(stateOf(result))) result = await client.call("get_run", { run: id, wait_s: 0 });
  return id;
}

test("every argument of create_session has its effect", { timeout: 120_000 }, async () => {
  const created = await client.call("create_session", { name: "made", memory_mb: 256, timeout_s: 1, env: { GREETING: "こんにちは" }, packages: ["TQDM"] });
  assert.match(textOf(created), /^Session made · id s\w+ · /);
  assert.match(textOf(created), /loads tqdm \d/);
  const inMade = (code) => run(code, { session: "made" });
  assert.match(textOf(await inMade("import os; os.environ['GREETING']")), /こんにちは/);
  assert.match(textOf(await inMade("from importlib.metadata import version; version('tqdm')")), /'\d+/);
  assert.match(textOf(await inMade("bytearray(300 * 1024 * 1024)")), /MemoryError/);
  const late = await inMade("while True: pass");
  assert.equal(stateOf(late), "timeout", textOf(late));
  // The same in a session without the arguments.
  assert.match(textOf(await run("import os; os.environ.get('GREETING')")), /No output/);
  assert.match(textOf(await run("from importlib.metadata import version; version('tqdm')")), /PackageNotFoundError/);
  assert.equal(stateOf(await run("len(bytearray(300 * 1024 * 1024))")), "complete");
});

test("create_session says that TZ moves no clock, and what does", { timeout: 60_000 }, async () => {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const there = here === "America/New_York" ? "Asia/Tokyo" : "America/New_York";
  const created = await client.call("create_session", { name: "zone", env: { TZ: there } });
  assert.match(textOf(created), /TZ is set, and moves no clock here/);
  const advice = /zoneinfo\.ZoneInfo\("[\w/]+"\)/.exec(textOf(created))?.[0];
  const code = `import datetime, time, zoneinfo
moment = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)
print(moment.astimezone(${advice}).utcoffset(), time.localtime(moment.timestamp()).tm_gmtoff)`;
  const said = textOf(await run(code, { session: "zone" }));
  const offset = (timeZone) => {
    const parts = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" }).formatToParts(new Date("2026-01-01T00:00:00Z"));
    const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(parts.find((part) => part.type === "timeZoneName").value);
    return sign ? (sign === "-" ? -1 : 1) * (hours * 3600 + minutes * 60) : 0;
  };
  assert.match(said, there === "Asia/Tokyo" ? /9:00:00/ : /-1 day, 19:00:00/, said); // as it says
  assert.match(said, new RegExp(` ${offset(here)}$`, "m"), said); // and so is what does not move
  const same = await client.call("create_session", { name: "here", env: { TZ: here } });
  assert.doesNotMatch(textOf(same), /moves no clock/);
});

test("who subscribed to sessions is told when one is made, works and ends", { timeout: 60_000 }, async () => {
  const told = [];
  client.client.fallbackNotificationHandler = async ({ params }) => void told.push(params.uri);
  const has = async (uri) => {
    while (!told.includes(uri)) await new Promise((resolve) => setImmediate(resolve));
    told.length = 0;
  };
  await client.client.subscribeResource({ uri: "sessions://" });
  await client.call("create_session", { name: "told" });
  await has("sessions://");
  await client.client.unsubscribeResource({ uri: "sessions://" });
  await client.client.subscribeResource({ uri: "session://told" });
  await run("1", { session: "told" });
  await has("session://told");
  await client.call("close_session", { session: "told" });
  await has("session://told");
});

test("a package that is not here and a saved lock are refused in words", async () => {
  const missing = await client.call("create_session", { packages: ["numpy", "left-pad"] });
  assert.equal(missing.isError, true);
  assert.match(textOf(missing), /left-pad/);
  const locked = await client.call("create_session", { lock: "mine" });
  assert.equal(locked.isError, true);
  assert.match(textOf(locked), /lock/);
});

test("one run at a time: others are told their position, and list_sessions the length of the queue", { timeout: 120_000 }, async () => {
  const first = await begin("import time; time.sleep(600)", { timeout_s: 600 }); // until it is interrupted
  const second = runOf(await run("1", { wait_s: 0 }));
  const third = runOf(await run("2", { wait_s: 0 }));
  const asText = async (id) => textOf(await client.call("get_run", { run: id, wait_s: 0 }));
  let text = await asText(third);
  while (text.includes("· pending_approval ·")) text = await asText(third);
  assert.match(text, /· queued · session default/);
  assert.match(text, /position 2/);
  assert.match(await asText(second), /position 1/);
  assert.match(textOf(await client.call("list_sessions")), /^default · .* · busy · .* · 2 queued · its process has \d+ MB · limit of Python's memory 1024 MB/m);
  // Another session does not wait.
  assert.equal(stateOf(await run("3", { session: "made" })), "complete");
  await client.call("interrupt_run", { run: first });
  assert.equal(stateOf(await client.call("get_run", { run: third })), "complete");
});

// They share the processors politely: eight that spin leave none to whoever interrupts them.
test("eight sessions run at once", { timeout: 180_000 }, async () => {
  const names = Array.from({ length: 8 }, (_, i) => `eight-${i}`);
  for (const name of names) await client.call("create_session", { name });
  const ids = [];
  for (const session of names) ids.push(await begin(`me = "${session}"\nimport time\nwhile True: time.sleep(0.01)`, { session }));
  for (const id of ids) await client.call("interrupt_run", { run: id });
  for (const id of ids) {
    const end = await client.call("get_run", { run: id });
    assert.equal(stateOf(end), "interrupted", textOf(end).slice(0, 500));
  }
  for (const session of names) {
    assert.match(textOf(await run("me", { session })), new RegExp(`'${session}'`));
    await client.call("close_session", { session });
  }
});

for (const [what, code] of [
  ["a loop", "while True: pass"],
  ["an await", "import asyncio\nawait asyncio.sleep(600)"],
  ["time.sleep", "import time; time.sleep(600)"],
  ["a regular expression", "import re; re.match(r'(a+)+$', 'a' * 40 + 'b')"],
  ["a flood of output", "while True: print('x' * 1000)"],
]) {
  test(`${what} is interrupted, and the variables are kept`, { timeout: 60_000 }, async () => {
    await run("kept = 41");
    const id = await begin(code);
    await client.call("interrupt_run", { run: id });
    const end = await client.call("get_run", { run: id });
    assert.equal(stateOf(end), "interrupted", textOf(end).slice(0, 500));
    assert.match(textOf(end), /variables are kept/);
    assert.match(textOf(await run("kept + 1")), /42/);
  });
}

for (const [what, code, state, reason, stop] of [
  ["C code", "sum(range(10 ** 12))", "killed", /did not stop within 1 s/, true],
  ["code that swallows the interrupt", "while True:\n  try:\n    while True: pass\n  except BaseException: pass", "killed", /did not stop within 1 s/, true],
  ["a full JavaScript heap", "import js\na = js.Array.new()\nwhile True: a.push(js.Array.new(10 ** 7).fill(1.5))", "crashed", /JavaScript objects fill their memory/],
  ["memory beside Python's heap", "import js\na = js.Array.new()\nwhile True: a.push(js.Uint8Array.new(10 ** 8).fill(1))", "killed", /used \d+ MiB of memory, but may use 2560 MiB/],
  ["os._exit", "import os; os._exit(3)", "crashed", /exit\(3\)/],
  ["a fault in wasm", "import ctypes; ctypes.string_at(0xfffffff0, 100)", "crashed", /memory access out of bounds/],
]) {
  test(`${what}: the run ends as ${state} with the reason, the session lives on, others do not notice`, { timeout: 120_000 }, async () => {
    await run("lost = 1");
    await run("kept = 41", { session: "made" });
    const id = await begin(code);
    if (stop) await client.call("interrupt_run", { run: id });
    const end = await client.call("get_run", { run: id });
    assert.equal(stateOf(end), state, textOf(end).slice(0, 500));
    assert.match(textOf(end), reason);
    assert.match(textOf(end), /variables are gone/);
    assert.match(textOf(await run("'lost' in globals()")), /False/);
    assert.match(textOf(await run("kept + 1", { session: "made" })), /42/);
  });
}

test("a full Python heap is a MemoryError, and the session lives on with its variables", { timeout: 60_000 }, async () => {
  await run("kept = 41");
  const result = await run("a = []\nwhile True: a.append(bytearray(10 ** 8))");
  assert.equal(stateOf(result), "error");
  assert.match(textOf(result), /MemoryError/);
  assert.match(textOf(await run("del a; kept + 1")), /42/);
});

test("a full /session is an OSError that says so", { timeout: 60_000 }, async () => {
  const result = await run("with open('/session/big', 'wb') as f:\n  for _ in range(2000): f.write(bytes(10 ** 6))");
  assert.match(textOf(result), /No space left on device/);
  assert.match(textOf(result), /may take 512 MiB/);
  assert.equal(stateOf(await run("import os; os.remove('/session/big'); open('/session/small', 'w').write('x')")), "complete");
});

test("a session that asks for nothing gets what the person has set", { timeout: 120_000 }, async () => {
  const other = new Program({ settings: { "sessions.memory_mb": 256, "sessions.timeout_s": 1, "sessions.folder_mb": 16 } });
  try {
    await other.start(["--headless", "--approve", "allow"]);
    const own = await connect(other.endpoint);
    const inIt = (code) => own.call("run_python", { code });
    assert.match(textOf(await inIt("bytearray(300 * 1024 * 1024)")), /MemoryError/);
    assert.match(textOf(await inIt("open('/session/big', 'wb').write(b'x' * (17 << 20))")), /may take 16 MiB together/);
    assert.match(textOf(await inIt("open('/session/big', 'wb').write(b'x' * (15 << 20))")), /15728640/);
    const late = await inIt("while True: pass");
    assert.equal(stateOf(late), "timeout", textOf(late));
    const { tools } = await own.client.listTools();
    const { memory_mb, timeout_s } = tools.find(({ name }) => name === "create_session").inputSchema.properties;
    assert.match(memory_mb.description, /default 256\./);
    assert.match(timeout_s.description, /default 1\./);
    await own.close();
  } finally {
    await other.remove();
  }
});

test("restart_session and close_session end what runs, and say so", { timeout: 60_000 }, async () => {
  const running = await begin("while True: pass");
  const restarted = await client.call("restart_session", { session: "default" });
  assert.match(textOf(restarted), /variables are gone/);
  const end = await client.call("get_run", { run: running });
  assert.equal(stateOf(end), "killed");
  assert.match(textOf(end), /The client restarted the session/);
  await client.call("close_session", { session: "made" });
  const gone = await run("1", { session: "made" });
  assert.equal(gone.isError, true);
  assert.match(textOf(gone), /no session "made"/);
});
