// SPDX-License-Identifier: MIT
// Packages that people really install, from the index that this machine's own pip is configured for.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Program, give } from "./program.mjs";
import { connect, stateOf, textOf } from "./client.mjs";

// Name, and code whose last line shows that it works.
const PACKAGES = [
  ["humanize", "import humanize; humanize.naturalsize(3_000_000)"],
  ["tabulate", "import tabulate; tabulate.tabulate([[1, 2]])"],
  ["networkx", "import networkx as nx; nx.shortest_path_length(nx.path_graph(4), 0, 3)"],
  ["pydantic", "import pydantic; pydantic.TypeAdapter(int).validate_python('3')"],
  ["msgspec", "import msgspec; msgspec.json.decode(b'[1]')"],
  ["openpyxl", "import openpyxl; openpyxl.Workbook().active.title"],
  ["jinja2", "import jinja2; jinja2.Template('{{ 1 + 1 }}').render()"],
  ["faker", "import faker; faker.Faker().name()"],
  ["rich", "import rich.markup; rich.markup.escape('[b]')"],
  ["pypdf", "import pypdf; pypdf.PdfWriter().get_num_pages()"],
  ["python-docx", "import docx; len(docx.Document().paragraphs)"],
  ["xlsxwriter", "import xlsxwriter; xlsxwriter.__version__"],
  ["plotly", "import plotly.graph_objects as go; len(go.Figure().data)"],
  ["altair", "import altair; altair.__version__"],
];

const pip = (...args) => execFileSync("python3", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], timeout: 60_000 }).trim();

// The index that pip here is configured for, or its own; whatever pip itself can fetch from it.
function configuredIndex() {
  if (process.env.PIP_INDEX_URL) return process.env.PIP_INDEX_URL;
  try {
    return pip("-m", "pip", "config", "get", "global.index-url");
  } catch {
    return pip("-c", "from pip._internal.models.index import PyPI; print(PyPI.simple_url)");
  }
}

function reachable() {
  const folder = mkdtempSync(path.join(tmpdir(), "glovebox-pip-"));
  try {
    pip("-m", "pip", "download", "-q", "--no-deps", "--no-cache-dir", "--only-binary=:all:", "--index-url", index, "-d", folder, "humanize");
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const index = configuredIndex();
const skip = reachable() ? false : "pip of this machine reaches no index";
let program;
let client;

before(async () => {
  if (skip) return;
  program = new Program();
  for (const folder of [".config", path.join(".config", "pip")].map((name) => path.join(program.home, name))) {
    mkdirSync(folder);
    give(folder);
  }
  const file = path.join(program.home, ".config", "pip", "pip.conf");
  writeFileSync(file, `[global]\nindex-url = ${index}\n`, { mode: 0o600 });
  give(file);
  await program.start(["--headless", "--approve", "allow"]);
  client = await connect(program.endpoint);
});

after(async () => {
  await client?.close();
  await program?.stop();
  await program?.remove();
});

// Whether nothing but hosts that are not the index could not be reached.
function isElsewhere(text) {
  const unreached = [...text.matchAll(/: (\S+) cannot be reached/g)].map(([, host]) => host);
  const failed = Number(/(\d+) of \d+ packages could not be installed/.exec(text)?.[1] ?? 0);
  return failed > 0 && unreached.length === failed && unreached.every((host) => host !== new URL(index).hostname);
}

for (const [name, code] of PACKAGES) {
  test(`${name} is installed and works`, { skip, timeout: 180_000 }, async (t) => {
    const session = `for-${name}`;
    await client.call("create_session", { name: session });
    const result = await client.call("run_python", { code, packages: [name], session, timeout_s: 120 });
    // Compiled packages that no index has come from Pyodide's release, on a host of its own.
    if (isElsewhere(textOf(result))) return t.skip("it needs compiled packages of Pyodide's release, which this machine cannot reach");
    assert.equal(stateOf(result), "complete", textOf(result));
    assert.doesNotMatch(textOf(result), /No output/);
    await client.call("close_session", { session });
  });
}
