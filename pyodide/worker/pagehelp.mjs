// SPDX-License-Identifier: MIT
// What the page does for a worker that starts. A start is bound by the worker's one thread, and the
// page's has nothing else to do meanwhile: it compiles Python's runtime while the worker loads its
// modules, and takes a snapshot's pages out of their pipes, which costs as much as all the rest of
// a start together. The other end is StartHelp in resources/shell/shell.js.

/** Compiled by the page for the one who asks for this address. */
const RUNTIME = "/pyodide/pyodide.asm.wasm";

/**
 * What comes of a stream: chunks, null at its end, or why it broke.
 * @typedef {{id: number, values?: Uint8Array[] | null, error?: string}} News
 *
 * @typedef {{news: News[], arrived: () => void, chunks: Uint8Array[]}} Stream
 */

export class PageHelp {
    /** @param {(message: any) => void} post to the page */
    constructor(post) {
        this.post = post;
        /** @type {Stream[]} by their numbers */
        this.streams = [];
        this.takeRuntime = (/** @type {{module?: WebAssembly.Module, error?: string}} */ _) => {};
        /** @type {Promise<{module?: WebAssembly.Module, error?: string}>} */
        this.runtime = new Promise((resolve) => { this.takeRuntime = resolve; });
    }

    /**
     * @param {any} message from the page
     * @returns {boolean} whether it was one of these
     */
    take(message) {
        if (message.kind === "runtime")
            this.takeRuntime(message);
        else if (message.kind === "chunks")
            this.takeNews(message);
        else
            return false;
        return true;
    }

    /** @param {News} news */
    takeNews(news) {
        const stream = this.streams[news.id];
        stream.news.push(news);
        stream.arrived();
    }

    /**
     * A part of a file, as it comes: half of the time of a whole reply is spent on joining it.
     * @param {string} url
     * @param {number} offset
     * @param {number} length
     * @returns {Promise<{read: () => Promise<{done: boolean, value?: Uint8Array}>}>}
     */
    async openStream(url, offset, length) {
        /** @type {Stream} */
        const stream = { news: [], arrived: () => {}, chunks: [] };
        this.post({ kind: "stream", id: this.streams.push(stream) - 1, url, offset, length });
        return { read: async () => {
            while (stream.chunks.length === 0) {
                const { values, error } = stream.news.shift() ?? await nextNews(stream);
                if (error !== undefined)
                    throw new Error(`${url}: ${error}`);
                if (!values)
                    return { done: true };
                stream.chunks = values;
            }
            return { done: false, value: stream.chunks.shift() };
        } };
    }

    /**
     * Calls `load` with global names in which Pyodide finds the compiled runtime where it would
     * fetch and compile one.
     * @template T
     * @param {() => Promise<T>} load
     * @returns {Promise<T>}
     */
    async withRuntime(load) {
        const { fetch } = globalThis;
        const { instantiateStreaming } = WebAssembly;
        WebAssembly.instantiateStreaming = (_, imports) => this.instantiate(imports ?? {});
        globalThis.fetch = (what, how) => String(what).endsWith(RUNTIME)
            ? Promise.resolve(new Response()) : fetch(what, how);
        try {
            return await load();
        } finally {
            WebAssembly.instantiateStreaming = instantiateStreaming;
            globalThis.fetch = fetch;
        }
    }

    /** @param {WebAssembly.Imports} imports */
    async instantiate(imports) {
        const { module, error } = await this.runtime;
        if (!module)
            throw new Error(`Python's runtime cannot be compiled: ${error}`);
        return { module, instance: await WebAssembly.instantiate(module, imports) };
    }
}

/**
 * @param {Stream} stream of which there are none now
 * @returns {Promise<News>}
 */
function nextNews(stream) {
    return new Promise((resolve) => {
        stream.arrived = () => {
            stream.arrived = () => {};
            resolve(/** @type {News} */ (stream.news.shift()));
        };
    });
}
