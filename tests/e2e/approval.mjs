// SPDX-License-Identifier: MIT
// Answers the approval window as a person does: with the mouse.
export const APPROVAL = "Glovebox — waiting for you";

// Where things are in the window, from its right and bottom edge or from its left one (UI.md 4.5:
// buttons do not move).
const SPOTS = {
  allow: ({ width, height }) => [width - 120, height - 28],
  deny: ({ width, height }) => [width - 295, height - 28],
  close: ({ width, height }) => [width - 60, height - 28], // of a request that is no longer waiting
  session: ({ height }) => [260, height - 92],
};

export function isShown(display, id) {
  try {
    return display.run("xdotool", "search", "--onlyvisible", "--name", `^${APPROVAL}$`).split("\n").includes(id);
  } catch {
    return false; // xdotool ends with 1 when nothing was found
  }
}

// Where on the screen that is.
export function spotOf(display, id, spot) {
  const frame = display.geometry(id);
  const [dx, dy] = SPOTS[spot](frame);
  return { x: Math.round(frame.x + dx), y: Math.round(frame.y + dy) };
}

function click(display, id, spot) {
  const { x, y } = spotOf(display, id, spot);
  display.click(x, y);
}

// The first click on a window that came without the focus activates it, and begins half a second in which
// nothing counts (UI.md 4.5): a person clicks, sees that, and clicks again.
const PATIENCE = 800; // ms between two clicks

async function decide(display, spot, { session = false, look } = {}) {
  const id = await display.until("the approval window", () => display.window(APPROVAL));
  look?.(id);
  let last = -Infinity;
  let clicks = 0;
  await display.until(`${spot} to count`, () => {
    if (!isShown(display, id)) return true;
    if (performance.now() - last < PATIENCE) return false;
    last = performance.now();
    // Twice: the first one may have activated the window and nothing else.
    if (session && clicks < 2) click(display, id, "session");
    else click(display, id, spot);
    clicks += 1;
    return !isShown(display, id);
  });
}

// The parts of the window that has the keyboard.
const inFront = (parts) => {
  const window = parts.find((part) => part.active)?.window;
  return window ? parts.filter((part) => part.window === window) : [];
};

// The request of that window, with the keys of its decision bar ready: what the code seems to do was read, and the dead time
// is over.
const ready = (parts) =>
  !inFront(parts).some((part) => /^Ready in /.test(part.name)) &&
  inFront(parts).find((part) => part.enabled && /^Deny this run, r\d+ from /.test(part.name))?.name;

// In the main window, where the first request is shown: with a key of the decision bar, after those of `before`. Presses
// again while the request is there: the window may have been activated in between, which begins another dead time.
export async function answerWithKey(display, reader, key, ...before) {
  await display.pressUntil("ctrl+shift+a", "a request in the window", () =>
    reader.now((parts) => inFront(parts).some((part) => part.focused && /^Code, /.test(part.name))));
  await pressInBar(display, reader, key, ...before);
}

// Of the request that is shown, once its bar is ready.
export async function pressInBar(display, reader, key, ...before) {
  const request = await barIsReady(display, reader);
  if (before.length > 0) display.press(...before);
  await display.pressUntil(key, "the answer to count", async () =>
    !await reader.now((parts) => parts.some((part) => part.name === request)));
}

// The answer is what the bar calls its request.
export const barIsReady = (display, reader, is = /./) =>
  display.until("the decision bar to be ready", async () => {
    const request = await reader.now(ready);
    return request && is.test(request) && request;
  });

export const allowWithMouse = (display, options) => decide(display, "allow", options);
export const denyWithMouse = (display, options) => decide(display, "deny", options);
export const closeWithMouse = (display, options) => decide(display, "close", options);
