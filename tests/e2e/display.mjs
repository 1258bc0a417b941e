// SPDX-License-Identifier: MIT
// A screen of its own for one test: Xvfb with a window manager, and a real mouse on it.
import { spawn, execFileSync } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";

export class Display {
  static async start(size = "1400x900") {
    // -displayfd makes the server choose a free number and say so when it is ready.
    const server = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", `${size}x24`, "-nolisten", "tcp", "-ac"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [number] = await once(server.stdout, "data");
    const name = `:${String(number).trim()}`;
    const manager = spawn("openbox", ["--sm-disable"], { stdio: "ignore", env: { ...process.env, DISPLAY: name } });
    const display = new Display(name, server, manager);
    await display.until("a window manager", () => display.run("xprop", "-root", "_NET_SUPPORTING_WM_CHECK").includes("0x"));
    return display;
  }

  constructor(name, server, manager) {
    this.name = name;
    this.children = [manager, server];
  }

  run(command, ...args) {
    return execFileSync(command, args, { encoding: "utf8", env: { ...process.env, DISPLAY: this.name } });
  }

  // Asks again and again until `probe` gives something true; the answer is that something.
  async until(what, probe, seconds = 60) {
    const end = performance.now() + seconds * 1000;
    let last;
    while (performance.now() < end) {
      try {
        const value = await probe();
        if (value) return value;
      } catch (error) {
        last = error;
      }
      await delay(50);
    }
    throw new Error(`waited ${seconds} s for ${what}${last ? `: ${last.message}` : ""}`);
  }

  // The visible window with exactly this title.
  window(title) {
    const ids = this.run("xdotool", "search", "--onlyvisible", "--name", `^${title}$`).trim().split("\n");
    return ids[0] || null;
  }

  geometry(id) {
    const text = this.run("xdotool", "getwindowgeometry", "--shell", id);
    const value = (key) => Number(new RegExp(`^${key}=(-?\\d+)$`, "m").exec(text)[1]);
    return { x: value("X"), y: value("Y"), width: value("WIDTH"), height: value("HEIGHT") };
  }

  click(x, y) {
    this.run("xdotool", "mousemove", "--sync", String(Math.round(x)), String(Math.round(y)), "click", "1");
  }

  screenshot(file) {
    this.run("import", "-window", "root", file);
  }

  stop() {
    for (const child of this.children) child.kill("SIGTERM");
  }
}
