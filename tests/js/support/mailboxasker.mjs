// SPDX-License-Identifier: MIT
import { parentPort, workerData } from "node:worker_threads";
import { mailboxTransport } from "../../../pyodide/worker/lane.mjs";

const ask = mailboxTransport(workerData.mailbox, () => parentPort.postMessage("call"));
for (const question of ["first", "second"]) {
    const answer = ask(new TextEncoder().encode(question));
    parentPort.postMessage(answer && Buffer.from(answer).toString());
}
