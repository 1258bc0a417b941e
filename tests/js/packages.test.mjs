// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import test from "node:test";
import { normalized, Packages } from "../../pyodide/worker/packages.mjs";

const entry = (name, depends = [], imports = [name]) =>
    ({ name, version: "1.0", file_name: `${name}.whl`, install_dir: "site", sha256: "", imports,
       depends });
const lock = { info: {}, packages: {
    "pandas": entry("pandas", ["numpy", "python-dateutil"]),
    "numpy": entry("numpy"),
    "python-dateutil": entry("python-dateutil", ["six"], ["dateutil"]),
    "six": entry("six"),
    "pillow": entry("Pillow", [], ["PIL"]),
    "ring-a": entry("ring-a", ["ring-b"]),
    "ring-b": entry("ring-b", ["ring-a"]),
} };

function setUp() {
    const log = [];
    const wheels = { unpack: (_wheel, _sha256, name) => log.push(`unpack ${name}`),
                     destroy: () => undefined };
    const packages = new Packages({ pyimport: () => wheels }, lock, {
        fetchBytes: async (url) => { log.push(`fetch ${url}`); return new Uint8Array(0); },
        fetchBytesNow: (url) => { log.push(`now ${url}`); return new Uint8Array(0); },
        pyodideUrl: "/pyodide/",
    }, /** @type {any} */ ({ run: "r1", send: (type, fields) => log.push([type, fields]) }));
    return { packages, log };
}

test("everything needed comes before what needs it", () => {
    assert.deepEqual(setUp().packages.missing(["pandas"]),
                     ["numpy", "six", "python-dateutil", "pandas"]);
});

test("imports are found by module name, not by package name", () => {
    const { packages } = setUp();
    assert.deepEqual(packages.forImports(["PIL", "dateutil", "os", "nothing"]),
                     ["pillow", "python-dateutil"]);
});

test("names are compared as indexes do", () => {
    assert.equal(normalized(" Python_DateUtil "), "python-dateutil");
    assert.deepEqual(setUp().packages.missing(["PILLOW", "Python.Dateutil"]),
                     ["pillow", "six", "python-dateutil"]);
});

test("what is loaded is not loaded again", async () => {
    const { packages, log } = setUp();
    await packages.load(packages.missing(["numpy"]));
    assert.deepEqual(packages.missing(["pandas"]), ["six", "python-dateutil", "pandas"]);
    assert.deepEqual(log, ["fetch /pyodide/numpy.whl", "unpack numpy",
                           ["package", { run: "r1", name: "numpy", version: "1.0" }]]);
});

test("packages that need each other end the search", () => {
    assert.deepEqual(setUp().packages.missing(["ring-a"]), ["ring-b", "ring-a"]);
});

test("an import that nobody saw coming loads at once", () => {
    const { packages, log } = setUp();
    assert.equal(packages.loadNow("dateutil"), true);
    assert.equal(packages.loadNow("dateutil"), false);
    assert.equal(packages.loadNow("nothing"), false);
    assert.deepEqual(log.filter((l) => typeof l === "string"),
                     ["now /pyodide/six.whl", "unpack six", "now /pyodide/python-dateutil.whl",
                      "unpack python-dateutil"]);
});

test("what the host has to give is what the lock has not, and what stands in its place", () => {
    const { packages } = setUp();
    lock.packages.six.sha256 = "a".repeat(64);
    const own = { name: "Six", version: "1.0", sha256: "a".repeat(64) };
    const other = { ...own, sha256: "b".repeat(64) };
    assert.deepEqual(packages.wanting([own, { name: "numpy" }]), []);
    assert.deepEqual(packages.wanting([own, other]), [other]);
    packages.installed.set("six", other.sha256);
    assert.deepEqual(packages.wanting([own, other]), [own]);
});

test("a host that answers nonsense about a wheel is not believed", () => {
    const { packages } = setUp();
    const pin = { name: "x", version: "1", sha256: "c".repeat(64) };
    const answers = (size, body) => {
        packages.lane = /** @type {any} */ ({ call: (op) => op === "pkg.wheel"
            ? { header: { size } } : { header: {}, body: new Uint8Array(body) } });
        return () => packages.readWheel(pin, packages.askForWheel(pin).size);
    };
    for (const size of [-1, 1.5, "9", 2 ** 40, undefined])
        assert.throws(answers(size, 0), /bytes/);
    assert.throws(answers(5, 0), /wrong size/);
    assert.throws(answers(5, 6), /wrong size/);
    assert.equal(answers(5, 5)().length, 5); // the control
});

test("a wheel that cannot be fetched fails the load", async () => {
    const { packages } = setUp();
    packages.platform.fetchBytes = async () => { throw new Error("gone"); };
    await assert.rejects(packages.load(["numpy", "six"]), /gone/);
});
