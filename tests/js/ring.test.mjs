// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import test from "node:test";
import { Worker } from "node:worker_threads";
import { decodeFrames, encodeFrame } from "../../pyodide/worker/protocol.mjs";
import { CONTROL_BYTES, HEAD, KIND_FRAME, KIND_RUN, KIND_STDERR, KIND_STDOUT, RingWriter, TAIL,
         WANT, WANT_ANY, WANT_NOTHING, WANT_URGENT } from "../../pyodide/worker/ring.mjs";
import { shell } from "./support/shell.mjs";

const text = (bytes) => Buffer.from(bytes).toString();
const bytes = (string) => new Uint8Array(Buffer.from(string));

function pair(size, wake = () => undefined) {
    const memory = new SharedArrayBuffer(CONTROL_BYTES + size);
    return { memory, writer: new RingWriter(memory, wake),
             reader: new shell.RingReader(memory, "n") };
}

const drained = (reader) => decodeFrames(reader.drain().slice());

test("entries come out as they went in", () => {
    const { writer, reader } = pair(1024);
    writer.write(KIND_RUN, bytes("r1"));
    writer.writeStream(KIND_STDOUT, bytes("売上"));
    writer.write(KIND_FRAME, encodeFrame({ type: "result" }, bytes("x")));
    assert.deepEqual(drained(reader).map((f) => [f.header.type, f.header.run, text(f.body)]),
                     [["stream", "r1", "売上"], ["result", undefined, "x"]]);
    assert.ok(reader.empty);
});

test("writes of one stream become one frame, and the order of both streams is kept", () => {
    const { writer, reader } = pair(1024);
    for (const [kind, part] of [[KIND_STDOUT, "a"], [KIND_STDOUT, "b"], [KIND_STDERR, "c"],
                                [KIND_STDOUT, "d"]])
        writer.writeStream(kind, bytes(part));
    assert.deepEqual(drained(reader).map((f) => [f.header.name, text(f.body)]),
                     [["stdout", "ab"], ["stderr", "c"], ["stdout", "d"]]);
});

test("a new run begins a new stream frame", () => {
    const { writer, reader } = pair(1024);
    writer.write(KIND_RUN, bytes("r1"));
    writer.writeStream(KIND_STDOUT, bytes("a"));
    writer.write(KIND_RUN, bytes("r2"));
    writer.writeStream(KIND_STDOUT, bytes("b"));
    assert.deepEqual(drained(reader).map((f) => [f.header.run, text(f.body)]),
                     [["r1", "a"], ["r2", "b"]]);
});

test("every position of the wrap-around keeps lengths and bytes", () => {
    const { writer, reader } = pair(64);
    for (let i = 0; i < 300; i++) {
        const part = `part ${i}`.padEnd(5 + (i % 40), ".");
        writer.writeStream(KIND_STDOUT, bytes(part));
        assert.equal(text(drained(reader)[0].body), part);
    }
});

test("positions pass 2^32 without harm", () => {
    const { memory, writer, reader } = pair(64);
    const control = new Int32Array(memory, 0, 16);
    control[HEAD] = control[TAIL] = -20;
    for (let i = 0; i < 10; i++) {
        writer.writeStream(KIND_STDOUT, bytes(`number ${i}`));
        assert.equal(text(drained(reader)[0].body), `number ${i}`);
    }
    assert.ok(control[HEAD] >= 0);
});

test("what is too large for a batch comes whole in the next one", () => {
    const { writer, reader } = pair(1 << 21);
    for (let i = 0; i < 3; i++)
        writer.write(KIND_FRAME, encodeFrame({ i }, new Uint8Array(600_000)));
    assert.deepEqual(drained(reader).map((f) => f.header.i), [0]);
    assert.deepEqual(drained(reader).map((f) => f.header.i), [1]);
    assert.deepEqual(drained(reader).map((f) => f.header.i), [2]);
});

test("a stream frame stays below 64 KiB of body", () => {
    const { writer, reader } = pair(1 << 20);
    writer.writeStream(KIND_STDOUT, new Uint8Array(300_000).fill(65));
    const frames = drained(reader);
    assert.ok(frames.every((f) => f.body.length <= 65536));
    assert.equal(frames.reduce((sum, f) => sum + f.body.length, 0), 300_000);
});

test("a sleeping reader is woken once, a pacing one by frames only", () => {
    let woken = 0;
    const { memory, writer } = pair(1024, () => woken++);
    const control = new Int32Array(memory, 0, 16);
    const after = (want, write) => {
        woken = 0;
        control[WANT] = want;
        write();
        write();
        return woken;
    };
    const stream = () => writer.writeStream(KIND_STDOUT, bytes("x"));
    const frame = () => writer.write(KIND_FRAME, encodeFrame({}));
    assert.equal(after(WANT_ANY, stream), 1);
    assert.equal(after(WANT_URGENT, stream), 0);
    assert.equal(after(WANT_URGENT, frame), 1);
    assert.equal(after(WANT_NOTHING, frame), 0);
});

test("quiet entries wake nobody and come out with whatever is written next", () => {
    let woken = 0;
    const { memory, writer, reader } = pair(1024, () => woken++);
    new Int32Array(memory, 0, 16)[WANT] = WANT_ANY;
    writer.write(KIND_FRAME, encodeFrame({ type: "started" }), true);
    writer.write(KIND_FRAME, encodeFrame({ type: "result" }), true);
    assert.equal(woken, 0);
    assert.equal(reader.urgent, false);
    writer.write(KIND_FRAME, encodeFrame({ type: "done" }));
    assert.equal(woken, 1);
    assert.deepEqual(decodeFrames(reader.drain()).map((frame) => frame.header.type),
                     ["started", "result", "done"]);
});

test("the reader knows whether more than stream bytes wait", () => {
    const { writer, reader } = pair(1024);
    writer.writeStream(KIND_STDOUT, bytes("x"));
    assert.equal(reader.urgent, false);
    writer.write(KIND_FRAME, encodeFrame({}));
    writer.writeStream(KIND_STDOUT, bytes("x"));
    assert.equal(reader.urgent, true);
    reader.drain();
    assert.equal(reader.urgent, false);
});

test("an entry that can never fit is refused instead of waited for", () => {
    const { writer } = pair(64);
    assert.throws(() => writer.write(KIND_FRAME, new Uint8Array(64)), RangeError);
});

for (const [name, word] of [
    ["of unknown kind", (9 << 28) | 4],
    ["longer than what was written", (KIND_STDOUT << 28) | 1000],
]) {
    test(`an entry ${name} is an error`, () => {
        const { memory, reader } = pair(4096);
        new DataView(memory).setUint32(CONTROL_BYTES, word >>> 0, true);
        Atomics.store(new Int32Array(memory, 0, 16), TAIL, 8);
        assert.throws(() => reader.drain());
    });
}

test("two threads: a small ring carries much, and a full one makes the writer wait", async () => {
    const memory = new SharedArrayBuffer(CONTROL_BYTES + 4096);
    const worker = new Worker(new URL("./support/ringwriter.mjs", import.meta.url),
                              { workerData: { memory, lines: 20_000 } });
    const control = new Int32Array(memory, 0, 16);
    const reader = new shell.RingReader(memory, "n");
    const parts = [];
    let fullest = 0;
    let finished = false;
    worker.on("exit", () => { finished = true; });
    while (!finished || !reader.empty) {
        fullest = Math.max(fullest, (control[TAIL] - control[HEAD]) >>> 0);
        for (const frame of drained(reader))
            parts.push(frame.body);
        await new Promise(setImmediate);
    }
    const expected = Array.from({ length: 20_000 }, (_, i) => `line ${i}\n`).join("");
    assert.equal(Buffer.concat(parts).toString(), expected);
    assert.ok(fullest > 4000, `the ring was never full: ${fullest}`);
});
