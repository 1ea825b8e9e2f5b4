import { SetupError } from "../local/setup.mjs";
import { findProgram, installPackages } from "./programs.mjs";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const places = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Where a Chromium is on this machine; CHROMIUM in the environment goes first. */
export function findChromium() {
  const chosen = process.env.CHROMIUM ? findProgram([], [process.env.CHROMIUM]) : null;
  return chosen ?? findProgram(names, places);
}

/**
 * The Chromium for browser tests; installs Debian's package where that is allowed.
 * @throws {SetupError}
 */
export async function ensureChromium() {
  if (!findChromium()) await installPackages("Chromium", ["chromium"]);
  const chromium = findChromium();
  if (chromium) return chromium;
  throw new SetupError(
    "The browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM to its path.",
  );
}
