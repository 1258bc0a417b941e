// SPDX-License-Identifier: MIT
// What a screen reader hears of the program: which parts are on the screen, which one has the keyboard, which can be
// pressed. The program is told of nothing but the reader's bus: no notifications, no tray.
import { setTimeout as delay } from "node:timers/promises";
import { Desktop } from "./desktop.mjs";

export class ScreenReader {
  static async start() {
    const desktop = await Desktop.start({ tray: false });
    const { address } = await desktop.ask("reader", (it) => it.address);
    return new ScreenReader(desktop, address);
  }

  constructor(desktop, address) {
    this.desktop = desktop;
    this.environment = { AT_SPI_BUS_ADDRESS: address };
  }

  // What `probe` says of all parts that are shown: {name, role, window, focused, enabled, …}. The program is asked for one
  // after the other, between its events: a key that it was sent before was taken then.
  async now(probe) {
    const { all } = await this.desktop.ask("onscreen", () => true);
    return probe(all.filter((part) => part.showing));
  }

  // The part of this name, once it is there and `is` what is wanted: "focused", "enabled", "active".
  async part(name, is = "enabled") {
    const isIt = name instanceof RegExp ? (part) => name.test(part.name) : (part) => part.name === name;
    let parts = [];
    const end = performance.now() + 60_000;
    while (performance.now() < end) {
      parts = await this.now((all) => all);
      const found = parts.find((part) => isIt(part) && part[is]);
      if (found) return found;
      await delay(50);
    }
    const names = parts.filter((part) => part.name).map((part) => (part.focused ? `${part.name} (focused)` : part.name));
    throw new Error(`waited for ${name} to be ${is}; there was ${names.join(", ")}`);
  }

  stop() {
    this.desktop.stop();
  }
}
