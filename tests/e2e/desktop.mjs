// SPDX-License-Identifier: MIT
// A session bus with a desktop on it: notifications and, if wanted, a tray.
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { commandAsUser } from "./program.mjs";

export class Desktop {
  // The bus belongs to the account of the program: it lets nobody else in.
  static async start({ tray = true } = {}) {
    const [daemon, ...flags] = commandAsUser("dbus-daemon", ["--session", "--nofork", "--nopidfile", "--print-address"]);
    const bus = spawn(daemon, flags, { stdio: ["ignore", "pipe", "ignore"] });
    const [line] = await once(bus.stdout, "data");
    const address = String(line).trim();
    const file = path.join(process.env.GLOVEBOX_STAGE, "bin", "e2e_fakedesktop");
    const [command, ...args] = commandAsUser(file, tray ? ["--tray"] : []);
    const child = spawn(command, args, {
      stdio: ["pipe", "pipe", "inherit"],
      env: { PATH: process.env.PATH, LANG: "C.UTF-8", DBUS_SESSION_BUS_ADDRESS: address },
    });
    const desktop = new Desktop(bus, child, address);
    await desktop.until((it) => it.event === "ready");
    return desktop;
  }

  constructor(bus, child, address) {
    this.bus = bus;
    this.child = child;
    this.environment = { DBUS_SESSION_BUS_ADDRESS: address };
    this.said = [];
    this.waiting = new Set();
    createInterface({ input: child.stdout }).on("line", (line) => {
      this.said.push(JSON.parse(line));
      for (const look of this.waiting) look();
    });
  }

  // The first thing said from number `from` on that the probe likes.
  until(probe, { from = 0, seconds = 60 } = {}) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(look);
        reject(new Error(`the desktop did not see that within ${seconds} s; it said ${JSON.stringify(this.said.slice(-5))}`));
      }, seconds * 1000);
      const look = () => {
        const found = this.said.slice(from).find(probe);
        if (!found) return;
        clearTimeout(timer);
        this.waiting.delete(look);
        resolve(found);
      };
      this.waiting.add(look);
      look();
    });
  }

  // What is on the screen once the probe likes a notification.
  async notification(probe, from = 0) {
    const wanted = (it) => it.event === "shown" && it.shown.some(probe);
    return (await this.until(wanted, { from })).shown.find(probe);
  }

  do(...words) {
    this.child.stdin.write(words.join(" ") + "\n");
  }

  // Asks "tooltip" or "menu" until the answer is liked.
  async ask(what, probe) {
    const end = performance.now() + 60_000;
    for (;;) {
      const from = this.said.length;
      this.do(what);
      const answer = await this.until((it) => it.event === what, { from });
      if (probe(answer)) return answer;
      if (performance.now() > end) throw new Error(`${what} stayed ${JSON.stringify(answer)}`);
    }
  }

  stop() {
    this.child.kill("SIGTERM");
    this.bus.kill("SIGTERM");
  }
}
