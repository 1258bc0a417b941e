// SPDX-License-Identifier: MIT
// The worker as a Node.js thread: the real modules, with files in place of the engine's scheme and
// a second mailbox in place of the synchronous request.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { capHeap } from "../../../pyodide/worker/harden.mjs";
import { mailboxTransport, wakeByMailbox } from "../../../pyodide/worker/lane.mjs";
import { PageHelp } from "../../../pyodide/worker/pagehelp.mjs";
import { serve } from "../../../pyodide/worker/serve.mjs";

const { assets, python, snapshot, bulkMailbox } = workerData;
const pyodideFolder = path.join(assets, "pyodide") + "/";

function fileOf(url) {
    if (url.startsWith(pyodideFolder))
        return url;
    const [, top, ...rest] = url.split("/");
    if (top === "snapshot")
        return snapshot[rest[0]];
    return path.join(top === "python" ? python : path.join(assets, top), ...rest);
}

const fetchBytesNow = (url) => new Uint8Array(fs.readFileSync(fileOf(url)));
const fetchPartNow = (url, offset, length) => {
    const bytes = new Uint8Array(length);
    const file = fs.openSync(fileOf(url));
    const read = fs.readSync(file, bytes, 0, length, offset);
    fs.closeSync(file);
    return bytes.subarray(0, read);
};
const fetchRangeNow = (url, offset, length) => {
    const bytes = fetchPartNow(url, offset, length);
    if (bytes.length !== length)
        throw new Error(`${url}: ${bytes.length} bytes instead of ${length}`);
    return bytes;
};
const post = (message) => parentPort.postMessage(message);
const help = new PageHelp(post);

// As in a browser: an uncaught error ends no worker.
process.on("uncaughtException", () => undefined);

// Pyodide complains to the console about what the tests provoke.
console.error = console.warn = console.log = () => undefined;

parentPort.once("message", ({ ring, mailbox, interrupt }) => serve({
    ring,
    interrupt: new Uint8Array(interrupt),
    small: mailboxTransport(mailbox, wakeByMailbox(mailbox)),
    bulk: () => mailboxTransport(bulkMailbox, () => post({ kind: "bulk" })),
    post,
    listen: (handler) => parentPort.on("message", (message) => {
        if (!help.take(message))
            handler(message);
    }),
    prepare: (init) => capHeap(init.heap_bytes),
    platform: {
        fetchBytes: async (url) => fetchBytesNow(url),
        fetchBytesNow,
        fetchRangeNow,
        fetchPartNow,
        openStream: (url, offset, length) => help.openStream(url, offset, length),
        pyodideUrl: pyodideFolder,
        pythonUrl: "/python/",
        importRuntime: async () =>
            (await import(pathToFileURL(pyodideFolder + "pyodide.asm.mjs").href)).default,
        loadPyodide: async (options) => {
            const { loadPyodide } = await import(pathToFileURL(pyodideFolder + "pyodide.mjs").href);
            return loadPyodide(options);
        },
    },
}));
