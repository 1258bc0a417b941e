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

export const allowWithMouse = (display, options) => decide(display, "allow", options);
export const denyWithMouse = (display, options) => decide(display, "deny", options);
export const closeWithMouse = (display, options) => decide(display, "close", options);
