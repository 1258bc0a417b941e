// SPDX-License-Identifier: MIT
// Answers the approval window as a person does: with the mouse.
export const APPROVAL = "Glovebox — waiting for you";

// Where things are in the window, from its right and bottom edge or from its left one (UI.md 4.5:
// buttons do not move).
const SPOTS = {
  allow: ({ width, height }) => [width - 120, height - 28],
  deny: ({ width, height }) => [width - 295, height - 28],
  session: ({ height }) => [186, height - 95],
};

export function isShown(display, id) {
  try {
    return display.run("xdotool", "search", "--onlyvisible", "--name", `^${APPROVAL}$`).split("\n").includes(id);
  } catch {
    return false; // xdotool ends with 1 when nothing was found
  }
}

function click(display, id, spot) {
  const frame = display.geometry(id);
  const [dx, dy] = SPOTS[spot](frame);
  display.click(frame.x + dx, frame.y + dy);
}

// Clicks until it counts: within half a second after the window came up it must not.
async function decide(display, spot, { session = false, look } = {}) {
  const id = await display.until("the approval window", () => display.window(APPROVAL));
  look?.(id);
  if (session) click(display, id, "session");
  await display.until(`${spot} to count`, () => {
    if (!isShown(display, id)) return true;
    click(display, id, spot);
    return !isShown(display, id);
  });
}

export const allowWithMouse = (display, options) => decide(display, "allow", options);
export const denyWithMouse = (display, options) => decide(display, "deny", options);
