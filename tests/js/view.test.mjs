// SPDX-License-Identifier: MIT
// resources/views/run.html: its script, driven by messages as a host of MCP Apps sends them, in a
// document that knows nothing but text and elements.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fs from "node:fs";
import test from "node:test";
import vm from "node:vm";

const read = (path) => fs.readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const HTML = read("resources/views/run.html");
const inside = (tag) => new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(HTML)[1];
const SCRIPT = inside("script");
const PNG = "iVBORw0KGgo=";
const HOSTILE = "<img src=x onerror=alert(1)><script>alert(2)</script>";

/** An element that can hold text and elements, and refuses every way to make markup of text. */
class Element {
    dataset = {};
    children = [];
    #text = "";

    constructor(name) { this.name = name; }

    get textContent() {
        return this.children.length > 0 ? this.children.map((c) => c.textContent).join("")
                                        : this.#text;
    }
    set textContent(text) { this.children = []; this.#text = String(text); }
    set innerHTML(text) { throw new Error("markup was made of text"); }
    set outerHTML(text) { throw new Error("markup was made of text"); }
    insertAdjacentHTML() { throw new Error("markup was made of text"); }

    append(...elements) {
        for (const element of elements) {
            assert.ok(element instanceof Element);
            element.parent = this;
            this.children.push(element);
        }
    }
    replaceChildren() { this.children = []; }
    remove() { this.parent.children = this.parent.children.filter((c) => c !== this); }
    getBoundingClientRect() { return { width: 320.5, height: this.height ?? 99.2 }; }
}

/** The view in a frame: what it sent, what it shows, and the host's end. */
function open({ embedded = true, answer = { hostContext: { theme: "dark" } } } = {}) {
    const sent = [];
    const parts = {};
    for (const [, id] of HTML.matchAll(/ id="([a-z]+)"/g))
        parts[id] = new Element(id);
    const root = new Element("html");
    const resized = [];
    let listener;
    const window = { addEventListener: (type, call) => { if (type === "message") listener = call; },
                     postMessage: () => assert.fail("it spoke to itself") };
    const host = { postMessage: (message, target) => {
        assert.equal(target, "*");
        sent.push(structuredClone(message));
    } };
    window.parent = embedded ? host : window;
    vm.runInNewContext(SCRIPT, {
        window,
        document: { documentElement: root, getElementById: (id) => parts[id],
                    createElement: (name) => new Element(name) },
        ResizeObserver: class {
            constructor(call) { resized.push(call); }
            observe() {}
        },
    });
    const hear = (data, source = host) => listener({ data, source });
    const tell = (method, params) => hear({ jsonrpc: "2.0", method, params });
    if (embedded && answer)
        hear({ jsonrpc: "2.0", id: 1, result: answer });
    return { sent, parts, root, hear, tell, resize: () => resized.forEach((call) => call()),
             result: (content, more) => tell("ui/notifications/tool-result", { content, ...more }),
             texts: () => parts.log.children.map((e) => e.textContent),
             images: () => parts.plots.children.map((figure) => figure.children[0].src) };
}

const text = (text) => ({ type: "text", text });
const image = (data = PNG, mimeType = "image/png") => ({ type: "image", data, mimeType });

test("introduces itself, and says that it is ready only after the host's answer", () => {
    const { sent, hear } = open({ answer: null });
    assert.equal(sent.length, 1);
    const { id, method, params } = sent[0];
    assert.deepEqual([method, params.protocolVersion], ["ui/initialize", "2026-01-26"]);
    assert.deepEqual(Object.keys(params.appCapabilities), ["availableDisplayModes"]); // no tools
    hear({ jsonrpc: "2.0", id: id + 1, result: {} });
    assert.equal(sent.length, 1);
    hear({ jsonrpc: "2.0", id, result: {} });
    assert.equal(sent[1].method, "ui/notifications/initialized");
});

test("shows a run's state, its text and its plots", () => {
    const { result, parts, texts, images } = open();
    result([text("run r12 · complete · session default · 0.82 s\nThe session is new."),
            text("mean 3.5"), text("[plot 1 of r12, 640x480 pixels, run://r12/plots/1]\nSales"),
            image(), text("If you cannot see the picture above, say so and rely on the words.")]);
    assert.equal(parts.status.textContent, "run r12 · complete · session default · 0.82 s");
    assert.equal(parts.status.dataset.kind, "good");
    assert.deepEqual(texts(), ["The session is new.", "mean 3.5"]);
    assert.deepEqual(images(), [`data:image/png;base64,${PNG}`]);
    assert.match(parts.plots.children[0].children[1].textContent, /Sales$/);
});

test("keeps the sentence for models that the program really writes out of the way", () => {
    const sentence = /MODELS_ONLY = "([^"]+)"/.exec(SCRIPT)[1];
    assert.ok(read("app/tools/runresult.cpp").includes(sentence));
});

test("tells how a run ended and what still waits", () => {
    const { result, parts } = open();
    for (const [state, kind] of [["error", "bad"], ["denied", "bad"], ["killed", "bad"],
                                 ["pending_approval", "wait"], ["running", "wait"]]) {
        result([text(`run r1 · ${state} · session default · 0 s`)]);
        assert.equal(parts.status.dataset.kind, kind, state);
    }
    result([text("There is no run \"r99\".")], { isError: true });
    assert.equal(parts.status.dataset.kind, "bad");
});

test("shows only the last result", () => {
    const { result, texts, images } = open();
    result([text("run r1 · running · session default · 1 s"), text("old"), image()]);
    result([text("run r1 · complete · session default · 2 s"), text("new")]);
    assert.deepEqual([texts(), images()], [["new"], []]);
});

test("hostile text stays text", () => {
    const { result, tell, parts, texts } = open();
    result([text(`run r1 · complete · session ${HOSTILE} · 1 s`), text(HOSTILE),
            text(`[plot 1 of r1, 1x1 pixels, x]\n${HOSTILE}`), image()]);
    assert.deepEqual(texts(), [HOSTILE]);
    assert.ok(parts.status.textContent.includes(HOSTILE));
    assert.deepEqual(parts.plots.children[0].children.map((e) => e.name), ["img", "figcaption"]);
    tell("ui/notifications/tool-cancelled", { reason: HOSTILE });
    assert.ok(parts.status.textContent.endsWith(HOSTILE));
});

test("takes only pictures of four kinds, and only as base64", () => {
    const { result, images } = open();
    result([image(PNG, "image/svg+xml"), image(PNG, "text/html"), image('x" onerror="alert(1)'),
            image("https://example.com/a.png"), image(42), image(null), image("")]);
    assert.deepEqual(images(), []);
    result(["png", "jpeg", "gif", "webp"].map((kind) => image(PNG, `image/${kind}`)));
    assert.equal(images().length, 4);
});

test("ignores messages that are not its parent's", () => {
    const { hear, sent, parts, texts } = open();
    const before = sent.length;
    const message = { jsonrpc: "2.0", method: "ui/notifications/tool-result",
                      params: { content: [text("first"), text("foreign")] } };
    hear(message, { postMessage: () => assert.fail("it answered a stranger") });
    hear(message, null);
    hear({ jsonrpc: "2.0", id: 7, method: "ping" }, {});
    assert.deepEqual([texts(), parts.status.textContent, sent.length], [[], "", before]);
    hear(message); // the control: from its parent it counts
    assert.deepEqual(texts(), ["first", "foreign"]);
});

test("survives whatever is no message of the protocol", () => {
    const { hear, tell, sent, texts } = open();
    const before = sent.length;
    for (const data of [null, 1, "x", [], {}, { jsonrpc: "1.0", method: "ping", id: 1 },
                        { jsonrpc: "2.0" }, { jsonrpc: "2.0", method: "constructor" },
                        { jsonrpc: "2.0", method: "__proto__" }])
        hear(data);
    for (const method of ["tool-input", "tool-result", "tool-cancelled", "host-context-changed"])
        for (const params of [undefined, null, 1, "x", { content: null }, { content: [null, 1] },
                              { arguments: null }, { theme: 1, locale: 1 }])
            tell(`ui/notifications/${method}`, params);
    assert.deepEqual([sent.length, texts()], [before, []]);
});

test("says that it waits, for what, and that it was taken back", () => {
    const { tell, parts } = open();
    tell("ui/notifications/tool-input", { arguments: { code: "1" } });
    assert.match(parts.status.textContent, /allowed/);
    tell("ui/notifications/tool-input", { arguments: { run: "r5" } });
    assert.match(parts.status.textContent, /r5$/);
    tell("ui/notifications/tool-cancelled", {});
    assert.match(parts.status.textContent, /taken back/);
});

test("follows the host's theme and language", () => {
    const { root, tell, parts } = open();
    assert.equal(root.dataset.theme, "dark");
    tell("ui/notifications/host-context-changed", { theme: "light", locale: "ja-JP" });
    assert.deepEqual([root.dataset.theme, root.lang], ["light", "ja"]);
    tell("ui/notifications/tool-input", {});
    assert.match(parts.status.textContent, /許可/);
    tell("ui/notifications/host-context-changed", { theme: "\"><script>" });
    assert.equal(root.dataset.theme, "light");
});

test("has the same texts in both languages", () => {
    const keys = [...SCRIPT.matchAll(/^ {12}(\w+): "/gm)].map((match) => match[1]);
    assert.ok(keys.length >= 10);
    assert.deepEqual(keys.slice(0, keys.length / 2), keys.slice(keys.length / 2));
});

test("tells its size when that changed", () => {
    const { sent, parts, resize } = open();
    const sizes = () => sent.filter((m) => m.method === "ui/notifications/size-changed")
                            .map((m) => m.params);
    assert.deepEqual(sizes(), [{ width: 321, height: 100 }]);
    resize();
    parts.view.height = 500;
    resize();
    assert.deepEqual(sizes().slice(1), [{ width: 321, height: 500 }]);
});

test("answers the host's requests, and refuses what it does not do", () => {
    const { hear, sent } = open();
    hear({ jsonrpc: "2.0", id: 0, method: "ping" });
    hear({ jsonrpc: "2.0", id: "t", method: "ui/resource-teardown", params: { reason: "x" } });
    hear({ jsonrpc: "2.0", id: 3, method: "tools/call", params: {} });
    const [ping, teardown, call] = sent.slice(-3);
    assert.deepEqual([ping.id, ping.result, teardown.id, teardown.result], [0, {}, "t", {}]);
    assert.deepEqual([call.id, call.error.code], [3, -32601]);
});

test("never asks the host for anything but the handshake", () => {
    const { result, tell, sent } = open();
    tell("ui/notifications/tool-input", { arguments: {} });
    result([text("run r1 · complete · session default · 1 s"), image()]);
    assert.deepEqual(sent.filter((m) => m.id !== undefined).map((m) => m.method),
                     ["ui/initialize"]);
});

test("stays silent outside a frame", () => {
    assert.deepEqual(open({ embedded: false }).sent, []);
});

test("forbids itself everything but its own style, its own script and data: pictures", () => {
    const policy = /Content-Security-Policy" content="([^"]+)"/.exec(HTML)[1];
    const hash = (code) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
    const directives = Object.fromEntries(policy.split("; ").map((d) => d.split(/ (.*)/, 2)));
    assert.deepEqual(directives, {
        "default-src": "'none'", "script-src": hash(SCRIPT), "style-src": hash(inside("style")),
        "img-src": "data:", "base-uri": "'none'", "form-action": "'none'",
        "require-trusted-types-for": "'script'", "trusted-types": "'none'",
    });
    // Nothing that runs stands before the policy, and nothing is named that it would have to load.
    assert.ok(HTML.indexOf("Content-Security-Policy") < HTML.search(/<(script|style|link|img)\b/));
    assert.doesNotMatch(HTML, /\b(src|href)=|https?:|url\(|@import/);
    assert.doesNotMatch(SCRIPT, /innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b|Function\(|fetch|XMLHttp|WebSocket|open\(/);
});
