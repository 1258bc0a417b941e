// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import test from "node:test";
import { AheadTransport, GatherTransport, wakeByMailbox } from "../../pyodide/worker/lane.mjs";
import { decodeFrames, encodeFrame, encodeFrameInto } from "../../pyodide/worker/protocol.mjs";
import { PageHelp } from "../../pyodide/worker/pagehelp.mjs";
import { CANCEL_SEEN, CONTROL_WORDS, KIND_FRAME, KIND_STDOUT, NUDGED, RingWriter, TAKEN, UNWANTED }
    from "../../pyodide/worker/ring.mjs";
import { shell } from "./support/shell.mjs";

const NONCE = "0123456789abcdef0123456789abcdef";
const turn = () => new Promise(setImmediate);

/** A Shell with a worker, port and fetch that record what they get. */
function setUp({ fetch } = {}) {
    const worker = { posted: [], postMessage(message) { this.posted.push(message); } };
    const sent = [];
    let receive;
    const page = new shell.Shell({
        page: { page: "0".repeat(32), nonce: NONCE },
        port: { send: async (text) => { sent.push(JSON.parse(text)); },
                set outbox(text) { sent.push(text); },
                received: { connect: (slot) => { receive = slot; } } },
        worker,
        memory: (bytes) => new SharedArrayBuffer(bytes),
        fetch: fetch ?? (async () => ({ ok: true, arrayBuffer: async () => undefined })),
    });
    const setup = worker.posted.shift();
    const writer = new RingWriter(setup.ring, () => worker.onmessage({ data: { kind: "drain" } }));
    return { page, worker, sent, setup, writer, receive: (m) => receive(JSON.stringify(m)),
             receiveText: (text) => receive(text) };
}

const framesOf = (message) => decodeFrames(shell.fromBase64(message.frames));

test("hands the worker its shared memory", () => {
    const { setup } = setUp();
    assert.equal(setup.kind, "setup");
    assert.ok(setup.ring.byteLength > 1 << 20);
    for (const name of ["ring", "mailbox", "interrupt", "ahead", "gather"])
        assert.ok(setup[name] instanceof SharedArrayBuffer);
});

test("carries the program's messages to the worker unchanged", () => {
    const { worker, receive } = setUp();
    const message = { v: 1, nonce: NONCE, type: "mounts", mounts: [] };
    receive({ kind: "post", message });
    assert.deepEqual(worker.posted, [{ kind: "message", message }]);
});

test("sends small records as text, at once", async () => {
    const { sent, writer } = setUp();
    writer.write(KIND_FRAME, encodeFrame({ type: "heap", bytes: 1 }));
    await turn();
    assert.deepEqual(sent.map((m) => [m.kind, framesOf(m)[0].header.type]), [["records", "heap"]]);
});

test("sends large records in bulk, with nonce and length, as bytes and not as a Blob", async () => {
    const requests = [];
    const fetch = async (url, options) => {
        requests.push({ url, ...options });
        return { ok: true, arrayBuffer: async () => undefined };
    };
    const { writer } = setUp({ fetch });
    writer.writeStream(KIND_STDOUT, new Uint8Array(20_000));
    await turn();
    const [{ url, method, headers, body }] = requests;
    assert.deepEqual([url, method], ["/lane/records", "POST"]);
    assert.deepEqual(headers, { "x-glovebox-nonce": NONCE,
                                "x-glovebox-length": String(body.length) });
    assert.ok(body instanceof Uint8Array);
});

test("has one hand-over under way, so that later records cannot overtake", async () => {
    let release;
    const gate = new Promise((resolve) => { release = resolve; });
    const order = [];
    const fetch = async () => {
        await gate;
        order.push("bulk");
        return { ok: true, arrayBuffer: async () => undefined };
    };
    const { sent, writer, page } = setUp({ fetch });
    writer.writeStream(KIND_STDOUT, new Uint8Array(20_000));
    writer.write(KIND_FRAME, encodeFrame({ type: "done" }));
    page.pump.drain();
    await turn();
    assert.deepEqual([sent.length, order], [0, []]);
    release();
    await turn();
    await turn();
    assert.deepEqual([framesOf(sent[0])[0].header.type, order], ["done", ["bulk"]]);
});

test("no request is larger than 1 MiB", async () => {
    const sizes = [];
    const fetch = async (_url, { body }) => {
        sizes.push(body.length);
        return { ok: true, arrayBuffer: async () => undefined };
    };
    const { writer } = setUp({ fetch });
    for (let i = 0; i < 28; i++)
        writer.writeStream(KIND_STDOUT, new Uint8Array(65536));
    for (let i = 0; i < 10; i++)
        await turn();
    assert.ok(sizes.length > 1 && sizes.every((size) => size <= 1 << 20), String(sizes));
});

test("a refused bulk request ends the session's records with a reason", async () => {
    const fetch = async () => ({ ok: false, status: 403, arrayBuffer: async () => undefined });
    const { sent, writer } = setUp({ fetch });
    writer.writeStream(KIND_STDOUT, new Uint8Array(20_000));
    await turn();
    await turn();
    const { header } = framesOf(sent.at(-1))[0];
    assert.equal(header.type, "fatal");
    assert.equal(header.nonce, NONCE);
    assert.match(header.reason, /403/);
});

async function wake(mailbox) {
    wakeByMailbox(mailbox)();
    for (let i = 0; i < 10; i++)
        await turn();
}

test("forwards a call and writes its answer into the mailbox, again and again", async () => {
    const { setup, sent, receiveText } = setUp();
    const control = new Int32Array(setup.mailbox, 0, 4);
    const data = new Uint8Array(setup.mailbox, 16);
    data.set([1, 2, 3]);
    control.set([1, 3, 9]);
    await wake(setup.mailbox);
    assert.deepEqual(sent, ["9 AQID"]);
    receiveText("reply 8 BAUG");
    assert.equal(control[0], 1, "an answer to another call must be ignored");
    receiveText("reply 9 BAUG");
    assert.deepEqual([control[0], control[1], [...data.subarray(0, 3)]], [2, 3, [4, 5, 6]]);
    await wake(setup.mailbox); // without a call
    control.set([1, 3, 10]);
    await wake(setup.mailbox);
    assert.deepEqual(sent, ["9 AQID", "10 BAUG"]);
});

test("says so when an answer does not fit the mailbox", async () => {
    const { setup, receiveText } = setUp();
    const control = new Int32Array(setup.mailbox, 0, 4);
    control.set([1, 0, 1]);
    await wake(setup.mailbox);
    receiveText(`reply 1 ${shell.toBase64(new Uint8Array(70_000))}`);
    assert.equal(control[0], 3);
});

// The page's end against the worker's own.
function withAhead(answer) {
    const asked = [];
    const set = setUp({ fetch: async (url, { body }) => {
        asked.push([url, body.length]);
        return { ok: true, arrayBuffer: async () => answer(body) };
    } });
    const transport = new AheadTransport(set.setup.ahead,
                                         (slot) => set.worker.onmessage({ data: { kind: "ahead", slot } }));
    return { ...set, asked, transport };
}

test("asks for a block that the worker does not wait for, and gives the slot back", async () => {
    const { asked, transport } = withAhead((body) => body.slice(1).buffer);
    const sent = new Uint8Array(64);
    const length = encodeFrameInto(sent, {}, new Uint8Array([9, 8, 7]));
    const slot = transport.begin({}, new Uint8Array([9, 8, 7]));
    await turn();
    assert.deepEqual(asked, [["/lane/call", length]]);
    assert.deepEqual([...transport.finish(slot)], [...sent.slice(1, length)]);
    const left = transport.begin({}, new Uint8Array([1]));
    assert.equal(left, slot);
    transport.leave(left);
    await turn();
    assert.equal(transport.begin({}, new Uint8Array([2])), left, "the slot is free again");
});

test("a worker that writes what it likes into the slots gets one call of each at most", async () => {
    let release;
    const { asked, setup, worker } = withAhead(() => new Promise((resolve) => { release = resolve; }));
    const control = new Int32Array(setup.ahead, 0, 4);
    const ask = (slot) => worker.onmessage({ data: { kind: "ahead", slot } });
    control.set([1, 5]);
    for (const slot of [0, 0, 0, 7, -1, "x", undefined])
        ask(slot);
    control[1] = 1 << 30;
    ask(1);
    await turn();
    assert.equal(asked.length, 1);
    release(new ArrayBuffer(3 * 1024 * 1024)); // longer than a slot: failed, not written past it
    await turn();
    await turn();
    assert.equal(control[0], 3);
});

function withGather(answer) {
    const set = withAhead(answer);
    const transport = new GatherTransport(set.setup.gather,
                                          (slot) => set.worker.onmessage({ data: { kind: "gather", slot } }));
    const lots = () => set.sent.map((text) => {
        const [id, frame] = text.split(" ");
        return [Number(id), decodeFrames(decodeFrames(shell.fromBase64(frame))[0].body).map(({ header }) => header.i)];
    });
    const add = (i, bytes = 0) => transport.add({ op: "fs.make" }, encodeFrame({ i }, new Uint8Array(bytes)), i);
    return { ...set, transport, lots, add };
}

test("sends what gathers, and the next lot as soon as the one before is answered", async () => {
    const { transport, lots, add, receiveText } = withGather();
    add(1);
    add(2);
    add(3);
    assert.deepEqual(lots().map(([, calls]) => calls), [[1]]);
    receiveText("reply 5 BAUG");
    await turn();
    assert.equal(lots().length, 1, "an answer to another call must be ignored");
    receiveText(`reply ${lots()[0][0]} BAUG`);
    await turn();
    assert.deepEqual(lots().map(([, calls]) => calls), [[1], [2, 3]]);
    assert.deepEqual(transport.settle(false), [{ calls: [1], answer: new Uint8Array([4, 5, 6]) }]);
    receiveText(`reply ${lots()[1][0]} BAUG`);
    await turn();
    assert.equal(transport.settle(true).length, 1);
    assert.equal(transport.busy, false);
});

test("sends a large lot in bulk, and says when that failed", async () => {
    let fails = false;
    const { asked, transport, add } = withGather((body) => {
        if (fails)
            throw new Error("no engine");
        return body.slice(0, 4).buffer;
    });
    add(1, 20_000);
    await turn();
    await turn();
    assert.equal(asked.length, 1);
    assert.equal(transport.settle(true)[0].answer.length, 4);
    fails = true;
    add(2, 20_000);
    await turn();
    await turn();
    assert.deepEqual(transport.settle(true), [{ calls: [2], answer: null }]);
});

test("a worker that writes what it likes into what gathers gets one call at a time", async () => {
    const { setup, worker, sent, receiveText } = withGather();
    const control = new Int32Array(setup.gather, 0, 4);
    const take = (slot) => worker.onmessage({ data: { kind: "gather", slot } });
    for (const [state, length] of [[1, 0], [1, 1 << 30], [1, -1], [3, 5], [4, 5], [77, 5]]) {
        control.set([state, length, 0]);
        take(0);
        await turn();
    }
    for (const slot of [7, -1, "x", undefined])
        take(slot);
    assert.equal(sent.length, 0);
    control.set([2, 5, 0]); // it is being filled
    take(0);
    await turn();
    assert.deepEqual([sent.length, control[2]], [0, 1]);
    control[0] = 1;
    for (let i = 0; i < 5; i++)
        take(0);
    await turn();
    assert.equal(sent.length, 1);
    receiveText(`reply ${sent[0].split(" ")[0]} ${shell.toBase64(new Uint8Array(300 * 1024))}`);
    await turn();
    assert.equal(control[0], 5, "an answer that does not fit is none");
});

const execute = { kind: "post", message: { v: 1, nonce: NONCE, type: "execute", run: "r1" } };

test("interrupts a busy worker by signal, after it did not take the message", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
    const { setup, worker, receive } = setUp();
    const byte = new Uint8Array(setup.interrupt);
    receive(execute);
    receive({ kind: "interrupt", run: "r1" });
    assert.deepEqual(worker.posted.at(-1), { kind: "cancel", run: "r1", seq: 1 });
    assert.equal(byte[0], 0);
    t.mock.timers.tick(30);
    assert.equal(byte[0], 2);
});

test("does not signal a worker that took the message", (t) => {
    t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
    const { setup, receive } = setUp();
    receive(execute);
    receive({ kind: "interrupt", run: "r1" });
    Atomics.store(new Int32Array(setup.ring, 0, 16), CANCEL_SEEN, 1);
    t.mock.timers.tick(30);
    assert.equal(new Uint8Array(setup.interrupt)[0], 0);
});

test("an interrupt never reaches another run", (t) => {
    t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
    const { setup, worker, receive } = setUp();
    receive(execute);
    receive({ kind: "interrupt", run: "r2" });
    assert.equal(worker.posted.filter((m) => m.kind === "cancel").length, 0);
    receive({ kind: "interrupt", run: "r1" });
    worker.onmessage({ data: { kind: "idle", run: "r1" } });
    t.mock.timers.tick(30);
    assert.equal(new Uint8Array(setup.interrupt)[0], 0);
});

test("a signal that came too late for one run does not reach the next", (t) => {
    t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
    const { setup, receive } = setUp();
    const byte = new Uint8Array(setup.interrupt);
    receive(execute);
    byte[0] = 2;
    receive({ ...execute, message: { ...execute.message, run: "r2" } });
    assert.equal(byte[0], 0);
});

test("a worker that cannot be loaded is told; a later error is the program's own", async () => {
    const { worker, sent } = setUp();
    worker.onerror({ message: "no such module" });
    await turn();
    const { header } = framesOf(sent[0])[0];
    assert.match(header.reason, /could not be started: no such module/);
    const other = setUp();
    other.worker.onmessage({ data: { kind: "drain" } });
    other.worker.onerror({ message: "a callback failed" });
    await turn();
    assert.deepEqual(other.sent, []);
});

for (const length of [0, 1, 2, 3, 8191, 8192, 8193, 70_000]) {
    test(`base64 of ${length} bytes`, () => {
        const bytes = new Uint8Array(length).map((_, i) => i * 7);
        assert.equal(shell.toBase64(bytes), Buffer.from(bytes).toString("base64"));
        assert.deepEqual(shell.fromBase64(shell.toBase64(bytes)), bytes);
    });
}

test("what keeps a run from being taken up is interrupted, and nothing else is", (t) => {
    t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
    const { setup, worker, receive, sent } = setUp();
    const control = new Int32Array(setup.ring, 0, CONTROL_WORDS);
    const turns = (count) => {
        for (let i = 0; i < count; i++)
            t.mock.timers.tick(500);
    };
    const held = () => sent.flatMap(framesOf).filter(({ header }) => header.type === "held")
        .map(({ header }) => header.run);
    const interrupt = new Uint8Array(setup.interrupt);
    const begin = (run) => receive({ kind: "post", message: { v: 1, nonce: NONCE, type: "execute", run } });
    const end = (run) => worker.onmessage({ data: { kind: "idle", run } });
    begin("r0"); // before the interpreter is up: nothing is left of an earlier one
    turns(120);
    assert.equal(interrupt[0], 0);
    end("r0");
    begin("r1");
    const { number } = worker.posted.at(-1);
    turns(7);
    t.mock.timers.tick(499);
    assert.equal(interrupt[0], 0);
    assert.deepEqual(held(), []);
    t.mock.timers.tick(1);
    assert.equal(interrupt[0], 2);
    assert.equal(Atomics.load(control, NUDGED), number);
    assert.deepEqual(held(), ["r1"], "the program is told what was seen");
    interrupt[0] = 0; // Python took it, and goes on
    turns(8);
    assert.equal(interrupt[0], 2);
    interrupt[0] = 0;
    Atomics.store(control, TAKEN, number);
    turns(120);
    assert.equal(interrupt[0], 0);
    end("r1");
    begin("r2");
    Atomics.store(control, TAKEN, worker.posted.at(-1).number);
    turns(120);
    assert.equal(interrupt[0], 0);
    end("r2");
    // A machine that was too busy for the page, too: one turn, however late, says nothing.
    begin("r3");
    t.mock.timers.tick(60_000);
    assert.equal(interrupt[0], 0);
    assert.ok(!held().includes("r3"));
    end("r3");
    // A question of the person is held up in the same way, and is no run.
    receive({ kind: "post", message: { v: 1, nonce: NONCE, type: "look", id: 4 } });
    turns(8);
    assert.equal(interrupt[0], 2);
    assert.deepEqual(new Set(held()), new Set(["r1"]));
});

test("an interrupt of a run that waits reaches none that computes", (t) => {
    t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
    const { setup, worker, receive } = setUp();
    const control = new Int32Array(setup.ring, 0, CONTROL_WORDS);
    const interrupt = new Uint8Array(setup.interrupt);
    const begin = (run) => receive({ kind: "post", message: { v: 1, nonce: NONCE, type: "execute", run } });
    begin("r1");
    Atomics.store(control, TAKEN, 1);
    begin("r2");
    receive({ kind: "interrupt", run: "r2" });
    assert.equal(Atomics.load(control, UNWANTED), 2, "for when it is taken up");
    t.mock.timers.tick(1000);
    assert.equal(interrupt[0], 0);
    // What an earlier run left behind computes: nobody waits for that.
    worker.onmessage({ data: { kind: "idle", run: "r1" } });
    receive({ kind: "interrupt", run: "r2" });
    t.mock.timers.tick(1000);
    assert.equal(interrupt[0], 2);
});

const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
const INIT = { type: "init", role: "session", snapshots: [{ name: "data", url: "/snapshot/data" }] };

/** A page that starts a worker, and the worker's end of what the page does for it. */
function starting({ init = INIT, files = {} }) {
    const asked = [];
    const { page, worker, receive } = setUp({ fetch: async (url, { headers } = {}) => {
        asked.push(url);
        if (!(url in files))
            throw new TypeError("no such file");
        const [begin, end] = headers?.range.match(/\d+/g).map(Number) ?? [0, files[url].length - 1];
        return new Response(files[url].slice(begin, end + 1),
                            { headers: { "content-type": "application/wasm" } });
    } });
    const help = new PageHelp((message) => worker.onmessage({ data: message }));
    worker.postMessage = (message) => help.take(message);
    receive({ kind: "post", message: init });
    return { page, help, asked, receive };
}

async function readAll(stream) {
    const parts = [];
    for (let part = await stream.read(); !part.done; part = await stream.read())
        parts.push(...part.value);
    return parts;
}

test("reads a part of a snapshot for a worker that starts", async () => {
    const bytes = Uint8Array.from({ length: 200 }, (_, i) => i);
    const { help } = starting({ files: { "/snapshot/data": bytes } });
    const [one, two] = await Promise.all([help.openStream("/snapshot/data", 10, 5),
                                          help.openStream("/snapshot/data", 100, 2)]);
    assert.deepEqual(await readAll(two), [100, 101]);
    assert.deepEqual(await readAll(one), [10, 11, 12, 13, 14]);
});

test("reads nothing but snapshots, and those only until the first run", async () => {
    const files = { "/snapshot/data": Uint8Array.of(1), "/worker/worker.mjs": Uint8Array.of(2) };
    const { page, help, asked, receive } = starting({ files });
    const read = async (url) => readAll(await help.openStream(url, 0, 1));
    await assert.rejects(read("/worker/worker.mjs"), /cannot be read/);
    assert.deepEqual(await read("/snapshot/data"), [1]);
    receive({ kind: "post", message: { type: "execute", run: "r1" } });
    await assert.rejects(read("/snapshot/data"), /no longer/);
    page.fromWorker({ kind: "idle", run: "r1" });
    assert.deepEqual(asked.filter((url) => !url.endsWith(".wasm")), ["/snapshot/data"]);
});

test("compiles the runtime, which Pyodide finds in the place of its own", async () => {
    const { help } = starting({ files: { "/pyodide/pyodide.asm.wasm": EMPTY_MODULE } });
    const { fetch } = globalThis;
    const others = [];
    const counting = globalThis.fetch = async (what) => others.push(what);
    try {
        const { instance } = await help.withRuntime(async () => {
            const reply = globalThis.fetch(new URL("http://x/pyodide/pyodide.asm.wasm"));
            await globalThis.fetch("http://x/pyodide/else");
            return WebAssembly.instantiateStreaming(reply, {});
        });
        assert.ok(instance instanceof WebAssembly.Instance);
        assert.deepEqual(others, ["http://x/pyodide/else"]);
        assert.equal(globalThis.fetch, counting);
    } finally {
        globalThis.fetch = fetch;
    }
});

test("tells why there is no runtime", async () => {
    const { help } = starting({ files: { "/pyodide/pyodide.asm.wasm": Uint8Array.of(1, 2, 3) } });
    await assert.rejects(help.instantiate({}), /runtime cannot be compiled: .*expected/);
});

test("compiles no Python for a page of other languages", () => {
    const { asked } = starting({ init: { type: "init", role: "wasi", snapshots: [] } });
    assert.deepEqual(asked, []);
});
