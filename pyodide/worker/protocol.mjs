// SPDX-License-Identifier: MIT
// The worker protocol, version 1 (ARCHITECTURE.md), and its one framing: u32 header length, u32
// body length (little endian), header (UTF-8 JSON object), body. Checked against
// tests/fixtures/worker-protocol from this side and from C++.

/**
 * @typedef {{name: string, mode: string}} Mount
 * @typedef {{name: string, version?: string, sha256?: string}} Pin without a hash: the lock's
 * @typedef {{type: "init", v: number, nonce: string,
 *   role: "session" | "snapshot" | "analyser" | "wasi" | "packer",
 *   heap_bytes: number, folder_bytes: number, env: Record<string, string>, mounts: Mount[],
 *   snapshots: {name: string, url: string}[], fonts: {url: string, path: string}[],
 *   links: {path: string, target: string}[], lock_url: string,
 *   packs: import("./wheelpacks.mjs").PackRecord[]}} InitMessage
 * @typedef {{type: "execute", v: number, nonce: string, run: string, code: string,
 *   stdin: string | null, packages: Pin[], path?: string, attended?: boolean, runtime?: string,
 *   output_files?: string[]}} ExecuteMessage
 * @typedef {{type: "file", v: number, nonce: string, name: string, base64: string}} FileMessage
 * @typedef {{type: "pack", v: number, nonce: string, wheel: string, name: string,
 *   version: string, url?: string}} PackMessage of the packer; without an address the wheel's bytes
 *   came before, as a file
 * @typedef {{type: "mounts", v: number, nonce: string, mounts: Mount[]}} MountsMessage
 * @typedef {{type: "ask", v: number, nonce: string, id: number, method: string,
 *   arguments: Record<string, any>}} AskMessage of the analyser
 * @typedef {{type: "look", v: number, nonce: string, id: number, method: string,
 *   arguments: Record<string, any>}} LookMessage of a session, between two runs
 * @typedef {InitMessage | ExecuteMessage | FileMessage | MountsMessage | AskMessage | LookMessage
 *   | PackMessage} ToWorker
 *
 * @typedef {"file" | "dir" | "link"} FileType
 * @typedef {{type: FileType, size: number, mode: number, mtime_ms: number, atime_ms: number,
 *   ctime_ms: number, inode: number, links: number}} Stat
 * @typedef {Record<string, any>} Header
 * @typedef {{header: Header, body: Uint8Array}} Frame
 */

export const VERSION = 1;
export const PREFIX_BYTES = 8;
/** No frame of the worker is larger, so that every drain of the ring fits one bulk request. */
export const MAX_FRAME_BYTES = 768 * 1024;
/** Snapshots and displays travel in parts of this size. */
export const PART_BYTES = 512 * 1024;
/** What a single fs.read may ask for; the reply with its header stays below 1 MiB. */
export const MAX_READ_BYTES = 1024 * 1024 - 4096;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });
const NOTHING = new Uint8Array(0);

/**
 * @param {Header} header
 * @param {Uint8Array} [body]
 * @returns {Uint8Array}
 */
export function encodeFrame(header, body = NOTHING) {
    const head = encoder.encode(JSON.stringify(header));
    const frame = new Uint8Array(PREFIX_BYTES + head.length + body.length);
    putFrame(frame, head, body);
    return frame;
}

/**
 * Writes a frame where it is to be sent from, so that a large body is copied once only.
 * @param {Uint8Array} target perhaps shared memory
 * @param {Record<string, any>} header
 * @param {Uint8Array} body
 * @returns {number} its length; 0: it does not fit
 */
export function encodeFrameInto(target, header, body = NOTHING) {
    // V8 copies to and from shared memory byte by byte unless both sides are aligned, which takes
    // ten times as long: spaces behind the JSON see to it.
    const json = JSON.stringify(header);
    const odd = encoder.encode(json);
    const head = odd.length % 8 === 0 ? odd : encoder.encode(json + " ".repeat(8 - odd.length % 8));
    const length = PREFIX_BYTES + head.length + body.length;
    if (length > target.length)
        return 0;
    putFrame(target, head, body);
    return length;
}

/**
 * @param {Uint8Array} target
 * @param {Uint8Array} head
 * @param {Uint8Array} body
 */
function putFrame(target, head, body) {
    const view = new DataView(target.buffer, target.byteOffset, PREFIX_BYTES);
    view.setUint32(0, head.length, true);
    view.setUint32(4, body.length, true);
    target.set(head, PREFIX_BYTES);
    target.set(body, PREFIX_BYTES + head.length);
}

/**
 * Whole frames, one after the other; their bodies are views of `bytes`. Throws on anything else: there is no way to find the next
 * frame again.
 * @param {Uint8Array} bytes
 * @returns {Frame[]}
 */
export function decodeFrames(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    /** @type {Frame[]} */
    const frames = [];
    let at = 0;
    while (at < bytes.length) {
        if (bytes.length - at < PREFIX_BYTES)
            throw new Error("a frame is cut off in its lengths");
        const headLength = view.getUint32(at, true);
        const bodyLength = view.getUint32(at + 4, true);
        const bodyAt = at + PREFIX_BYTES + headLength;
        if (bodyAt + bodyLength > bytes.length)
            throw new Error("a frame is cut off");
        // slice(): TextDecoder refuses views of shared memory.
        const header = JSON.parse(decoder.decode(bytes.slice(at + PREFIX_BYTES, bodyAt)));
        if (header === null || typeof header !== "object" || Array.isArray(header))
            throw new Error("a frame's header is no object");
        frames.push({ header, body: bytes.subarray(bodyAt, bodyAt + bodyLength) });
        at = bodyAt + bodyLength;
    }
    return frames;
}

/**
 * @param {Uint8Array} bytes
 * @returns {Frame}
 */
export function decodeSingle(bytes) {
    const frames = decodeFrames(bytes);
    if (frames.length !== 1)
        throw new Error(`expected one frame, got ${frames.length}`);
    return frames[0];
}

/**
 * Refuses what is no message of this protocol: the page and the program are the only senders, so
 * a wrong message is a fault, not something to work around.
 * @param {any} message
 * @param {string | null} nonce expected, or null before init
 * @returns {ToWorker}
 */
export function checkMessage(message, nonce) {
    if (message === null || typeof message !== "object")
        throw new Error("a message must be an object");
    if (message.v !== VERSION)
        throw new Error(`protocol version ${message.v}, expected ${VERSION}`);
    if (typeof message.nonce !== "string" || (nonce !== null && message.nonce !== nonce))
        throw new Error("a message carries a wrong nonce");
    if (!["init", "execute", "file", "mounts", "ask", "look", "pack"].includes(message.type))
        throw new Error(`unknown message type ${JSON.stringify(message.type)}`);
    return message;
}
