// SPDX-License-Identifier: MIT
//   node layers.mjs FOLDER
// Lets the program make the layers that its interpreters start from, for the profiles of all tests. Those that are there
// and good are kept: the program itself says so.
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { untilLayered } from "../bench/raw.mjs";
import { Program } from "./program.mjs";

const folder = process.argv[2];
process.env.GLOVEBOX_E2E_LAYERS = folder;
const program = await new Program().start(["--headless", "--approve", "allow"]);
await untilLayered(program);
if (!/the layer data is made/.test(program.log) && existsSync(folder)) {
  console.log("the layers are good");
} else {
  const made = `${folder}.new`;
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made, { recursive: true });
  for (const entry of readdirSync(program.layers, { withFileTypes: true })) {
    if (entry.isFile()) copyFileSync(path.join(program.layers, entry.name), path.join(made, entry.name));
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(made, folder);
  console.log("the layers are made");
}
await program.remove();
