// SPDX-License-Identifier: MIT
// What Glovebox is measured beside: an MCP server on standard input and output, of the official SDK, that hands code to
// a Pyodide in its own process, as such servers do. No window, no approval, no journal, no sandbox.
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const require = createRequire(path.join(import.meta.dirname, "../e2e/package.json")); // where the SDK is
const { McpServer } = require("@modelcontextprotocol/sdk/server/mcp.js");
const { StdioServerTransport } = require("@modelcontextprotocol/sdk/server/stdio.js");
const { z } = require("zod");

const folder = path.join(process.env.GLOVEBOX_ASSETS_DIR, "pyodide") + path.sep;
const { loadPyodide } = await import(pathToFileURL(path.join(folder, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: folder });
const server = new McpServer({ name: "pyodide", version: "1" });
server.registerTool("execute-python", { inputSchema: { code: z.string() } }, async ({ code }) => {
  await python.loadPackagesFromImports(code, { messageCallback() {} });
  const value = await python.runPythonAsync(code);
  return { content: [{ type: "text", text: String(value) }] };
});
await server.connect(new StdioServerTransport());
