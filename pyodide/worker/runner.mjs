// SPDX-License-Identifier: MIT
// One run after the other in one interpreter.
import { HOME } from "./boot.mjs";
import { HostError } from "./lane.mjs";
import { describe as describeProblem } from "./packages.mjs";
import { sha256 } from "./sha256.mjs";
import { keepSignals } from "./signals.mjs";

const SLEEP_SLICE_MS = 50;
// Importing pandas takes about a third of it; the engine's stack (chromiumflags.cpp) bears a little
// more than all of it.
const STACK_BYTES = 192 * 1024;
const MAX_PROMPT = 4000;
/** Below what the program takes for an answer. */
const MAX_ANSWER_BYTES = 15 * 1024 * 1024;
const SIGINT = 2;
/** What every run does, in small. */
const REHEARSAL = { run: "rehearsal", code: "None\n1 + 1", stdin: null, packages: [] };
/** The signal comes that long after the call that waited was given up, at the latest. */
const SIGNAL_SECONDS = 1;
/** Before a pause as long as that, what was written goes to the host. */
const PAUSE_SECONDS = 0.05;
const STANDARD_STREAMS = ["/dev/stdin", "/dev/stdout", "/dev/stderr"];
const encoder = new TextEncoder();
const NOTHING = new Uint8Array(0);

export class Runner {
    /**
     * @param {object} parts
     * @param {any} parts.pyodide
     * @param {import("./output.mjs").Output} parts.output
     * @param {import("./packages.mjs").Packages} parts.packages
     * @param {import("./hostfs.mjs").HostFs} parts.hostfs
     * @param {import("./lane.mjs").Lane} parts.lane
     * @param {Uint8Array} parts.interrupt one byte that the page sets to 2 (SIGINT)
     * @param {(url: string) => Uint8Array} parts.fetchBytesNow
     */
    constructor({ pyodide, output, packages, hostfs, lane, interrupt, fetchBytesNow }) {
        this.pyodide = pyodide;
        this.output = output;
        this.packages = packages;
        this.hostfs = hostfs;
        this.lane = lane;
        this.interrupt = interrupt;
        this.fetchBytesNow = fetchBytesNow;
        /** @type {Uint8Array} bytes of stdin that Python has not read yet */
        this.input = new Uint8Array(0);
        /** Somebody answers when this run wants input. */
        this.attended = false;
        /** @type {any[]} what the descriptors 0, 1 and 2 are */
        this.standard = [];
        this.sleepCell = new Int32Array(new SharedArrayBuffer(4));
        /** @type {string | null} the run that the person or a clock wants to end */
        this.unwanted = null;
        this.dead = false;
    }

    /**
     * Joins Python to the output and readies what a snapshot cannot hold.
     * @param {import("./protocol.mjs").InitMessage} init
     */
    connect(init) {
        const { pyodide, output } = this;
        pyodide._api.on_fatal = (/** @type {any} */ error) => this.die(error);
        pyodide.setStdout({ write: (/** @type {Uint8Array} */ b) => this.write("stdout", b) });
        pyodide.setStderr({ write: (/** @type {Uint8Array} */ b) => this.write("stderr", b) });
        pyodide.setStdin({ read: (/** @type {Uint8Array} */ b) => this.readInput(b) });
        this.standard = STANDARD_STREAMS.map((_, fd) => ({ ...pyodide.FS.streams[fd] }));
        // Whoever does not listen to it is ended, and can write nothing any more.
        keepSignals(pyodide._module, () => this.hostfs.handOver());
        pyodide.setInterruptBuffer(this.interrupt);
        const host = pyodide.pyimport("_glovebox.host");
        host.send_result = (/** @type {string} */ text) => output.result(text);
        host.send_error = (/** @type {string} */ ename, /** @type {string} */ evalue,
                           /** @type {string} */ lines) =>
            output.error(ename, evalue, JSON.parse(lines));
        host.send_display = (/** @type {string} */ fields, /** @type {any} */ bytes) =>
            this.sendDisplay(JSON.parse(fields), bytes);
        host.file_problem = (/** @type {number} */ errno) =>
            this.hostfs.problem?.errno === errno ? this.hostfs.problem.message : "";
        host.sleep = (/** @type {number} */ seconds) => this.sleep(seconds);
        host.ask_line = (/** @type {string} */ prompt, /** @type {boolean} */ secret) =>
            this.askLine(prompt, secret);
        host.fetch_now = (/** @type {string} */ url) => this.fetchBytesNow(url);
        host.fetch_package = (/** @type {string} */ top) => this.packages.loadNow(top);
        host.ask_packages = (/** @type {string} */ wish) => this.packages.ask(wish);
        host.install_package = (/** @type {string} */ pin) =>
            this.undisturbed(() => this.packages.installNow(pin));
        host.package_removed = (/** @type {string} */ name) => this.packages.removed(name);
        host.take_pack = (/** @type {string} */ name) => this.packages.unmountPack(name);
        host.packages_done = (/** @type {string} */ report) => this.packages.done(report);
        host.end = (/** @type {string} */ words) => this.end(words);
        host.destroy();
        this.session = pyodide.pyimport("_glovebox.session");
        guardStack(pyodide);
        const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions();
        const { language, region } = new Intl.Locale(locale).maximize();
        this.session.start(JSON.stringify({
            env: init.env, home: HOME, fonts: init.fonts, names: this.packages.importNames(),
            distributions: this.packages.versions(),
            timezone: timeZone, language: `${language}_${region}.UTF-8`,
        }));
    }

    /**
     * The engine compiles a function, of the runtime as of ours, when it is first called, and the
     * first run need not wait for that. Nothing is heard of this, and nothing stays.
     */
    async rehearse() {
        this.output.isMuted = true;
        await this.execute(/** @type {any} */ (REHEARSAL));
        this.output.isMuted = false;
        if (!this.dead)
            this.undisturbed(() => this.session.forget_rehearsal(REHEARSAL.run));
    }

    /**
     * @param {import("./protocol.mjs").ExecuteMessage} message
     */
    async execute(message) {
        const { output, hostfs } = this;
        // The page has cleared the byte: a signal that is in it by now is meant for this run.
        this.input = encoder.encode(message.stdin ?? "");
        this.attended = message.attended === true && message.stdin === null;
        output.setRun(message.run);
        hostfs.beginRun();
        this.restoreStandardStreams();
        let status = "error";
        let milliseconds = 0;
        try {
            if (await this.loadPackages(message))
                [status, milliseconds] = await this.timed(message);
        } catch (error) {
            this.die(error);
        }
        if (this.dead)
            return;
        hostfs.endRun();
        this.interrupt[0] = 0;
        output.send("heap", { bytes: this.pyodide._module.HEAP8.length });
        output.send("done", { run: message.run, status,
                              execution_ms: Math.round(milliseconds * 1000) / 1000 });
        output.setRun(null);
    }

    /**
     * Between two runs: what the person wants to know of the variables. Whatever is asked changes
     * none of them, and is interrupted as a run is.
     * @param {import("./protocol.mjs").LookMessage} message
     */
    look({ id, method, arguments: given }) {
        let bytes = NOTHING;
        try {
            bytes = encoder.encode(String(this.session.look(method, JSON.stringify(given))));
        } catch (error) {
            bytes = this.lookFailed(error);
        }
        if (this.dead)
            return;
        this.interrupt[0] = 0;
        if (bytes.length === 0 || bytes.length > MAX_ANSWER_BYTES)
            bytes = encodedError("The answer is too long.", "invalid");
        this.output.sendParts("answer", { id }, bytes);
    }

    /**
     * A second interrupt, on Python's way out of the first, or a program that changed Python's own
     * modules; anything else may have harmed the interpreter.
     * @param {any} error
     */
    lookFailed(error) {
        if (!(error instanceof this.pyodide.ffi.PythonError))
            this.die(error);
        return error.type === "KeyboardInterrupt" ? encodedError("It took too long.", "late")
            : encodedError(describeProblem(error), "invalid");
    }

    /**
     * @param {import("./protocol.mjs").ExecuteMessage} message
     * @returns {Promise<[string, number]>} status and milliseconds of Python's own time
     */
    async timed(message) {
        this.output.send("started", { run: message.run,
                                      code_sha256: sha256(encoder.encode(message.code)) });
        const begin = performance.now();
        this.packages.spent = 0;
        const status = this.isUnwanted(message.run) ? this.interrupted()
            : await this.runCode(message);
        this.flushFiles();
        return [status, performance.now() - begin - this.packages.spent];
    }

    /**
     * @param {import("./protocol.mjs").ExecuteMessage} message
     * @returns {Promise<string>} status
     */
    async runCode(message) {
        try {
            // "Promising": what the program calls may switch stacks, as asyncio.run does.
            return await this.session.execute.callPromising(
                message.code, message.run, message.stdin !== null, message.path ?? undefined,
                this.attended);
        } catch (error) {
            // The signal came just before or just after what is guarded against it.
            if (/** @type {any} */ (error)?.type === "KeyboardInterrupt")
                return this.interrupted();
            throw error;
        }
    }

    interrupted() {
        return this.undisturbed(() => this.session.interrupted());
    }

    /**
     * @param {import("./protocol.mjs").ExecuteMessage} message
     * @returns {Promise<boolean>} false: the run is over, and an error was sent
     */
    async loadPackages(message) {
        const imported = JSON.parse(this.undisturbed(() => this.session.imports_of(message.code)));
        if (!this.installPinned(message))
            return false;
        const named = [...this.packages.forImports(imported),
                       ...message.packages.map(({ name }) => name)];
        this.packages.use(named);
        const wanted = this.packages.missing(named);
        if (wanted.length === 0)
            return true;
        this.output.send("starting", { run: message.run, phase: "packages",
                                       text: `Loading ${wanted.join(", ")}` });
        try {
            // Half a package is worse than a late end.
            await this.packages.load(wanted, (install) => this.undisturbed(install),
                                     () => this.isUnwanted(message.run));
            return true;
        } catch (error) {
            const text = `The packages could not be loaded: ${describe(error)}`;
            this.output.error("ImportError", text, [`ImportError: ${text}`]);
            return false;
        }
    }

    /**
     * Before those of the lock, so that nothing of it is loaded in the place of what was chosen.
     * @param {import("./protocol.mjs").ExecuteMessage} message
     * @returns {boolean} as loadPackages
     */
    installPinned(message) {
        const wanted = this.packages.wanting(message.packages);
        const problems = [];
        for (const pin of wanted) {
            if (this.isUnwanted(message.run))
                return true; // execute() sees it too
            this.output.send("starting", { run: message.run, phase: "packages",
                                           text: `Installing ${pin.name} ${pin.version}` });
            try {
                this.undisturbed(() => this.packages.installPinned(pin));
            } catch (error) {
                if (error instanceof HostError && error.errno === "EINTR")
                    this.unwanted = message.run;
                else
                    problems.push(`${pin.name} ${pin.version}: ${describeProblem(error)}`);
            }
        }
        if (problems.length === 0)
            return true;
        const text = `${problems.length} of ${wanted.length} packages could not be installed. ` +
            problems.join("; ");
        this.output.error("ImportError", text, [`ImportError: ${text}`]);
        return false;
    }

    /**
     * @param {Record<string, any>} fields
     * @param {any} bytes a PyProxy of a bytes object
     */
    sendDisplay(fields, bytes) {
        const view = bytes.getBuffer("u8");
        try {
            this.output.sendParts("display", { run: this.output.run, ...fields }, view.data);
        } finally {
            view.release();
        }
    }

    /** A program may have closed or redirected them; the next one begins with working ones. */
    restoreStandardStreams() {
        const { FS } = this.pyodide;
        for (const [fd, stream] of this.standard.entries()) {
            const now = FS.getStream(fd);
            if (now?.node === stream.node)
                continue;
            if (now)
                FS.close(now);
            FS.createStream(stream, fd);
        }
    }

    /** What was written to a mount is with the host before the run counts as done. */
    flushFiles() {
        const problems = [];
        if (this.hostfs.hasWriters())
            problems.push(...this.undisturbed(() => JSON.parse(this.session.flush_files())));
        problems.push(...this.hostfs.flushAll());
        for (const problem of problems) {
            this.output.stream("stderr", encoder.encode(
                `${problem.path}: not everything could be written: ${problem.message}\n`));
        }
        for (const notice of this.hostfs.takeNotices())
            this.output.stream("stderr", encoder.encode(`${notice}\n`));
    }

    /**
     * An interrupt that comes after the program's end must not cut short what belongs to the end.
     * @template T
     * @param {() => T} action
     */
    undisturbed(action) {
        this.pyodide.setInterruptBuffer(new Uint8Array(1));
        try {
            return action();
        } finally {
            this.pyodide.setInterruptBuffer(this.interrupt);
        }
    }

    /**
     * Before the run's code has begun: an interrupt that Python has not seen must not reach it.
     * @param {string} run
     */
    isUnwanted(run) {
        if (this.interrupt[0] !== 0) {
            this.interrupt[0] = 0;
            this.unwanted = run;
        }
        return this.unwanted === run;
    }

    /**
     * The page wants the run to end and this event loop is free: Python awaits something, or the
     * run has not begun.
     * @param {string} run
     */
    cancel(run) {
        this.unwanted = run;
        if (this.output.run !== run)
            return;
        // Left set, the signal would be raised inside the event loop instead of the code, and the
        // awaited future would never be done.
        this.interrupt[0] = 0;
        this.session.cancel(run);
    }

    /**
     * @param {"stdout" | "stderr"} name
     * @param {Uint8Array} bytes a view of the wasm heap
     */
    write(name, bytes) {
        this.output.stream(name, bytes);
        return bytes.length;
    }

    /**
     * Waits for the person's line. The wish goes with the output, so that it stands behind what was
     * printed before it.
     * @param {string} prompt
     * @param {boolean} secret
     * @returns {string | undefined} undefined: there is none any more
     */
    askLine(prompt, secret) {
        this.hostfs.handOver(); // whoever is asked may take hours
        this.output.send("input", { run: this.output.run, secret,
                                    prompt: String(prompt).slice(0, MAX_PROMPT) });
        return this.packages.timed(() => {
            try {
                let part = this.lane.call("input.line", {}).header;
                let line = part.end === true ? undefined : String(part.line);
                while (part.more === true) {
                    part = this.lane.call("input.line", { rest: true }).header;
                    line += String(part.line);
                }
                return line;
            } catch (error) {
                if (error instanceof HostError && error.errno === "EINTR") {
                    this.sleep(SIGNAL_SECONDS); // the interrupt is on its way
                    this.interrupt[0] = SIGINT;
                    this.pyodide.checkInterrupt();
                }
                throw error;
            }
        });
    }

    /** @param {Uint8Array} buffer */
    readInput(buffer) {
        if (this.input.length === 0 && this.attended && buffer.length > 0) {
            const line = this.askLine("", false);
            this.input = line === undefined ? this.input : encoder.encode(`${line}\n`);
        }
        const part = this.input.subarray(0, buffer.length);
        buffer.set(part);
        this.input = this.input.subarray(part.length);
        return part.length;
    }

    /**
     * In slices, so that an interrupt is seen. Python raises it, not this: an exception that
     * crosses from here is formatted for JavaScript on its way, which takes the first one in a
     * session a twentieth of a second.
     * @param {number} seconds
     * @returns {number} what was left when a signal came, else 0
     */
    sleep(seconds) {
        if (seconds >= PAUSE_SECONDS)
            this.hostfs.handOver();
        const end = performance.now() + seconds * 1000;
        for (;;) {
            const left = end - performance.now();
            if (left <= 0)
                return 0;
            if (this.interrupt[0] !== 0)
                return left / 1000;
            Atomics.wait(this.sleepCell, 0, 0, Math.min(left, SLEEP_SLICE_MS));
        }
    }

    /**
     * The program has ended its interpreter, as os._exit() does; nothing of it runs on.
     * @param {string} words
     */
    end(words) {
        this.die(words);
        for (;;)
            Atomics.wait(this.sleepCell, 0, 0);
    }

    /** @param {any} error after which this interpreter cannot be used */
    die(error) {
        if (this.dead)
            return;
        this.dead = true;
        try {
            this.hostfs.handOver();
        } catch {
            // What it died of may be the very way to the host.
        }
        this.output.isMuted = false;
        this.output.send("fatal", { reason: `The interpreter ended itself: ${describe(error)}` });
    }
}

/**
 * Python measures recursion in C by its own stack, of which a worker's engine can bear only a part:
 * without this, a __repr__ that calls itself ends the interpreter instead of raising.
 * @param {any} pyodide
 */
export function guardStack(pyodide) {
    const module = pyodide._module;
    module._PyUnstable_ThreadState_SetStackProtection(
        module._PyThreadState_Get(), module._emscripten_stack_get_base() - STACK_BYTES,
        STACK_BYTES);
}

/**
 * @param {string} error
 * @param {string} kind
 */
function encodedError(error, kind) {
    return encoder.encode(JSON.stringify({ error, kind }));
}

/** @param {any} error */
function describe(error) {
    if (error instanceof RangeError && error.message.includes("call stack"))
        return "its stack is full, as calls or objects are nested too deeply, such as a list " +
            `within a list a thousand times over (${error.message})`;
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return text.trim().slice(0, 2000);
}
