// SPDX-License-Identifier: MIT
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

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

// The same over a socket of its own, one request after the other: fetch alone takes a millisecond of a call, which is
// the client's and not the program's.
export class Wire extends Raw {
  async open() {
    const { hostname, port } = new URL(this.url);
    this.socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(this.socket, "connect");
    return super.open();
  }

  async send(method, params) {
    const { host, pathname } = new URL(this.url);
    const body = JSON.stringify({ jsonrpc: "2.0", id: ++this.id, method, params });
    const fields = { host, ...this.headers, "content-length": Buffer.byteLength(body) };
    const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`).join("");
    this.socket.write(`POST ${pathname} HTTP/1.1\r\n${head}\r\n${body}`);
    const answer = await this.answer();
    const session = /^mcp-session-id: (.*)\r$/im.exec(answer.head);
    if (session) this.headers["mcp-session-id"] = session[1];
    return answer.body;
  }

  // Whole, by its length or its last chunk; chunks keep their lengths between them. A character for each byte until then.
  async answer() {
    let text = "";
    for (;;) {
      text += (await once(this.socket, "data"))[0].toString("latin1");
      const end = text.indexOf("\r\n\r\n");
      if (end < 0) continue;
      const head = text.slice(0, end + 2);
      const body = text.slice(end + 4);
      const length = /^content-length: (\d+)/im.exec(head)?.[1];
      if (length === undefined ? body.endsWith("\r\n0\r\n\r\n") : body.length >= Number(length)) {
        return { head, body: Buffer.from(body, "latin1").toString() };
      }
    }
  }

  close() {
    this.socket.destroy();
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

// Processor time of a process and of all below it, in hundredths of a second.
function processorTime(root) {
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).flatMap((name) => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return [{ pid: Number(name), parent: Number(fields[1]), time: Number(fields[11]) + Number(fields[12]) }];
    } catch {
      return []; // it ended meanwhile
    }
  });
  const below = new Set([root]);
  for (let before = 0; before !== below.size;) {
    before = below.size;
    for (const { pid, parent } of processes) if (below.has(parent)) below.add(pid);
  }
  return processes.filter(({ pid }) => below.has(pid)).reduce((sum, { time }) => sum + time, 0);
}

// Until the program does nothing any more: for some minutes a new profile makes layers and packs of packages.
export async function untilIdle(program) {
  for (let quiet = 0, last = processorTime(program.process.pid); quiet < 3;) {
    await delay(2000);
    const now = processorTime(program.process.pid);
    quiet = now - last < 10 ? quiet + 1 : 0;
    last = now;
  }
}

// Until that many have: the spare is one of them.
export async function untilUp(program, count) {
  while (interpretersUp(program) < count) await once(program.process.stderr, "data");
}
