// SPDX-License-Identifier: MIT
// One face for every official client: connect, list, call with progress and cancel, leave and come back.
//
// An adapter gives back {tools(), call(tool, args, {onProgress, signal}), leave(), end()}. `leave` drops the
// connection as a client does that is closed and comes back; `end` ends its session for good.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Client as ClientOne } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as HttpOne } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Client as ClientTwo, StreamableHTTPClientTransport as HttpTwo } from "@modelcontextprotocol/client";

const here = path.dirname(fileURLToPath(import.meta.url));
const TIMEOUT = 120_000; // ms, for one call

const authorization = (key) => ({ requestInit: { headers: { Authorization: `Bearer ${key}` } } });

function sdkOne(client, transport, end = async () => {}) {
  return {
    tools: async () => (await client.listTools()).tools,
    call: (name, args, { onProgress, signal } = {}) =>
      client.callTool({ name, arguments: args }, undefined, { timeout: TIMEOUT, onprogress: onProgress, signal }),
    leave: () => transport.close(),
    end: async () => {
      await end();
      await client.close();
    },
  };
}

export async function typescriptOne({ mcp }, key, name) {
  const transport = new HttpOne(new URL(mcp), authorization(key));
  const client = new ClientOne({ name, version: "1.0" });
  await client.connect(transport);
  return sdkOne(client, transport, () => transport.terminateSession());
}

// The transport of 2024-11-05, which SDK 1 still brings.
export async function typescriptSse({ sse }, key, name) {
  const transport = new SSEClientTransport(new URL(sse), authorization(key));
  const client = new ClientOne({ name, version: "1.0" });
  await client.connect(transport);
  return sdkOne(client, transport);
}

export function typescriptTwo(mode) {
  return async ({ mcp }, key, name) => {
    const transport = new HttpTwo(new URL(mcp), authorization(key));
    const client = new ClientTwo({ name, version: "1.0" }, { versionNegotiation: { mode } });
    await client.connect(transport);
    return {
      revision: client.getNegotiatedProtocolVersion?.(),
      tools: async () => (await client.listTools()).tools,
      call: (tool, args, { onProgress, signal } = {}) =>
        client.callTool({ name: tool, arguments: args }, { timeout: TIMEOUT, onprogress: onProgress, signal }),
      leave: () => transport.close(),
      end: () => client.close(),
    };
  };
}

export async function mcpRemote({ mcp }, key, name, home) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [path.join(here, "node_modules/mcp-remote/dist/proxy.js"), mcp, "--header", "Authorization:${AUTH}"],
    env: { PATH: process.env.PATH, HOME: home, AUTH: `Bearer ${key}` },
    stderr: "ignore",
  });
  const client = new ClientOne({ name, version: "1.0" });
  await client.connect(transport, { timeout: 60_000 });
  return sdkOne(client, transport);
}

// The Python SDK lives in a process of its own, told what to do by one line of JSON each.
export function python(mode) {
  return async ({ mcp }, key, name) => {
    const child = spawn("python3", [path.join(here, "python_client.py"), mcp, mode, name], {
      env: { ...process.env, GLOVEBOX_KEY: key, PYTHONPATH: process.env.GLOVEBOX_TEST_PYTHON },
      stdio: ["pipe", "pipe", "inherit"],
    });
    const waiting = new Map();
    const events = createInterface({ input: child.stdout });
    events.on("line", (line) => {
      const { id, progress, result, error } = JSON.parse(line);
      const call = waiting.get(id);
      if (!call) return;
      if (progress) return call.onProgress?.(progress);
      waiting.delete(id);
      if (error) call.reject(new Error(error));
      else call.resolve(result);
    });
    child.on("close", (code) => {
      for (const { reject } of waiting.values()) reject(new Error(`the Python client ended with ${code}`));
      waiting.clear();
    });
    let next = 0;
    const ask = (op, fields = {}, { onProgress, signal } = {}) =>
      new Promise((resolve, reject) => {
        const id = (next += 1);
        waiting.set(id, { resolve, reject, onProgress });
        child.stdin.write(JSON.stringify({ id, op, ...fields }) + "\n");
        signal?.addEventListener("abort", () => child.stdin.write(JSON.stringify({ op: "cancel", cancels: id }) + "\n"));
      });
    const end = () =>
      new Promise((resolve) => {
        child.once("close", resolve);
        child.stdin.end();
      });
    const { revision } = await ask("hello");
    return {
      revision,
      tools: () => ask("tools"),
      call: (tool, args, options) => ask("call", { tool, args }, options),
      leave: async () => child.kill("SIGKILL"),
      end,
    };
  };
}

// The Inspector's command line: one process per question, so it neither shows progress nor cancels.
// It needs a newer Node.js than Debian's: the one that the conformance suite uses.
const NEWER_NODE = path.join(here, "../protocol/node_modules/.bin/node");

export async function inspector({ mcp }, key, _name, home) {
  const program = path.join(here, "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js");
  const ask = (...args) =>
    new Promise((resolve, reject) => {
      const fixed = [program, "--cli", "--server-url", mcp, "--transport", "http", "--header", `Authorization: Bearer ${key}`];
      const child = spawn(NEWER_NODE, [...fixed, ...args], {
        env: { PATH: process.env.PATH, HOME: home },
        stdio: ["ignore", "pipe", "pipe"],
      });
      let out = "";
      let err = "";
      child.stdout.setEncoding("utf8").on("data", (text) => (out += text));
      child.stderr.setEncoding("utf8").on("data", (text) => (err += text));
      child.on("close", () => {
        try {
          resolve(JSON.parse(out));
        } catch {
          reject(new Error(`the Inspector said: ${out}${err}`));
        }
      });
    });
  return {
    tools: async () => (await ask("--method", "tools/list")).tools,
    call: (tool, args) =>
      ask("--method", "tools/call", "--tool-name", tool,
        ...Object.entries(args).flatMap(([name, value]) => ["--tool-arg", `${name}=${value}`])),
    leave: async () => {},
    end: async () => {},
  };
}
