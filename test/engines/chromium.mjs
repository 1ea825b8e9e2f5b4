import { SetupError } from "../../local/setup.mjs";
import { findProgram, installPackages } from "./programs.mjs";

/** The same engine without the windows of a browser, which cost more than most pages that the tests open in them. */
const shell = "chromium-headless-shell";
const names = [shell, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const places = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Where a Chromium is on this machine; CHROMIUM in the environment goes first, and one without windows before one with them. */
export function findChromium() {
  const chosen = process.env.CHROMIUM ? findProgram([], [process.env.CHROMIUM]) : null;
  return chosen ?? findProgram(names, places);
}

/**
 * The Chromium for browser tests; installs Debian's packages where that is allowed.
 * @throws {SetupError}
 */
export async function ensureChromium() {
  if (!process.env.CHROMIUM && !findProgram([shell])) await installPackages("Chromium", [shell]);
  if (!findChromium()) await installPackages("Chromium", ["chromium"]);
  const chromium = findChromium();
  if (chromium) return chromium;
  throw new SetupError(
    "The browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM to its path.",
  );
}
