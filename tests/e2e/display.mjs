// SPDX-License-Identifier: MIT
// A screen of its own for one test: Xvfb with a window manager, and a real mouse on it.
import { spawn, execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
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

  // Keys that follow one another reach one window in that order, and it does with each what it does before it takes the
  // next: between them nothing needs to be waited for unless the window itself waits for something.
  press(...keys) {
    this.run("xdotool", "key", ...keys);
  }

  // Presses keys until their effect is seen: a window that is not ready for them loses them. Only for keys that do no harm
  // when they are pressed once more: on a slow machine they may be before their effect is seen.
  pressUntil(keys, what, probe, seconds = 60) {
    let pause = 1000;
    let next = 0;
    return this.until(what, async () => {
      let failure; // as long as a probe fails there is nothing to be seen either
      try {
        const value = await probe();
        if (value) return value;
      } catch (error) {
        failure = error;
      }
      if (performance.now() >= next) {
        this.press(...[keys].flat());
        next = performance.now() + pause;
        pause *= 1.5;
      }
      if (failure) throw failure; // said if it never comes
      return null;
    }, seconds);
  }

  // Lets `id` have the keyboard, as a click on its title would. What is pressed then is taken after the news of that.
  activate(id) {
    return this.until("a window to have the keyboard", () => {
      if (this.hasKeyboard(id)) return true;
      this.run("xdotool", "windowactivate", id);
      return this.hasKeyboard(id);
    });
  }

  hasKeyboard(id) {
    try {
      return ["getactivewindow", "getwindowfocus"].every((which) => this.run("xdotool", which).trim() === id);
    } catch {
      return false; // xdotool ends with 1 where no window has it
    }
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

  // A menu of the program that is open, or null. It has every key then.
  menu() {
    const ids = this.run("xdotool", "search", "--onlyvisible", "--class", "^glovebox$").trim().split("\n");
    return ids.find((id) => this.run("xprop", "-id", id, "_NET_WM_WINDOW_TYPE").includes("POPUP_MENU")) ?? null;
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

  // The same once the screen stands still, or never does (a cursor that blinks, a clock): for pictures that somebody
  // looks at.
  async stillPicture(file) {
    let last;
    for (const end = performance.now() + 3000; performance.now() < end;) {
      this.run("import", "-window", "root", `ppm:${file}`); // a PNG has the time in it
      const before = last;
      last = readFileSync(file);
      if (before?.equals(last)) break;
    }
    this.screenshot(file);
  }

  stop() {
    for (const child of this.children) child.kill("SIGTERM");
  }
}
