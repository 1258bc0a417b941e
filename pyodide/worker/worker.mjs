// SPDX-License-Identifier: MIT
// Entry of the module worker. The page sends {kind: "setup"} with the shared memory once, then
// {kind: "message"} (the program's messages) and {kind: "cancel"}.

// All at once: each would be asked for only when the one that needs it has come.
import "./boot.mjs";
import "./datalayer.mjs";
import "./hostfs.mjs";
import "./libraries.mjs";
import "./packages.mjs";
import "./packfs.mjs";
import "./runner.mjs";
import "./wasmfile.mjs";
import "./wheelpacks.mjs";

import { capHeap, REMOVED_OF_NAVIGATOR, removeNames } from "./harden.mjs";
import { AheadTransport, GatherTransport, mailboxTransport, wakeByMailbox } from "./lane.mjs";
import { PageHelp } from "./pagehelp.mjs";
import { serve } from "./serve.mjs";

const fetchFromHost = self.fetch.bind(self);
const HostRequest = self.XMLHttpRequest;
const post = self.postMessage.bind(self);
const help = new PageHelp(post);
const PYODIDE_NEEDS = ["fetch", "XMLHttpRequest", "Request"];

/** @param {string} url */
async function fetchBytes(url) {
    const response = await fetchFromHost(url);
    if (!response.ok)
        throw new Error(`${url}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
}

/** @param {string} url */
function fetchBytesNow(url) {
    return requestNow("GET", url, {}, null);
}

/**
 * @param {string} url
 * @param {number} offset
 * @param {number} length
 */
function fetchRangeNow(url, offset, length) {
    const bytes = fetchPartNow(url, offset, length);
    if (bytes.length < length)
        throw new Error(`${url}: ${bytes.length} bytes instead of ${length}`);
    return bytes;
}

/**
 * @param {string} url
 * @param {number} offset
 * @param {number} length
 */
function fetchPartNow(url, offset, length) {
    if (length === 0)
        return new Uint8Array(0);
    const bytes = requestNow("GET", url, { range: `bytes=${offset}-${offset + length - 1}` }, null);
    // WebEngine keeps each portion within the range, not their sum: a busy machine, on which a reply
    // goes in several portions, gets what follows the range too.
    return bytes.subarray(0, length);
}

/**
 * @param {string} method
 * @param {string} url
 * @param {Record<string, string>} headers
 * @param {Uint8Array | null} body
 */
function requestNow(method, url, headers, body) {
    const request = new HostRequest();
    request.open(method, url, false);
    request.responseType = "arraybuffer";
    for (const [name, value] of Object.entries(headers))
        request.setRequestHeader(name, value);
    request.send(/** @type {any} */ (body)); // never a Blob: Qt reads those byte by byte
    if (request.status !== 200 && request.status !== 206)
        throw new Error(`${url}: ${request.status}`);
    return new Uint8Array(request.response);
}

/** @param {string} nonce */
function bulkTransport(nonce) {
    return (/** @type {Uint8Array} */ frame) => requestNow("POST", "/lane/call", {
        "x-glovebox-nonce": nonce,
        "x-glovebox-length": String(frame.length),
    }, frame);
}

/**
 * Pyodide fetches its core through the global names; they are taken away when it has.
 * @param {Record<string, any>} options
 */
async function loadPyodide(options) {
    const url = new URL("/pyodide/pyodide.mjs", self.location.href).href;
    const { loadPyodide: load } = await import(url);
    const pyodide = await help.withRuntime(() => load(options));
    removeNames(self, PYODIDE_NEEDS);
    return pyodide;
}

async function importRuntime() {
    const url = new URL("/pyodide/pyodide.asm.mjs", self.location.href).href;
    return (await import(url)).default;
}

removeNames(self, undefined, PYODIDE_NEEDS);
removeNames(self.navigator, REMOVED_OF_NAVIGATOR);

self.onmessage = (event) => {
    const { ring, mailbox, interrupt, ahead, gather } = event.data;
    serve({
        ring,
        interrupt: new Uint8Array(interrupt),
        small: mailboxTransport(mailbox, wakeByMailbox(mailbox)),
        bulk: bulkTransport,
        ahead: new AheadTransport(ahead, (slot) => post({ kind: "ahead", slot })),
        gather: new GatherTransport(gather, (slot) => post({ kind: "gather", slot })),
        post,
        listen: (handler) => {
            self.onmessage = ({ data }) => {
                if (!help.take(data))
                    handler(data);
            };
        },
        prepare: (init) => {
            capHeap(init.heap_bytes);
            if (init.role === "wasi") // Pyodide alone needs them
                removeNames(self, PYODIDE_NEEDS);
        },
        platform: {
            fetchBytes,
            fetchBytesNow,
            fetchRangeNow,
            fetchPartNow,
            openStream: (url, offset, length) => help.openStream(url, offset, length),
            pyodideUrl: new URL("/pyodide/", self.location.href).href,
            pythonUrl: "/python/",
            importRuntime,
            loadPyodide,
        },
    });
};
