// SPDX-License-Identifier: MIT
// How long after its request the person can see it: from the moment the client sends the call until the X server has
// mapped the window, and until its code was read and Allow can count. A screen and a window manager of our own, a window
// of another program that holds the focus, the official SDK.
import { spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { APPROVAL, denyWithMouse, isShown } from "../e2e/approval.mjs";
import { Display } from "../e2e/display.mjs";
import { Program } from "../e2e/program.mjs";
import { connect } from "../e2e/client.mjs";

const ROUNDS = Number(process.argv[2] ?? 9);
const display = await Display.start();
const program = new Program();
// Windows as the server maps them: asking again and again would take longer than what is measured.
const mapped = [];
const events = spawn("xev", ["-root", "-event", "substructure"], {
  stdio: ["ignore", "pipe", "ignore"],
  env: { ...process.env, DISPLAY: display.name },
});
events.stdout.setEncoding("utf8").on("data", (text) => {
  if (text.includes("MapNotify")) mapped.push(performance.now());
});

try {
  await program.start(["--tray"], display);
  const client = await connect(program.endpoint);
  const typing = spawn("xev", ["-name", "letter"], { stdio: "ignore", env: { ...process.env, DISPLAY: display.name } });
  await display.until("the other window", () => display.window("letter"));
  const times = [];
  for (let round = 0; round <= ROUNDS; round++) {
    await delay(1000);
    mapped.length = 0;
    const begin = performance.now();
    const asked = client.call("run_python", { code: `import math\nprint(math.sqrt(${round}))\n`.repeat(20) });
    const id = await display.until("the window", () => display.window(APPROVAL));
    if (round > 0) times.push(mapped[0] - begin); // the first one makes the window
    else console.log(`the first, which makes the window: ${(mapped[0] - begin).toFixed(0)} ms`);
    await denyWithMouse(display);
    await asked;
    await display.until("the window to go", () => !isShown(display, id));
  }
  times.sort((a, b) => a - b);
  console.log(`${ROUNDS} others: best ${times[0].toFixed(0)} ms, median ${times[Math.floor(times.length / 2)].toFixed(0)} ms, `
    + `worst ${times.at(-1).toFixed(0)} ms`);
  typing.kill();
  await client.close();
} finally {
  events.kill();
  await program.remove();
  display.stop();
}
