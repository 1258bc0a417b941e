// SPDX-License-Identifier: MIT
// What code that owns a worker, or a page, tries. Part of the test's copy of the runtime: the worker
// gets it as `attack`, the page's own world loads it as a script, and the page's isolated world too.
// Each attempt says what it met; whether its aim was reached is for the test to see from outside.

const PATIENCE_MS = 3000;

/** @param {any} value */
const said = (value) => (typeof value === "string" ? value : JSON.stringify(value) ?? "nothing");

/** @param {() => any} action */
async function attempt(action, patience = PATIENCE_MS) {
    const timeout = new Promise((resolve) => setTimeout(resolve, patience, "no answer"));
    try {
        return said(await Promise.race([action(), timeout]));
    } catch (error) {
        return `failed: ${error}`;
    }
}

/** @param {EventTarget} target @param {string[]} names */
function happens(target, ...names) {
    return new Promise((resolve) => {
        for (const name of names)
            target.addEventListener(name, () => resolve(name), { once: true });
    });
}

const moduleText = (/** @type {string} */ url) =>
    `await fetch(${JSON.stringify(url)}, { mode: "no-cors" }).catch(() => 0); export const x = 1;`;
const asBlob = (/** @type {string} */ text) =>
    URL.createObjectURL(new Blob([text], { type: "text/javascript" }));

/** Ways to the network that both worlds have. @type {Record<string, (at: any) => any>} */
const network = {
    fetch: (at) => fetch(at.http, { mode: "no-cors" }),
    xhr: (at) => {
        const request = new XMLHttpRequest();
        request.open("GET", at.http);
        const over = happens(request, "load", "error");
        request.send();
        return over;
    },
    websocket: (at) => happens(new WebSocket(at.ws), "open", "error", "close"),
    webtransport: (at) => new WebTransport(at.https).ready,
    eventsource: (at) => happens(new EventSource(at.http), "open", "error"),
    import_http: (at) => import(at.http),
    import_data: (at) => import(`data:text/javascript,${encodeURIComponent(moduleText(at.http))}`),
    import_blob: (at) => import(asBlob(moduleText(at.http))),
    nested_worker: (at) => {
        const worker = new Worker(asBlob(`${moduleText(at.http)} postMessage(1);`), { type: "module" });
        return happens(worker, "message", "error");
    },
    eval: (at) => (0, eval)(`fetch(${JSON.stringify(at.http)}, { mode: "no-cors" })`),
    constructor: (at) => (() => 0).constructor("url", 'return fetch(url, { mode: "no-cors" })')(at.http),
    timer_text: (at) => {
        setTimeout(`fetch(${JSON.stringify(at.http)}, { mode: "no-cors" })`, 0);
        return new Promise((resolve) => setTimeout(resolve, 300, "set"));
    },
};

/** @param {string} tag @param {Record<string, string>} attributes */
function element(tag, attributes) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes))
        made.setAttribute(name, value);
    const over = happens(made, "load", "error");
    document.body.append(made);
    return over;
}

/** Those of a page alone. @type {Record<string, (at: any) => any>} */
const pageNetwork = {
    image: (at) => element("img", { src: at.http }),
    script: (at) => element("script", { src: at.http }),
    stylesheet: (at) => element("link", { rel: "stylesheet", href: at.http }),
    style_import: (at) => {
        const style = document.createElement("style");
        style.textContent = `@import url("${at.http}");`;
        const over = happens(style, "load", "error");
        document.head.append(style);
        return over;
    },
    prefetch: (at) => element("link", { rel: "prefetch", href: at.http }),
    preload: (at) => element("link", { rel: "preload", as: "fetch", crossorigin: "", href: at.http }),
    preconnect: (at) => {
        element("link", { rel: "preconnect", href: at.http });
        return new Promise((resolve) => setTimeout(resolve, 500, "asked"));
    },
    font: (at) => new FontFace("out", `url("${at.http}")`).load(),
    frame: (at) => element("iframe", { src: at.http }),
    frame_inline: (at) => element("iframe", {
        srcdoc: `<script>fetch(${JSON.stringify(at.http)}, {mode: "no-cors"})</script>`,
    }),
    object: (at) => element("object", { data: at.http }),
    video: (at) => {
        const video = document.createElement("video");
        video.preload = "auto";
        video.src = at.http;
        video.load();
        return happens(video, "error", "loadeddata");
    },
    beacon: (at) => {
        const taken = navigator.sendBeacon(at.http, "out");
        return new Promise((resolve) => setTimeout(resolve, 500, `taken: ${taken}`));
    },
    form: (at) => {
        const frame = document.createElement("iframe");
        frame.name = "answer";
        const form = document.createElement("form");
        Object.assign(form, { action: at.http, method: "post", target: "answer" });
        document.body.append(frame, form);
        form.submit();
        return new Promise((resolve) => setTimeout(resolve, 800, "submitted"));
    },
    window: (at) => {
        const opened = window.open(at.http);
        return new Promise((resolve) => setTimeout(resolve, 800, `opened: ${opened !== null}`));
    },
    shared_worker: (at) => {
        const worker = new SharedWorker(asBlob(moduleText(at.http)), { type: "module" });
        worker.port.start();
        return Promise.race([happens(worker, "error"),
                             new Promise((resolve) => setTimeout(resolve, 800, "started"))]);
    },
    webrtc: async (at) => {
        const peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:${at.host}` }] });
        peer.createDataChannel("out");
        const gathered = new Promise((resolve) => {
            peer.onicegatheringstatechange = () =>
                peer.iceGatheringState === "complete" && resolve("gathered");
        });
        await peer.setLocalDescription(await peer.createOffer());
        return gathered;
    },
};

/** End the page where they work, so each is tried last and alone. */
const leaving = {
    /** @param {any} at */
    navigation: (at) => { location.href = at.http; },
    /** @param {any} at */
    download: (at) => {
        const link = document.createElement("a");
        Object.assign(link, { href: at.http, download: "out" });
        document.body.append(link);
        link.click();
    },
};

const SECRET = "other-session-secret";

/** @param {IDBRequest} request @returns {Promise<any>} */
const settled = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
});

/** @param {IDBTransactionMode} mode */
async function objects(mode) {
    const opening = indexedDB.open("s", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("s");
    return (await settled(opening)).transaction("s", mode).objectStore("s");
}

/** What one session leaves for another: [leave, take]. @type {Record<string, [() => any, () => any]>} */
const storage = {
    indexeddb: [async () => settled((await objects("readwrite")).put(SECRET, "k")),
                async () => settled((await objects("readonly")).get("k"))],
    caches: [async () => (await caches.open("s")).put("/k", new Response(SECRET)),
             async () => (await (await caches.match("/k"))?.text()) ?? "nothing"],
    opfs: [async () => {
        const file = await (await navigator.storage.getDirectory()).getFileHandle("k", { create: true });
        const out = await file.createWritable();
        await out.write(SECRET);
        await out.close();
    }, async () => {
        const file = await (await navigator.storage.getDirectory()).getFileHandle("k");
        return (await file.getFile()).text();
    }],
    locks: [() => new Promise((resolve) => {
        navigator.locks.request(SECRET, () => (resolve("held"), new Promise(() => {})));
    }), async () => (await navigator.locks.query()).held?.map((lock) => lock.name).join() ?? ""],
};
/** @type {Record<string, [() => any, () => any]>} */
const pageStorage = {
    local_storage: [() => localStorage.setItem("k", SECRET), () => localStorage.getItem("k")],
    session_storage: [() => sessionStorage.setItem("k", SECRET), () => sessionStorage.getItem("k")],
    cookies: [() => { document.cookie = `k=${SECRET}`; }, () => document.cookie],
    window_name: [() => { window.name = SECRET; }, () => window.name],
};

/** What a person would be asked for. @type {Record<string, () => any>} */
const permissions = {
    geolocation: async () => (await navigator.permissions.query({ name: "geolocation" })).state,
    camera: async () => (await navigator.mediaDevices.getUserMedia({ video: true }), "granted"),
    microphone: async () => (await navigator.mediaDevices.getUserMedia({ audio: true }), "granted"),
    screen: async () => (await navigator.mediaDevices.getDisplayMedia({ video: true }), "granted"),
    notifications: async () => Notification.requestPermission(),
    clipboard: async () => (await navigator.clipboard.readText(), "granted"),
    file_picker: async () => (await window.showOpenFilePicker(), "granted"),
    fonts: async () => (await window.queryLocalFonts(), "granted"),
    service_worker: async () => (await navigator.serviceWorker.register("/worker/worker.mjs"), "granted"),
};

/** @param {Record<string, (x: any) => any>} attempts @param {string} prefix @param {(name: string) => any} target */
async function tryAll(attempts, prefix, target) {
    const outcomes = await Promise.all(Object.entries(attempts).map(async ([name, action]) =>
        [prefix + name, await attempt(() => action(target(prefix + name)))]));
    return Object.fromEntries(outcomes);
}

/** @param {Record<string, number>} ports */
const targets = (ports) => (/** @type {string} */ name) => {
    const host = `127.0.0.1:${ports[name]}`;
    return { host, http: `http://${host}/${name}`, https: `https://${host}/`, ws: `ws://${host}/` };
};

/** @param {Record<string, [() => any, () => any]>} places @param {number} which */
const half = (places, which) =>
    Object.fromEntries(Object.entries(places).map(([name, both]) => [name, both[which]]));

const isPage = typeof document !== "undefined";
const prefix = isPage ? "page_" : "";

/** @param {any} order */
async function obey(order) {
    if (order.what === "network")
        return tryAll({ ...network, ...(isPage ? pageNetwork : {}) }, prefix, targets(order.ports));
    if (order.what === "leave")
        return attempt(() => leaving[/** @type {"navigation"} */ (order.how)](targets(order.ports)(`page_${order.how}`)));
    if (order.what === "put" || order.what === "get") {
        const which = order.what === "put" ? 0 : 1;
        return tryAll({ ...half(storage, which), ...(isPage ? half(pageStorage, which) : {}) }, prefix,
                      () => null);
    }
    return tryAll(isPage ? permissions : {}, prefix, () => null);
}

const channel = new BroadcastChannel("attack");
if (isPage) {
    channel.onmessage = async ({ data }) => {
        if (data.order)
            channel.postMessage({ id: data.id, outcome: await obey(data.order) });
    };
    channel.postMessage({ up: true });
} else {
    // Python asks the worker, and the worker the page.
    let last = 0;
    self.attack = async (/** @type {string} */ text) => {
        const order = JSON.parse(text);
        const id = ++last;
        const answer = new Promise((resolve) => {
            channel.addEventListener("message", ({ data }) => data.id === id && resolve(data.outcome));
        });
        channel.postMessage({ id, order });
        const own = order.what === "leave" ? {} : await obey(order);
        const page = await attempt(() => answer, 2 * PATIENCE_MS);
        return JSON.stringify({ ...own, ...JSON.parse(page.startsWith("{") ? page : "{}") });
    };
}
