// SPDX-License-Identifier: MIT
// A package index on loopback (PEP 503) with wheels made here.
import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { once } from "node:events";

const MAKE = `
import io, json, sys, zipfile
name, version, spec = sys.argv[1], sys.argv[2], json.load(sys.stdin)
info = f"{name}-{version}.dist-info"
needs = "".join(f"Requires-Dist: {need}\\n" for need in spec.get("needs", []))
files = dict(spec.get("files", {}))
files[f"{info}/METADATA"] = f"Metadata-Version: 2.1\\nName: {name}\\nVersion: {version}\\nLicense: MIT\\n{needs}"
files[f"{info}/WHEEL"] = "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n"
files[f"{info}/RECORD"] = "".join(f"{path},,\\n" for path in files) + f"{info}/RECORD,,\\n"
buffer = io.BytesIO()
with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
    for path, text in files.items():
        archive.writestr(path, text)
sys.stdout.buffer.write(buffer.getvalue())
`;

// The bytes of NAME-VERSION-py3-none-any.whl.
export function makeWheel(name, version, spec = {}) {
  return execFileSync("python3", ["-c", MAKE, name, version], { input: JSON.stringify(spec) });
}

export class Index {
  constructor() {
    this.projects = new Map(); // name → [{file, bytes, sha256}]
    this.asked = [];
    this.server = createServer((request, response) => this.answer(request, response));
  }

  add(name, version, spec) {
    const bytes = makeWheel(name, version, spec);
    const file = `${name}-${version}-py3-none-any.whl`;
    const key = name.replaceAll("_", "-");
    this.projects.set(key, [...(this.projects.get(key) ?? []),
                            { file, bytes, sha256: createHash("sha256").update(bytes).digest("hex") }]);
    return this;
  }

  async start() {
    this.server.listen(0, "127.0.0.1");
    await once(this.server, "listening");
    this.address = `http://127.0.0.1:${this.server.address().port}/simple/`;
    return this;
  }

  async stop() {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
  }

  answer(request, response) {
    this.asked.push(request.url);
    const [, kind, name] = request.url.split("/");
    if (kind === "files") {
      const wheel = [...this.projects.values()].flat().find((item) => item.file === name);
      if (wheel && this.slow) return this.trickle(response, wheel.bytes);
      return wheel ? response.end(wheel.bytes) : response.writeHead(404).end();
    }
    const wheels = this.projects.get(name);
    if (!wheels) return response.writeHead(404).end();
    response.setHeader("content-type", "text/html");
    const links = wheels.map(({ file, sha256 }) => `<a href="/files/${file}#sha256=${sha256}">${file}</a>`);
    response.end(`<!DOCTYPE html><html><body>${links.join("\n")}</body></html>`);
  }

  // Sends the head and half of the bytes, and never the rest.
  trickle(response, bytes) {
    response.writeHead(200, { "content-length": bytes.length });
    response.write(bytes.subarray(0, bytes.length >> 1));
  }
}
