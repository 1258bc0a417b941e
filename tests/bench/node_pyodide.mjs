// SPDX-License-Identifier: MIT
// Pyodide in Node.js, from the same files: start, load and import the three packages, once.
import path from "node:path";
import { pathToFileURL } from "node:url";

const folder = path.join(process.env.GLOVEBOX_ASSETS_DIR, "pyodide") + path.sep;
const { loadPyodide } = await import(pathToFileURL(path.join(folder, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: folder });
await python.loadPackage(["numpy", "pandas", "matplotlib"], { messageCallback() {} });
python.runPython("import os; os.environ['MPLBACKEND'] = 'agg'\nimport numpy, pandas, matplotlib.pyplot");
