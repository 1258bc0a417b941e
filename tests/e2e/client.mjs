// SPDX-License-Identifier: MIT
// The official SDK's client, connected to the program.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

export async function connect(endpoint, { key = endpoint.key, name = "e2e" } = {}) {
  const transport = new StreamableHTTPClientTransport(new URL(endpoint.mcp), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  });
  const client = new Client({ name, version: "1.0" });
  await client.connect(transport);
  const call = (tool, args = {}, options = {}) =>
    client.callTool({ name: tool, arguments: args }, undefined, { timeout: 120_000, ...options });
  return { client, transport, call, close: () => client.close() };
}

export const textOf = (result) => result.content.filter((c) => c.type === "text").map((c) => c.text).join("\n");
export const runOf = (result) => /^run (r\d+) /.exec(textOf(result))?.[1];
export const stateOf = (result) => /^run r\d+ · (\w+) ·/.exec(textOf(result))?.[1];
