// SPDX-License-Identifier: MIT
// The page of one session, in an isolated JavaScript world: starts the worker, carries bytes
// between it and the engine, and knows nothing of what they mean. Injected after Qt's
// qwebchannel.js and a prelude that sets globalThis.gloveboxPage = {page, nonce}.
//
// Engine side: the QWebChannel object "port" with one slot send(text) and one signal
// received(text).
//   page to engine  {"kind":"ready"}, {"kind":"records","frames":base64},
//   engine to page  {"kind":"post","message":{…}}, {"kind":"interrupt","run":…}
// Calls are many and short: they are set as the property "outbox" (`ID BASE64`), which QWebChannel
// does not answer, and come back as the text `reply ID BASE64`.
// A page that nobody sees has no animation frames, and perhaps slow timers: everything here is
// driven by messages, timers only pace or back up.
"use strict";

const RING_BYTES = 2 * 1024 * 1024;
const RING_CONTROL_BYTES = 64;
const MAILBOX_BYTES = 64 * 1024;
const MAILBOX_HEADER_BYTES = 16;
const MAX_BULK_BYTES = 1024 * 1024;
const SMALL_BYTES = 8 * 1024;
const MAX_STREAM_BODY = 64 * 1024;
const MAX_RUN_BYTES = 64;
const DRAIN_INTERVAL_MS = 20;
const PACE_MS = 8;
const CANCEL_GRACE_MS = 30;
const SECOND_SIGNAL_MS = 400; // within the second after which the interpreter is ended
// What an earlier run left behind (a task, a timer) may compute for so many turns of this page before
// it is interrupted for the next run, or for a question of the person. Turns and not only time: on
// a machine that is too busy for the worker the page gets none either.
const TAKING_TURNS = 8;
const TAKING_TURN_MS = 500;
// What comes from a pipe is 64 KiB at most, and each message to the worker costs as much as copying that.
const CHUNKS_AT_ONCE = 8;
const SIGINT = 2;
const RUNTIME = "/pyodide/pyodide.asm.wasm";

// The layout of pyodide/worker/ring.mjs and lane.mjs, of which this is the other end.
const HEAD = 0, TAIL = 1, WANT = 2, CANCEL_SEEN = 3, URGENT = 4,
      TAKEN = 5, NUDGED = 6, UNWANTED = 7;
const WANT_NOTHING = 0, WANT_ANY = 1, WANT_URGENT = 2;
const KIND_FRAME = 1, KIND_STDOUT = 2, KIND_STDERR = 3, KIND_RUN = 4;
const STATE = 0, LENGTH = 1, CALL_ID = 2, CALLS = 3;
const AHEAD_SLOTS = 6;
const AHEAD_HEADER_BYTES = 16;
const AHEAD_SLOT_BYTES = AHEAD_HEADER_BYTES + MAX_BULK_BYTES;
const AHEAD_STATE = 0, AHEAD_LENGTH = 1;
const GATHER_SLOTS = 2;
const GATHER_HEADER_BYTES = 16;
const GATHER_SLOT_BYTES = GATHER_HEADER_BYTES + 256 * 1024;
const GATHER_STATE = 0, GATHER_LENGTH = 1, GATHER_WANTED = 2;
const GATHER_OPEN = 1, GATHER_FILLING = 2, GATHER_TAKEN = 3, GATHER_DONE = 4, GATHER_FAILED = 5;
const FIRST_GATHER_ID = 2 ** 32; // behind the mailbox's own numbers
const AHEAD_FREE = 0, AHEAD_ASKED = 1, AHEAD_DONE = 2, AHEAD_FAILED = 3, AHEAD_LEFT = 4;
const REPLY = "reply ";
const STATE_ASKED = 1, STATE_ANSWERED = 2, STATE_TOO_LARGE = 3;

function toBase64(bytes) {
    let text = "";
    for (let at = 0; at < bytes.length; at += 0x2000)
        text += String.fromCharCode.apply(null, bytes.subarray(at, at + 0x2000));
    return btoa(text);
}

function fromBase64(text) {
    const raw = atob(text);
    const bytes = new Uint8Array(raw.length);
    for (let i = 0; i < raw.length; i++)
        bytes[i] = raw.charCodeAt(i);
    return bytes;
}

// The reading end of the record ring. What it gives back are whole frames of the worker
// protocol; the raw stream bytes become frames here, one for all that came since the last drain.
class RingReader {
    constructor(memory, nonce) {
        this.control = new Int32Array(memory, 0, RING_CONTROL_BYTES / 4);
        const room = memory.byteLength - RING_CONTROL_BYTES;
        this.data = new Uint8Array(memory, RING_CONTROL_BYTES, 2 ** Math.floor(Math.log2(room)));
        this.mask = this.data.length - 1;
        this.nonce = nonce;
        this.batch = new Uint8Array(MAX_BULK_BYTES);
        this.view = new DataView(this.batch.buffer);
        this.setRun("");
    }

    get empty() {
        return Atomics.load(this.control, HEAD) === Atomics.load(this.control, TAIL);
    }

    // Something other than stream bytes waits.
    get urgent() {
        const { control } = this;
        return ((Atomics.load(control, URGENT) - Atomics.load(control, HEAD)) | 0) > 0;
    }

    setRun(run) {
        const header = (name) => new TextEncoder().encode(JSON.stringify(
            { v: 1, nonce: this.nonce, type: "stream", run: run === "" ? null : run, name }));
        this.headers = { [KIND_STDOUT]: header("stdout"), [KIND_STDERR]: header("stderr") };
    }

    // Up to MAX_BULK_BYTES of whole frames; a view that the next call overwrites. Throws when the
    // ring holds what no worker of ours writes.
    drain() {
        const tail = Atomics.load(this.control, TAIL) >>> 0;
        let head = Atomics.load(this.control, HEAD) >>> 0;
        this.length = 0;
        this.open = null; // the stream frame that can still grow
        while (head !== tail) {
            const word = this.readWord(head);
            const kind = word >>> 28;
            const size = word & 0x0fffffff;
            if (size + 4 > ((tail - head) >>> 0))
                throw new Error("an entry is longer than the ring's content");
            if (!this.take(kind, head + 4, size))
                break;
            head = (head + 4 + size) >>> 0;
        }
        Atomics.store(this.control, HEAD, head | 0);
        Atomics.notify(this.control, HEAD);
        return this.batch.subarray(0, this.length);
    }

    // False: no room left in this batch.
    take(kind, position, size) {
        if (kind === KIND_STDOUT || kind === KIND_STDERR)
            return this.takeStream(kind, position, size);
        if (kind !== KIND_FRAME && kind !== KIND_RUN)
            throw new Error(`an entry of unknown kind ${kind}`);
        if (size > (kind === KIND_RUN ? MAX_RUN_BYTES : MAX_BULK_BYTES))
            throw new Error("an entry is too large");
        if (kind === KIND_FRAME && this.length + size > MAX_BULK_BYTES)
            return false;
        this.open = null;
        if (kind === KIND_FRAME) {
            this.copyOut(position, size);
        } else {
            const name = new Uint8Array(size);
            for (let i = 0; i < size; i++)
                name[i] = this.data[(position + i) & this.mask];
            this.setRun(new TextDecoder().decode(name));
        }
        return true;
    }

    takeStream(kind, position, size) {
        if (size > MAX_STREAM_BODY)
            throw new Error("a stream entry is too large");
        const open = this.open;
        const grows = open !== null && open.kind === kind && open.size + size <= MAX_STREAM_BODY;
        const header = this.headers[kind];
        if (this.length + (grows ? 0 : 8 + header.length) + size > MAX_BULK_BYTES)
            return false;
        if (!grows) {
            this.open = { kind, at: this.length, size: 0 };
            this.view.setUint32(this.length, header.length, true);
            this.batch.set(header, this.length + 8);
            this.length += 8 + header.length;
        }
        this.copyOut(position, size);
        this.open.size += size;
        this.view.setUint32(this.open.at + 4, this.open.size, true);
        return true;
    }

    readWord(position) {
        let word = 0;
        for (let i = 3; i >= 0; i--)
            word = (word << 8) | this.data[(position + i) & this.mask];
        return word >>> 0;
    }

    copyOut(position, size) {
        const at = position & this.mask;
        const first = Math.min(size, this.data.length - at);
        this.batch.set(this.data.subarray(at, at + first), this.length);
        if (first < size)
            this.batch.set(this.data.subarray(0, size - first), this.length + first);
        this.length += size;
    }
}

// Takes records out of the ring and hands them to the engine: one hand-over at a time, so that
// their order is kept whichever transport carries them.
class Pump {
    constructor(reader, send, postBulk) {
        this.reader = reader;
        this.send = send;
        this.postBulk = postBulk;
        this.busy = false;
        this.pacing = null;
        this.broken = false;
    }

    async drain() {
        if (this.busy || this.broken)
            return;
        this.busy = true;
        clearTimeout(this.pacing);
        this.pacing = null;
        try {
            await this.drainAll();
        } catch (error) {
            this.broken = true;
            this.report(`The worker's records cannot be read: ${error.message}`);
        }
        this.busy = false;
        if (!this.broken)
            this.rest();
    }

    async drainAll() {
        const { control } = this.reader;
        do {
            Atomics.store(control, WANT, WANT_NOTHING);
            const frames = this.reader.drain();
            if (frames.length > SMALL_BYTES)
                await this.postBulk(frames.slice());
            else if (frames.length > 0)
                await this.send({ kind: "records", frames: toBase64(frames) });
            // The worker may write any numbers into the control words: what brings nothing ends it.
        } while (this.reader.length > 0 &&
                 (this.reader.urgent || (this.reader.length > SMALL_BYTES && !this.reader.empty)));
    }

    // After a hand-over stream bytes gather for some milliseconds; everything else is urgent.
    rest() {
        const { control } = this.reader;
        Atomics.store(control, WANT, WANT_URGENT);
        if (this.reader.urgent && !this.reader.empty) { // written just before the worker could see that we rest
            this.drain();
            return;
        }
        this.pacing = setTimeout(() => {
            this.pacing = null;
            if (!this.reader.empty) {
                this.drain();
                return;
            }
            Atomics.store(control, WANT, WANT_ANY);
            if (!this.reader.empty) // written just before the worker could see that we sleep
                this.drain();
        }, PACE_MS);
    }

    report(reason) {
        this.say({ type: "fatal", reason });
    }

    // A message of the page's own.
    say(fields) {
        const header = new TextEncoder().encode(JSON.stringify(
            { v: 1, nonce: this.reader.nonce, ...fields }));
        const frame = new Uint8Array(8 + header.length);
        new DataView(frame.buffer).setUint32(0, header.length, true);
        frame.set(header, 8);
        this.send({ kind: "records", frames: toBase64(frame) });
    }
}

// Calls that the worker does not wait for: blocks of large files, one in each slot.
class AheadCalls {
    constructor(memory, ask) {
        this.ask = ask;
        // fetch takes no shared memory, and has copied what it takes when it returns.
        this.request = new Uint8Array(MAX_BULK_BYTES);
        this.slots = Array.from({ length: AHEAD_SLOTS }, (_, i) => {
            const at = i * AHEAD_SLOT_BYTES;
            return { control: new Int32Array(memory, at, AHEAD_HEADER_BYTES / 4),
                     data: new Uint8Array(memory, at + AHEAD_HEADER_BYTES, MAX_BULK_BYTES),
                     busy: false };
        });
    }

    // The worker may say any number and write any words: one call of a slot at a time.
    async take(number) {
        const slot = this.slots[number];
        if (slot === undefined || slot.busy ||
            Atomics.load(slot.control, AHEAD_STATE) !== AHEAD_ASKED)
            return;
        const length = Atomics.load(slot.control, AHEAD_LENGTH);
        if (length <= 0 || length > slot.data.length)
            return;
        slot.busy = true;
        let state = AHEAD_DONE;
        try {
            this.request.set(slot.data.subarray(0, length));
            const answer = await this.ask(this.request.subarray(0, length));
            slot.data.set(answer);
            Atomics.store(slot.control, AHEAD_LENGTH, answer.length);
        } catch {
            state = AHEAD_FAILED; // the worker asks again by itself, or tells Python
        }
        slot.busy = false;
        const left = Atomics.compareExchange(slot.control, AHEAD_STATE, AHEAD_ASKED, state);
        if (left === AHEAD_LEFT)
            Atomics.store(slot.control, AHEAD_STATE, AHEAD_FREE);
        Atomics.notify(slot.control, AHEAD_STATE);
    }
}

// Small files that Python has closed: one lot after the other, each as soon as it can go.
class GatheredCalls {
    constructor(memory, ask) {
        this.ask = ask;
        this.waiting = []; // numbers of slots, in the order in which they were begun
        this.busy = false;
        this.slots = Array.from({ length: GATHER_SLOTS }, (_, i) => {
            const at = i * GATHER_SLOT_BYTES;
            return { control: new Int32Array(memory, at, GATHER_HEADER_BYTES / 4),
                     data: new Uint8Array(memory, at + GATHER_HEADER_BYTES,
                                          GATHER_SLOT_BYTES - GATHER_HEADER_BYTES) };
        });
    }

    // The worker may say any number and write any words: one call at a time.
    async take(number) {
        if (this.slots[number] !== undefined && !this.waiting.includes(number))
            this.waiting.push(number);
        if (this.busy)
            return;
        this.busy = true;
        while (this.waiting.length > 0) {
            const slot = this.slots[this.waiting[0]];
            const length = this.close(slot);
            if (length === null)
                break; // it is being filled: the worker says when that is done
            this.waiting.shift();
            if (length > 0)
                await this.send(slot, length);
        }
        this.busy = false;
    }

    // From here on it grows no more. 0: there is nothing to be sent; null: not now.
    close({ control, data }) {
        // Said before it is tried, so that a worker that fills it sees that it is wanted.
        Atomics.store(control, GATHER_WANTED, 1);
        const state = Atomics.compareExchange(control, GATHER_STATE, GATHER_OPEN, GATHER_TAKEN);
        if (state === GATHER_FILLING)
            return null;
        Atomics.store(control, GATHER_WANTED, 0);
        const length = Atomics.load(control, GATHER_LENGTH);
        return state === GATHER_OPEN && length > 0 && length <= data.length ? length : 0;
    }

    async send({ control, data }, length) {
        let state = GATHER_DONE;
        try {
            const answer = await this.ask(data.slice(0, length));
            data.set(answer);
            Atomics.store(control, GATHER_LENGTH, answer.length);
        } catch {
            state = GATHER_FAILED;
        }
        Atomics.store(control, GATHER_STATE, state);
        Atomics.notify(control, GATHER_STATE);
    }
}

// What this thread does for a worker that starts (pyodide/worker/pagehelp.mjs is the other end).
class StartHelp {
    constructor(fetch, tell) {
        this.fetch = fetch;
        this.tell = tell;
        this.readable = []; // addresses
        this.runtime = null;
    }

    begin(init) {
        this.readable = init.snapshots.map(({ url }) => url);
        if (init.role !== "wasi")
            this.runtime = this.compileRuntime();
    }

    // Until the first run nothing but our own code is in the worker; afterwards it may ask for what
    // it likes, and gets nothing.
    end() {
        this.readable = [];
    }

    async compileRuntime() {
        try {
            const module = await WebAssembly.compileStreaming(this.fetch(RUNTIME));
            this.tell({ kind: "runtime", module });
        } catch (error) {
            this.tell({ kind: "runtime", error: error.message });
        }
    }

    async stream({ id, url, offset, length }) {
        const tell = (news) => this.tell({ kind: "chunks", id, ...news },
                                         (news.values ?? []).map(({ buffer }) => buffer));
        try {
            if (!this.readable.includes(url))
                throw new Error("this cannot be read, or no longer");
            if (length > MAX_BULK_BYTES)
                await this.runtime; // which everything waits for: it has the way for itself
            let values = [];
            for await (const value of this.chunks(url, offset, length)) {
                values.push(value);
                if (values.length === CHUNKS_AT_ONCE)
                    tell({ values: values.splice(0) });
            }
            tell({ values });
            tell({ values: null });
        } catch (error) {
            tell({ error: error.message });
        }
    }

    async *chunks(url, offset, length) {
        const range = `bytes=${offset}-${offset + length - 1}`;
        const response = await this.fetch(url, { headers: { range } });
        if (!response.ok)
            throw new Error(`the engine refused it (${response.status})`);
        const reader = response.body.getReader();
        for (;;) {
            const { done, value } = await reader.read();
            if (done)
                return;
            yield value;
        }
    }
}

class Shell {
    constructor({ page, port, worker, memory, fetch }) {
        this.nonce = page.nonce;
        this.port = port;
        this.worker = worker;
        this.ring = memory(RING_CONTROL_BYTES + RING_BYTES);
        this.mailbox = memory(MAILBOX_BYTES);
        this.aheadMemory = memory(AHEAD_SLOTS * AHEAD_SLOT_BYTES);
        this.ahead = new AheadCalls(this.aheadMemory, (bytes) => this.postCall(bytes));
        this.gatherMemory = memory(GATHER_SLOTS * GATHER_SLOT_BYTES);
        this.gathered = new GatheredCalls(this.gatherMemory, (bytes) => this.gatheredCall(bytes));
        this.gatherId = FIRST_GATHER_ID;
        this.gatherReply = null;
        this.interruptMemory = memory(4);
        this.interruptByte = new Uint8Array(this.interruptMemory);
        this.mailboxControl = new Int32Array(this.mailbox, 0, MAILBOX_HEADER_BYTES / 4);
        this.mailboxData = new Uint8Array(this.mailbox, MAILBOX_HEADER_BYTES);
        this.control = new Int32Array(this.ring, 0, RING_CONTROL_BYTES / 4);
        Atomics.store(this.control, WANT, WANT_ANY);
        this.fetch = fetch;
        this.pump = new Pump(new RingReader(this.ring, this.nonce), (m) => this.send(m),
                             (bytes) => this.postBulk(bytes));
        this.run = null; // the run, or the question about a session, that the worker has
        this.isRun = false;
        this.timer = null;
        this.cancels = 0;
        this.posts = 0; // runs and questions so far
        this.ends = 0;
        this.startHelp = new StartHelp(fetch, (message, moved) => worker.postMessage(message, moved));
        this.someEnded = false; // and may have left something running
        this.taking = null;
        this.listenForCalls();
        this.workerSpoke = false;
        worker.onmessage = (event) => this.fromWorker(event.data);
        worker.onerror = (event) => this.workerError(event);
        port.received.connect((text) => {
            if (text.startsWith(REPLY))
                this.takeReply(text.slice(REPLY.length));
            else
                this.fromEngine(JSON.parse(text));
        });
        worker.postMessage({ kind: "setup", ring: this.ring, mailbox: this.mailbox,
                             interrupt: this.interruptMemory, ahead: this.aheadMemory,
                             gather: this.gatherMemory });
    }

    // Settles when the engine has taken the text. (QWebChannel answers calls of void methods with
    // nothing, which its promise may report as a failure.)
    async send(message) {
        try {
            await this.port.send(JSON.stringify(message));
        } catch {
            return;
        }
    }

    // Settles when the program has taken the records. Uint8Array, never Blob: Qt reads blobs one
    // byte at a time.
    async postBulk(bytes) {
        await this.postTo("/lane/records", bytes);
    }

    // The program's answer.
    async postCall(bytes) {
        return new Uint8Array(await this.postTo("/lane/call", bytes));
    }

    // What is small goes the way of small calls, which costs the engine a fifth.
    gatheredCall(bytes) {
        if (bytes.length > SMALL_BYTES)
            return this.postCall(bytes);
        return new Promise((resolve) => {
            this.gatherReply = resolve;
            this.port.outbox = `${++this.gatherId} ${toBase64(bytes)}`;
        });
    }

    async postTo(lane, bytes) {
        const response = await this.fetch(lane, {
            method: "POST",
            headers: { "x-glovebox-nonce": this.nonce, "x-glovebox-length": String(bytes.length) },
            body: bytes,
        });
        const answer = await response.arrayBuffer();
        if (!response.ok)
            throw new Error(`the engine refused them (${response.status})`);
        return answer;
    }

    // Before its first word: it could not be loaded. Later: a callback of the program's own
    // failed, which is between the program and itself.
    workerError(event) {
        if (!this.workerSpoke)
            this.pump.report(`The worker could not be started: ${event.message}`);
    }

    fromWorker(message) {
        this.workerSpoke = true;
        if (message.kind === "drain")
            this.pump.drain();
        else if (message.kind === "ahead")
            this.ahead.take(message.slot);
        else if (message.kind === "gather")
            this.gathered.take(message.slot);
        else if (message.kind === "stream")
            this.startHelp.stream(message);
        else if (message.kind === "idle")
            this.ended(message.run);
    }

    fromEngine(message) {
        if (message.kind === "post")
            this.post(message.message);
        else if (message.kind === "interrupt")
            this.interrupt(message.run);
    }

    takeReply(text) {
        const space = text.indexOf(" ");
        const id = Number(text.slice(0, space));
        const frame = fromBase64(text.slice(space + 1));
        if (id < FIRST_GATHER_ID)
            this.answerCall(id, frame);
        else if (id === this.gatherId)
            this.gatherReply?.(frame);
    }

    post(message) {
        if (message.type === "execute" || message.type === "look") {
            this.startHelp.end();
            this.run = message.run ?? `look-${message.id}`;
            this.isRun = message.type === "execute";
            // What came too late for what was before. Not the worker's to do: until it comes to
            // it, the byte may hold what is meant for this one.
            Atomics.store(this.interruptByte, 0, 0);
            // A second way to drain, should a notification ever be late.
            this.timer ??= setInterval(() => this.pump.drain(), DRAIN_INTERVAL_MS);
            this.worker.postMessage({ kind: "message", message, number: ++this.posts });
            if (this.someEnded) // else only the interpreter's own start is in the way
                this.watchTaking(this.posts);
            return;
        }
        if (message.type === "init")
            this.startHelp.begin(message);
        this.worker.postMessage({ kind: "message", message });
    }

    // Nothing of this one runs yet, so whatever computes is of an earlier run. Again, should that
    // take the interrupt and go on.
    watchTaking(number, turns = TAKING_TURNS) {
        clearTimeout(this.taking);
        this.taking = setTimeout(() => {
            if (this.run === null || this.posts !== number ||
                Atomics.load(this.control, TAKEN) === number)
                return;
            if (turns > 1)
                this.watchTaking(number, turns - 1);
            else
                this.nudge(number);
        }, TAKING_TURN_MS);
    }

    nudge(number) {
        Atomics.store(this.control, NUDGED, number);
        Atomics.store(this.interruptByte, 0, SIGINT);
        if (Atomics.load(this.control, TAKEN) === number) { // just now
            Atomics.compareExchange(this.interruptByte, 0, SIGINT, 0);
            return;
        }
        if (this.isRun)
            this.pump.say({ type: "held", run: this.run });
        this.watchTaking(number);
    }

    ended(run) {
        this.ends++;
        if (this.run !== run)
            return;
        this.run = null;
        this.someEnded = true;
        clearTimeout(this.taking);
        clearInterval(this.timer);
        this.timer = null;
        this.pump.drain();
    }

    // While Python awaits, the worker takes the "cancel"; a signal would then be raised inside the
    // event loop and the awaited future would never end. Only a busy Python does not take it and
    // gets the signal; never for a run that waits behind another one, which would get it instead.
    interrupt(run) {
        if (this.run !== run)
            return;
        const seq = ++this.cancels;
        const number = this.posts;
        Atomics.store(this.control, UNWANTED, number);
        this.worker.postMessage({ kind: "cancel", run, seq });
        const signal = () => {
            const isNext = Atomics.load(this.control, TAKEN) === number ||
                this.posts - this.ends === 1;
            if (this.run === run && isNext && Atomics.load(this.control, CANCEL_SEEN) < seq)
                Atomics.store(this.interruptByte, 0, SIGINT);
        };
        setTimeout(signal, CANCEL_GRACE_MS);
        // Raised inside a finaliser or a callback, Python prints the interrupt and goes on.
        setTimeout(signal, SECOND_SIGNAL_MS);
    }

    // The worker counts its calls in the mailbox and wakes whoever waits for that.
    listenForCalls() {
        const control = this.mailboxControl;
        const { async, value } = Atomics.waitAsync(control, CALLS, Atomics.load(control, CALLS));
        const heard = () => {
            this.listenForCalls(); // before the call, whose answer lets the next one come
            this.forwardCall();
        };
        if (async)
            value.then(heard);
        else
            setTimeout(heard); // never in a circle, whatever the worker counts
    }

    forwardCall() {
        if (Atomics.load(this.mailboxControl, STATE) !== STATE_ASKED)
            return;
        const length = Atomics.load(this.mailboxControl, LENGTH);
        if (length < 0 || length > this.mailboxData.length)
            return;
        const id = Atomics.load(this.mailboxControl, CALL_ID);
        this.port.outbox = `${id} ${toBase64(this.mailboxData.slice(0, length))}`;
    }

    answerCall(id, frame) {
        const control = this.mailboxControl;
        if (Atomics.load(control, STATE) !== STATE_ASKED || Atomics.load(control, CALL_ID) !== id)
            return;
        const fits = frame.length <= this.mailboxData.length;
        if (fits) {
            this.mailboxData.set(frame);
            Atomics.store(control, LENGTH, frame.length);
        }
        Atomics.store(control, STATE, fits ? STATE_ANSWERED : STATE_TOO_LARGE);
        Atomics.notify(control, STATE);
    }
}

// Shared memory by its own name, or through wasm where a world has no such name.
function sharedMemory(bytes) {
    if (typeof SharedArrayBuffer === "function")
        return new SharedArrayBuffer(bytes);
    const pages = Math.ceil(bytes / 65536);
    return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true }).buffer;
}

function startShell(port, worker) {
    const shell = new Shell({
        page: globalThis.gloveboxPage,
        port,
        worker,
        memory: sharedMemory,
        fetch: globalThis.fetch.bind(globalThis),
    });
    shell.send({ kind: "ready" });
    return shell;
}

if (globalThis.qt?.webChannelTransport) {
    // The worker loads its modules while the channel is made.
    const worker = new Worker("/worker/worker.mjs", { type: "module" });
    let failure = null;
    worker.onerror = (event) => { failure = event; };
    new QWebChannel(qt.webChannelTransport, (channel) => {
        const shell = startShell(channel.objects.port, worker);
        if (failure !== null)
            shell.workerError(failure);
    });
}
