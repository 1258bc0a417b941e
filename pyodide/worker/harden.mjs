// SPDX-License-Identifier: MIT
// What is taken away before Pyodide loads. This is depth, not the boundary: Python reaches
// JavaScript whatever is done here (SECURITY.md). The boundary is the process, its policy and
// its network namespace.

const WASM_PAGE_BYTES = 65536;

/** Names that code in the sandbox has no use for; each would be one more thing to defend. */
export const REMOVED = [
    "indexedDB", "caches", "BroadcastChannel", "WebSocket", "WebSocketStream", "WebTransport",
    "EventSource", "Worker", "SharedWorker", "Notification", "importScripts", "RTCPeerConnection",
    "FileSystemHandle", "FileSystemFileHandle", "FileSystemDirectoryHandle", "CacheStorage",
    "IDBFactory", "ServiceWorkerRegistration", "PushManager", "Request", "fetch", "XMLHttpRequest",
];

/** The same, of `navigator`. */
export const REMOVED_OF_NAVIGATOR = [
    "storage", "storageBuckets", "serviceWorker", "locks", "usb", "hid", "serial", "bluetooth",
    "gpu", "connection", "permissions",
];

/**
 * Makes growth of every wasm memory above `bytes` fail, so that Python raises MemoryError and
 * lives on. Must run before Pyodide is imported.
 * @param {number} bytes
 */
export function capHeap(bytes) {
    const grow = WebAssembly.Memory.prototype.grow;
    const maxPages = Math.floor(bytes / WASM_PAGE_BYTES);
    Object.defineProperty(WebAssembly.Memory.prototype, "grow", {
        configurable: false,
        enumerable: true,
        writable: false,
        value: /** @this {WebAssembly.Memory} */ function (/** @type {number} */ pages) {
            const now = this.buffer.byteLength / WASM_PAGE_BYTES;
            if (now + pages > maxPages)
                throw new RangeError(`the heap is limited to ${maxPages * WASM_PAGE_BYTES} bytes`);
            return grow.call(this, pages);
        },
    });
}

/**
 * Deletes the names from the scope and its prototypes.
 * @param {object} scope
 * @param {string[]} [names]
 * @param {string[]} [except] names that stay
 */
export function removeNames(scope, names = REMOVED, except = []) {
    for (const name of names.filter((n) => !except.includes(n))) {
        for (let at = scope; at !== null; at = Object.getPrototypeOf(at)) {
            if (Object.prototype.hasOwnProperty.call(at, name))
                Reflect.deleteProperty(at, name);
        }
    }
}
