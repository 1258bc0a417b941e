// SPDX-License-Identifier: MIT
// The real resources/shell/shell.js, loaded as the engine does: a plain script with names of its
// own.
import fs from "node:fs";
import vm from "node:vm";

const url = new URL("../../../resources/shell/shell.js", import.meta.url);
const script = fs.readFileSync(url, "utf8");
const names = "{ RingReader, Pump, Shell, RING_BYTES, RING_CONTROL_BYTES, MAX_BULK_BYTES, " +
    "SMALL_BYTES, toBase64, fromBase64, WANT_ANY }";

export const shell = vm.runInThisContext(`(() => { ${script}\nreturn ${names}; })()`,
                                         { filename: url.pathname });
