// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import test from "node:test";
import { Worker } from "node:worker_threads";
import { AHEAD_DONE, AHEAD_FAILED, AHEAD_LEFT, AHEAD_LENGTH, AHEAD_SLOTS, AHEAD_SLOT_BYTES, AHEAD_STATE, AHEAD_WORDS,
         AheadTransport, GATHER_DONE, GATHER_FAILED, GATHER_LENGTH, GATHER_OPEN, GATHER_SLOTS, GATHER_SLOT_BYTES,
         GATHER_STATE, GATHER_TAKEN, GATHER_WANTED, GATHER_WORDS, GatherTransport, HostError, Lane, MAX_GATHERED,
         SMALL_BYTES, STATE_ANSWERED, STATE_TOO_LARGE }
    from "../../pyodide/worker/lane.mjs";
import { decodeFrames, decodeSingle, encodeFrame } from "../../pyodide/worker/protocol.mjs";

function recording(answer = { v: 1, ok: true }, body) {
    const used = [];
    const transport = (name, reply) => (request) => {
        used.push([name, decodeSingle(request)]);
        return reply;
    };
    const reply = encodeFrame(answer, body);
    return { used, lane: (small = reply) => new Lane("n".repeat(32), transport("small", small),
                                                     transport("bulk", reply)) };
}

for (const [name, options, expected] of [
    ["a question", {}, "small"],
    ["a small body", { body: new Uint8Array(SMALL_BYTES - 1000) }, "small"],
    ["a large body", { body: new Uint8Array(SMALL_BYTES) }, "bulk"],
    ["a small answer", { expect: SMALL_BYTES }, "small"],
    ["a large answer", { expect: SMALL_BYTES + 1 }, "bulk"],
    ["an answer of unknown size", { expect: Infinity }, "bulk"],
]) {
    test(`${name} goes by the ${expected} transport`, () => {
        const { used, lane } = recording();
        lane().call("fs.lookup", { mount: "data", path: "" }, options);
        assert.deepEqual(used.map(([transport]) => transport), [expected]);
    });
}

test("a call names version, nonce and operation", () => {
    const { used, lane } = recording();
    lane().call("fs.read", { handle: 7, offset: 0, length: 5 });
    assert.deepEqual(used[0][1].header, { v: 1, nonce: "n".repeat(32), type: "call",
                                          op: "fs.read", handle: 7, offset: 0, length: 5 });
});

test("an answer that turns out too large for the small transport is asked for again", () => {
    const { used, lane } = recording({ v: 1, ok: true, entries: [] });
    assert.deepEqual(lane(null).call("fs.readlink", {}).header.entries, []);
    assert.deepEqual(used.map(([transport]) => transport), ["small", "bulk"]);
});

test("a refusal keeps its name and its words", () => {
    const { lane } = recording({ v: 1, ok: false, errno: "EROFS", message: "Read-only." });
    assert.throws(() => lane().call("fs.unlink", {}), (error) => {
        assert.ok(error instanceof HostError);
        assert.deepEqual([error.errno, error.message], ["EROFS", "Read-only."]);
        return true;
    });
});

test("the body of an answer is handed over", () => {
    const { lane } = recording({ v: 1, ok: true }, new Uint8Array([1, 2, 3]));
    assert.deepEqual([...lane().call("fs.read", {}).body], [1, 2, 3]);
});

test("calls that are not waited for take the slots there are, and give them back", () => {
    const memory = new SharedArrayBuffer(AHEAD_SLOTS * AHEAD_SLOT_BYTES);
    const woken = [];
    const ahead = new AheadTransport(memory, (slot) => woken.push(slot));
    const control = (slot) => new Int32Array(memory, slot * AHEAD_SLOT_BYTES, AHEAD_WORDS);
    const all = Array.from({ length: AHEAD_SLOTS }, (_, i) => i);
    assert.deepEqual(all.map((i) => ahead.begin({ i }, new Uint8Array([i]))), all);
    assert.equal(ahead.begin({}), null);
    assert.deepEqual(woken, all);
    const sent = new Uint8Array(memory, AHEAD_SLOT_BYTES + AHEAD_WORDS * 4, control(1)[AHEAD_LENGTH]);
    assert.deepEqual(decodeSingle(sent.slice()), { header: { i: 1 }, body: new Uint8Array([1]) });
    assert.equal((sent.length - 1) % 8, 0, "a body begins where it is copied fast");
    control(0)[AHEAD_STATE] = AHEAD_DONE;
    control(0)[AHEAD_LENGTH] = 3;
    assert.equal(ahead.finish(0).length, 3);
    assert.equal(ahead.begin({}), 0);
    ahead.leave(1);
    assert.equal(control(1)[AHEAD_STATE], AHEAD_LEFT); // the page has not answered yet
    control(0)[AHEAD_STATE] = AHEAD_FAILED;
    assert.equal(ahead.finish(0), null);
    assert.equal(ahead.begin({}, new Uint8Array(2 * 1024 * 1024)), null);
});

test("an answer stays where it is until it has been read, or its slot is needed", () => {
    const memory = new SharedArrayBuffer(AHEAD_SLOTS * AHEAD_SLOT_BYTES);
    const ahead = new AheadTransport(memory, () => {});
    const answered = (slot, byte) => {
        new Uint8Array(memory, slot * AHEAD_SLOT_BYTES + AHEAD_WORDS * 4, 1)[0] = byte;
        new Int32Array(memory, slot * AHEAD_SLOT_BYTES, AHEAD_WORDS).set([AHEAD_DONE, 1]);
    };
    const all = Array.from({ length: AHEAD_SLOTS }, () => ahead.begin({}));
    const answers = all.slice(0, 2).map((slot) => {
        answered(slot, 10 + slot);
        return ahead.finish(slot, () => { answers[slot] = answers[slot].slice(); });
    });
    ahead.release(1);
    assert.equal(ahead.begin({}), 1);
    assert.ok(answers[0].buffer === memory);
    assert.equal(ahead.begin({}), 0, "the slot whose answer was kept is the one that there is");
    assert.deepEqual([...answers[0]], [10]);
    assert.equal(ahead.begin({}), null);
});

function gatherMemory() {
    const memory = new SharedArrayBuffer(GATHER_SLOTS * GATHER_SLOT_BYTES);
    const woken = [];
    const control = (slot) => new Int32Array(memory, slot * GATHER_SLOT_BYTES, GATHER_WORDS);
    const framesIn = (slot) => {
        const lot = decodeSingle(new Uint8Array(memory, slot * GATHER_SLOT_BYTES + GATHER_WORDS * 4,
                                                control(slot)[GATHER_LENGTH]).slice());
        return decodeFrames(lot.body).map(({ header }) => header.i);
    };
    const answer = (slot, bytes) => {
        new Uint8Array(memory, slot * GATHER_SLOT_BYTES + GATHER_WORDS * 4).set(bytes);
        control(slot)[GATHER_LENGTH] = bytes.length;
        control(slot)[GATHER_STATE] = GATHER_DONE;
    };
    const gather = new GatherTransport(memory, (slot) => woken.push(slot));
    const add = (i) => gather.add({ op: "fs.make" }, encodeFrame({ i }), i);
    return { gather, woken, control, framesIn, answer, add };
}

test("calls gather in one lot until the page takes it, and then in the next one", () => {
    const { gather, woken, control, framesIn, answer, add } = gatherMemory();
    for (const i of [1, 2, 3])
        assert.equal(add(i), true);
    assert.deepEqual([woken, framesIn(0)], [[0], [1, 2, 3]]);
    control(0)[GATHER_STATE] = GATHER_TAKEN;
    add(4);
    add(5);
    assert.deepEqual([woken, framesIn(0), framesIn(1)], [[0, 1], [1, 2, 3], [4, 5]]);
    assert.deepEqual(gather.settle(false), []);
    answer(0, new Uint8Array([7]));
    assert.deepEqual(gather.settle(false), [{ calls: [1, 2, 3], answer: new Uint8Array([7]) }]);
    control(1)[GATHER_STATE] = GATHER_FAILED;
    assert.deepEqual(gather.settle(true), [{ calls: [4, 5], answer: null }]);
    assert.equal(gather.busy, false);
    add(6);
    assert.deepEqual(framesIn(0), [6]);
});

test("a call that is waited for finds everything that gathered before", () => {
    const { gather, answer, add } = gatherMemory();
    const order = [];
    const lane = new Lane("n".repeat(32), () => { order.push("call"); return encodeFrame({ ok: true }); }, null, null, gather);
    add(1);
    answer(0, encodeFrame({ ok: true, failed: [] }));
    const { finishFirst } = gather;
    gather.finishFirst = () => { order.push("lot"); finishFirst.call(gather); };
    lane.call("pkg.ask", {});
    assert.deepEqual(order, ["lot", "call"]);
    assert.deepEqual(lane.settle(false), [{ calls: [1], header: { ok: true, failed: [] } }]);
});

test("a page that found a lot being filled is woken once more", () => {
    const { gather, woken, control, add } = gatherMemory();
    add(1);
    control(0)[GATHER_WANTED] = 1;
    add(2);
    add(3);
    assert.deepEqual(woken, [0, 0]);
    assert.equal(control(0)[GATHER_STATE], GATHER_OPEN);
    assert.equal(gather.lots.length, 1);
});

test("a lot holds no more calls and bytes than it may", () => {
    const { gather, control, framesIn, answer, add } = gatherMemory();
    for (let i = 0; i < MAX_GATHERED; i++)
        add(i);
    add(MAX_GATHERED);
    assert.deepEqual([framesIn(0).length, framesIn(1).length], [MAX_GATHERED, 1]);
    const large = encodeFrame({}, new Uint8Array(200 * 1024));
    answer(0, new Uint8Array([1]));
    gather.add({}, large, "large");
    assert.equal(control(1)[GATHER_STATE], GATHER_OPEN);
    answer(1, new Uint8Array([3]));
    assert.deepEqual(gather.settle(true).map(({ calls, answer: [first] }) => [calls.length, first]),
                     [[MAX_GATHERED, 1], [2, 3]]);
    assert.equal(gather.add({}, encodeFrame({}, new Uint8Array(300 * 1024)), "x"), false);
});

// The mailbox blocks its thread, so the asking side is a thread of its own.
async function ask(answer) {
    const mailbox = new SharedArrayBuffer(16 + 64);
    const worker = new Worker(new URL("./support/mailboxasker.mjs", import.meta.url),
                              { workerData: { mailbox } });
    const control = new Int32Array(mailbox, 0, 4);
    const data = new Uint8Array(mailbox, 16);
    const results = [];
    return new Promise((resolve, reject) => {
        worker.on("error", reject);
        worker.on("message", (message) => {
            if (message === "call")
                answer(control, data);
            else
                results.push(message);
        });
        worker.on("exit", () => resolve(results));
    });
}

test("the mailbox carries question and answer, one after the other", async () => {
    const results = await ask((control, data) => {
        const question = Buffer.from(data.slice(0, control[1])).toString();
        const reply = Buffer.from(question.toUpperCase());
        data.set(reply);
        control[1] = reply.length;
        Atomics.store(control, 0, STATE_ANSWERED);
        Atomics.notify(control, 0);
    });
    assert.deepEqual(results, ["FIRST", "SECOND"]);
});

test("the mailbox says when an answer is too large for it", async () => {
    const results = await ask((control) => {
        Atomics.store(control, 0, STATE_TOO_LARGE);
        Atomics.notify(control, 0);
    });
    assert.deepEqual(results, [null, null]);
});
