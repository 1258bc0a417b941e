// SPDX-License-Identifier: MIT
import { workerData } from "node:worker_threads";
import { KIND_STDOUT, RingWriter } from "../../../pyodide/worker/ring.mjs";

const writer = new RingWriter(workerData.memory, () => undefined);
const encoder = new TextEncoder();
for (let i = 0; i < workerData.lines; i++)
    writer.writeStream(KIND_STDOUT, encoder.encode(`line ${i}\n`));
