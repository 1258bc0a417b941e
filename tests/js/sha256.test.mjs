// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";
import { sha256 } from "../../pyodide/worker/sha256.mjs";

// Lengths around the block and padding borders.
for (const length of [0, 1, 3, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000, 1 << 20]) {
    test(`hashes ${length} bytes`, () => {
        const bytes = new Uint8Array(length).map((_, i) => (i * 31) ^ (i >> 3));
        assert.equal(sha256(bytes), createHash("sha256").update(bytes).digest("hex"));
    });
}
