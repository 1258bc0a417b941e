// SPDX-License-Identifier: MIT
// The official SDK's client, connected through the real glovebox-bridge.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { commandAsUser } from "./program.mjs";

export const bridgeFile = path.join(process.env.GLOVEBOX_STAGE, "bin", "glovebox-bridge");

export async function newKey(program, label) {
  const { code, out, err } = await program.command("key", "add", label);
  if (code !== 0) throw new Error(`no key: ${err}`);
  return out.split("\n")[1];
}

function environment(program, key, extra) {
  const { PATH, LANG = "C.UTF-8" } = process.env;
  return { PATH, LANG, HOME: program.home, XDG_RUNTIME_DIR: program.home, GLOVEBOX_KEY: key, ...extra };
}

// A connected client; `changes` collects what the server tells by itself.
export async function connectBridge(program, key, { name = "e2e-bridge", env = {} } = {}) {
  const [command, ...args] = commandAsUser(bridgeFile, ["--profile", program.profile]);
  const transport = new StdioClientTransport({ command, args, env: environment(program, key, env), stderr: "pipe" });
  const client = new Client({ name, version: "1.0" });
  const changes = [];
  client.fallbackNotificationHandler = async (notification) => void changes.push(notification.method);
  let log = "";
  transport.stderr.on("data", (text) => (log += text));
  await client.connect(transport);
  const call = (tool, args = {}, options = {}) =>
    client.callTool({ name: tool, arguments: args }, undefined, { timeout: 120_000, ...options });
  return { client, transport, call, changes, log: () => log, close: () => client.close() };
}

// The bridge without an SDK around it.
export function rawBridge(program, key, { env = {}, args } = {}) {
  const [command, ...rest] = commandAsUser(bridgeFile, args ?? ["--profile", program.profile]);
  return spawn(command, rest, { env: environment(program, key, env), stdio: ["pipe", "pipe", "pipe"] });
}

// The process that listens for this profile, as the lock says: the bridge starts it detached.
export function programOf(profile) {
  try {
    return Number(readFileSync(path.join(profile, "instance.lock"), "utf8").split("\n")[0]);
  } catch {
    return 0;
  }
}

export async function until(condition, what, milliseconds = 60_000) {
  const end = performance.now() + milliseconds;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`${what} did not happen within ${milliseconds} ms`);
    await delay(20);
  }
}
