// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import { Output } from "../../pyodide/worker/output.mjs";
import { checkMessage, decodeFrames, decodeSingle, encodeFrame, MAX_FRAME_BYTES }
    from "../../pyodide/worker/protocol.mjs";
import { CONTROL_BYTES, RingWriter } from "../../pyodide/worker/ring.mjs";
import { shell } from "./support/shell.mjs";

const folder = new URL("../fixtures/worker-protocol/", import.meta.url);
const fixtures = fs.readdirSync(folder).map((file) => {
    const { direction, header, body_base64: body } =
        JSON.parse(fs.readFileSync(new URL(file, folder), "utf8"));
    return { name: file.replace(".json", ""), direction, header,
             body: Uint8Array.from(Buffer.from(body ?? "", "base64")) };
});
const fixture = (name) => fixtures.find((f) => f.name === name);
const NONCE = fixture("from_worker.ready").header.nonce;

test("every example survives encoding and decoding", () => {
    for (const { header, body } of fixtures)
        assert.deepEqual(decodeSingle(encodeFrame(header, body)), { header, body });
});

test("frames that follow each other are told apart", () => {
    const bytes = Buffer.concat(fixtures.map((f) => encodeFrame(f.header, f.body)));
    assert.deepEqual(decodeFrames(new Uint8Array(bytes)),
                     fixtures.map(({ header, body }) => ({ header, body })));
});

test("a frame is as long as its lengths say, in little endian", () => {
    const frame = encodeFrame({ v: 1 }, new Uint8Array([7]));
    assert.deepEqual([...frame.subarray(0, 8)], [7, 0, 0, 0, 1, 0, 0, 0]);
    assert.equal(Buffer.from(frame.subarray(8)).toString(), '{"v":1}\x07');
});

for (const [name, bytes] of [
    ["cut lengths", encodeFrame({ v: 1 }).subarray(0, 5)],
    ["cut header", encodeFrame({ v: 1 }).subarray(0, 10)],
    ["cut body", encodeFrame({ v: 1 }, new Uint8Array(9)).subarray(0, 20)],
    ["header that is a list", encodeFrame(/** @type {any} */ ([1]))],
    ["header that is no UTF-8", new Uint8Array([2, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xfe])],
]) {
    test(`refuses a ${name}`, () => assert.throws(() => decodeFrames(bytes)));
}

test("the program's messages are accepted with their nonce", () => {
    for (const { header } of fixtures.filter((f) => f.direction === "to_worker" && f.header.type))
        assert.equal(checkMessage(header, NONCE), header);
});

for (const [name, change] of [
    ["another version", { v: 2 }],
    ["another nonce", { nonce: "f".repeat(32) }],
    ["no nonce", { nonce: undefined }],
    ["an unknown type", { type: "eval" }],
]) {
    test(`refuses a message with ${name}`, () => {
        const message = { ...fixture("to_worker.mounts").header, ...change };
        assert.throws(() => checkMessage(message, NONCE));
    });
}

// What the worker really writes, through the ring and the shell's reader.
function written(write) {
    const memory = new SharedArrayBuffer(CONTROL_BYTES + (1 << 21));
    const output = new Output(new RingWriter(memory, () => undefined), NONCE);
    write(output);
    return decodeFrames(new shell.RingReader(memory, NONCE).drain());
}

for (const [name, write] of [
    ["stream", (o, f) => o.stream("stdout", f.body)],
    ["stream_stderr_bytes", (o, f) => o.stream("stderr", f.body)],
    ["result", (o, f) => o.result(f.header.text)],
    ["error", (o, { header: h }) => o.error(h.ename, h.evalue, h.traceback)],
    ["heap", (o, f) => o.send("heap", { bytes: f.header.bytes })],
]) {
    test(`the worker's "${name}" is the example`, () => {
        const { header, body } = fixture(`from_worker.${name}`);
        const frames = written((output) => {
            output.setRun(header.run ?? "r184");
            write(output, { header, body });
        });
        assert.deepEqual(frames, [{ header, body }]);
    });
}

test("stream bytes between runs have no run", () => {
    const { header, body } = fixture("from_worker.stream_between_runs");
    const frames = written((output) => {
        output.setRun("r184");
        output.setRun(null);
        output.stream("stdout", body);
    });
    assert.deepEqual(frames, [{ header, body }]);
});

test("large pictures come in parts that add up", () => {
    const bytes = new Uint8Array(1_200_000).map((_, i) => i);
    const memory = new SharedArrayBuffer(CONTROL_BYTES + (1 << 21));
    const output = new Output(new RingWriter(memory, () => undefined), NONCE);
    const reader = new shell.RingReader(memory, NONCE);
    output.sendParts("display", { run: "r1" }, bytes);
    const frames = [];
    while (!reader.empty)
        frames.push(...decodeFrames(reader.drain().slice()));
    assert.deepEqual(frames.map((f) => f.header.offset), [0, 524288, 1048576]);
    assert.ok(frames.every((f) => f.header.total === bytes.length));
    assert.deepEqual(Buffer.concat(frames.map((f) => f.body)), Buffer.from(bytes));
});

test("a value of any length fits one frame, and says what was left out", () => {
    for (const character of ["売", "\u0001", "😀"]) {
        const [frame] = written((output) => output.result(character.repeat(2_000_000)));
        assert.ok(encodeFrame(frame.header).length < MAX_FRAME_BYTES);
        assert.match(frame.header.text, /… \d+ characters left out …/);
        assert.ok(frame.header.text.isWellFormed());
    }
});

test("a traceback of any length fits one frame", () => {
    const [frame] = written((output) => output.error("E", "x".repeat(900_000),
                                                     Array(100_000).fill("line of a traceback")));
    assert.ok(encodeFrame(frame.header).length < MAX_FRAME_BYTES);
    assert.equal(frame.header.traceback.at(-1), "line of a traceback");
});
