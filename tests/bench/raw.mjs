// SPDX-License-Identifier: MIT
import { once } from "node:events";

// As little between the clock and the program as possible: fetch with kept-alive connections.
export class Raw {
  constructor(endpoint) {
    this.url = endpoint.mcp;
    this.headers = {
      authorization: `Bearer ${endpoint.key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    this.id = 0;
  }

  async send(method, params) {
    const body = JSON.stringify({ jsonrpc: "2.0", id: ++this.id, method, params });
    const response = await fetch(this.url, { method: "POST", headers: this.headers, body });
    const session = response.headers.get("mcp-session-id");
    if (session) this.headers["mcp-session-id"] = session;
    return response.text();
  }

  async open() {
    await this.send("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } });
    return this;
  }

  call(name, args = {}) {
    return this.send("tools/call", { name, arguments: args });
  }

  // The whole answer; refuses one that is not complete.
  async run(code, more = {}) {
    const text = await this.call("run_python", { code, ...more });
    if (!text.includes("· complete ·")) throw new Error(`not complete: ${text.slice(0, 600)}`);
    return text;
  }

  // Begins `code` and comes back with the run's id when it runs.
  async begin(code, more = {}) {
    let text = await this.call("run_python", { code, wait_s: 0, ...more });
    const run = /run (r\d+) ·/.exec(text)[1];
    while (!/· (running|complete|error|killed|crashed) ·/.test(text)) text = await this.call("get_run", { run, wait_s: 0 });
    return run;
  }

  // Waits for the end of a run: its state.
  async stateOf(run) {
    const text = await this.call("get_run", { run, wait_s: 60 });
    return /run r\d+ · (\w+) ·/.exec(text)[1];
  }
}

export async function timed(work) {
  const begin = performance.now();
  const value = await work();
  return [performance.now() - begin, value];
}

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

// How many interpreters have come up from the snapshot so far, by the program's own words. (The one that makes the
// snapshot starts without it.)
export const interpretersUp = (program) => program.log.match(/ is up, in ms: .*"restore"/g)?.length ?? 0;

// Until an interpreter came up with the data stack in it: that layer is made when there is time.
export async function untilLayered(program) {
  while (!/ is up, in ms: .*"memory"/.test(program.log)) await once(program.process.stderr, "data");
}

// Until that many have: the spare is one of them.
export async function untilUp(program, count) {
  while (interpretersUp(program) < count) await once(program.process.stderr, "data");
}
