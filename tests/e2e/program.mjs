// SPDX-License-Identifier: MIT
// The real program, started as an ordinary user would start it, from a copy that every account can read.
import { spawn, execFileSync } from "node:child_process";
import { chownSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

export const ACCOUNT = "glovebox";
const asRoot = process.getuid() === 0;
const account = asRoot ? accountIds() : null;

function accountIds() {
  const [uid, gid] = execFileSync("getent", ["passwd", ACCOUNT], { encoding: "utf8" }).split(":").slice(2, 4).map(Number);
  return { uid, gid };
}

// A folder that belongs to the account that the program runs as.
export function ownFolder(parent, name) {
  const folder = path.join(parent, name);
  mkdirSync(folder, { mode: 0o700 });
  give(folder);
  return folder;
}

export function give(file) {
  if (account) chownSync(file, account.uid, account.gid);
}

// The program's files where any account can read them: GLOVEBOX_STAGE, made by stage.sh.
const stage = process.env.GLOVEBOX_STAGE;
if (!stage || !existsSync(path.join(stage, "bin", "glovebox"))) {
  throw new Error("GLOVEBOX_STAGE must name a folder made by tests/support/stage.sh");
}

// Command and arguments that run `file` as the account.
export function commandAsUser(file, args) {
  if (!account) return [file, ...args];
  return ["setpriv", "--reuid", String(account.uid), "--regid", String(account.gid), "--clear-groups", "--", file, ...args];
}

function spawnAsUser(file, args, options) {
  const [command, ...rest] = commandAsUser(file, args);
  return spawn(command, rest, options);
}

export class Program {
  // A new home with a profile in it. `settings` is what its settings.json holds at the start. `isFirst`: nothing was ever
  // made for it, as on a computer where the program never ran.
  constructor({ settings = {}, isFirst = false } = {}) {
    this.home = mkdtempSync(path.join(tmpdir(), "glovebox-e2e-"));
    give(this.home);
    this.profile = ownFolder(this.home, "profile");
    this.endpointFile = path.join(this.home, "endpoint.json");
    this.log = "";
    this.extra = {}; // of its environment
    if (!isFirst) this.takeLayers();
    if (Object.keys(settings).length) {
      const file = path.join(this.profile, "settings.json");
      writeFileSync(file, JSON.stringify(settings));
      give(file);
    }
  }

  get layers() {
    return path.join(this.profile, "cache", "snapshots");
  }

  // Else each new profile makes them, for half a minute of one processor, beside what is tested (layers.mjs).
  takeLayers() {
    const from = process.env.GLOVEBOX_E2E_LAYERS;
    if (!from || !existsSync(from)) return;
    const to = ownFolder(ownFolder(this.profile, "cache"), "snapshots");
    for (const name of readdirSync(from)) {
      copyFileSync(path.join(from, name), path.join(to, name));
      give(path.join(to, name));
    }
  }

  environment(display) {
    const { PATH, LANG = "C.UTF-8" } = process.env;
    const environment = { PATH, LANG, HOME: this.home, XDG_RUNTIME_DIR: this.home, ...this.extra };
    if (display) Object.assign(environment, { DISPLAY: display.name, QT_QPA_PLATFORM: "xcb" });
    return environment;
  }

  async start(args, display) {
    const all = ["--profile", this.profile, "--port", "0", "--endpoint-file", this.endpointFile, ...args];
    this.process = spawnAsUser(path.join(stage, "bin", "glovebox"), all, {
      env: this.environment(display),
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream.setEncoding("utf8");
      stream.on("data", (text) => (this.log += text));
    }
    await this.listening();
    this.endpoint = JSON.parse(readFileSync(this.endpointFile, "utf8"));
    return this;
  }

  async listening() {
    const end = performance.now() + 60_000;
    while (!existsSync(this.endpointFile)) {
      if (this.process.exitCode !== null) throw new Error(`glovebox ended at once:\n${this.log}`);
      if (performance.now() > end) throw new Error(`glovebox did not listen within 60 s:\n${this.log}`);
      await delay(20); // asking without a pause takes half of a small machine from the program that is awaited
    }
  }

  // Runs `glovebox ARGS` on the same profile and gives back what it printed.
  command(...args) {
    return this.beside(null, args);
  }

  // A second start, which raises the window of the first.
  raise(display) {
    return this.beside(display, []);
  }

  async beside(display, args) {
    const child = spawnAsUser(path.join(stage, "bin", "glovebox"), ["--profile", this.profile, ...args], {
      env: this.environment(display),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let out = "";
    let err = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (err += text));
    const [code] = await once(child, "close");
    return { code, out, err };
  }

  async stop(signal = "SIGTERM") {
    if (this.process && this.process.exitCode === null && this.process.signalCode === null) {
      const closed = once(this.process, "close");
      this.process.kill(signal);
      await closed;
    }
  }

  async remove() {
    await this.stop("SIGKILL");
    rmSync(this.home, { recursive: true, force: true });
  }
}
