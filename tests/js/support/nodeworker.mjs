// SPDX-License-Identifier: MIT
// The worker as a Node.js thread: the real modules, with files in place of the engine's scheme and
// a second mailbox in place of the synchronous request.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { capHeap } from "../../../pyodide/worker/harden.mjs";
import { mailboxTransport } from "../../../pyodide/worker/lane.mjs";
import { serve } from "../../../pyodide/worker/serve.mjs";

const { assets, python, snapshot, bulkMailbox } = workerData;
const pyodideFolder = path.join(assets, "pyodide") + "/";

function fileOf(url) {
    if (url.startsWith(pyodideFolder))
        return url;
    const [, top, ...rest] = url.split("/");
    if (top === "snapshot")
        return snapshot;
    return path.join(top === "python" ? python : path.join(assets, top), ...rest);
}

const fetchBytesNow = (url) => new Uint8Array(fs.readFileSync(fileOf(url)));
const post = (message) => parentPort.postMessage(message);

// As in a browser: an uncaught error ends no worker.
process.on("uncaughtException", () => undefined);

// Pyodide complains to the console about what the tests provoke.
console.error = console.warn = console.log = () => undefined;

parentPort.once("message", ({ ring, mailbox, interrupt }) => serve({
    ring,
    interrupt: new Uint8Array(interrupt),
    small: mailboxTransport(mailbox, () => post({ kind: "call" })),
    bulk: () => mailboxTransport(bulkMailbox, () => post({ kind: "bulk" })),
    post,
    listen: (handler) => parentPort.on("message", handler),
    prepare: (init) => capHeap(init.heap_bytes),
    platform: {
        fetchBytes: async (url) => fetchBytesNow(url),
        fetchBytesNow,
        pyodideUrl: pyodideFolder,
        pythonUrl: "/python/",
        loadPyodide: async (options) => {
            const { loadPyodide } = await import(pathToFileURL(pyodideFolder + "pyodide.mjs").href);
            return loadPyodide(options);
        },
    },
}));
