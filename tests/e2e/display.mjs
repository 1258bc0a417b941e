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
    let said = "";
    const manage = () => {
      const manager = spawn("openbox", ["--sm-disable"], { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, DISPLAY: name } });
      manager.stderr.setEncoding("utf8").on("data", (text) => (said += text));
      manager.on("error", (error) => (said += error.message));
      return manager;
    };
    const display = new Display(name, server, manage());
    try {
      await display.until("a window manager", () => {
        const [{ exitCode }] = display.children;
        if (exitCode !== null) { // it met the end of whoever had this number before
          said += `\nended with ${exitCode}`;
          display.children[0] = manage();
        }
        return display.run("xprop", "-root", "_NET_SUPPORTING_WM_CHECK").includes("0x");
      });
    } catch (error) {
      display.stop(); // a server that goes on would keep this process alive
      throw new Error(`${error.message}; it said: ${said || "nothing"}`);
    }
    return display;
  }

  constructor(name, server, manager) {
    this.name = name;
    this.children = [manager, server];
  }

  run(command, ...args) {
    // xdotool waits for ever where a window manager missed something.
    return execFileSync(command, args, { encoding: "utf8", timeout: 20_000, env: { ...process.env, DISPLAY: this.name } });
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

  // Lets `id` have the keyboard, as a click on its title would.
  activate(id) {
    return this.until("a window to have the keyboard", () => {
      this.run("xdotool", "windowactivate", id);
      return this.run("xdotool", "getactivewindow").trim() === id;
    });
  }

  // The visible window with exactly this title, or null.
  window(title) {
    const ids = this.run("xdotool", "search", "--onlyvisible", "--name", `^${title}$`).trim().split("\n");
    return ids.find((id) => this.geometry(id).width > 100) ?? null;
  }

  // The visible window whose title matches, or null.
  windowMatching(pattern) {
    const ids = this.run("xdotool", "search", "--onlyvisible", "--name", pattern).trim().split("\n");
    return ids.find((id) => this.geometry(id).width > 100) ?? null;
  }

  // Where the window's contents are on the screen. xwininfo and not xdotool, which counts the frame twice.
  geometry(id) {
    const text = this.run("xwininfo", "-id", id);
    const value = (name) => Number(new RegExp(`${name}:\\s+(-?\\d+)`).exec(text)[1]);
    return {
      x: value("Absolute upper-left X"),
      y: value("Absolute upper-left Y"),
      width: value("Width"),
      height: value("Height"),
    };
  }

  click(x, y) {
    // Not `mousemove --sync`: it waits for a movement that does not come when the mouse is there already.
    this.run("xdotool", "mousemove", String(Math.round(x)), String(Math.round(y)));
    this.run("xdotool", "click", "1");
  }

  screenshot(file) {
    this.run("import", "-window", "root", file);
  }

  stop() {
    for (const child of this.children) child.kill("SIGTERM");
  }
}
