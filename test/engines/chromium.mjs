import { SetupError } from "../../local/setup.mjs";
import { findProgram, installPackages } from "./programs.mjs";

/** Chromium without windows, because opening windows is slow. */
const shell = "chromium-headless-shell";
const names = [shell, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const places = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

export function findChromium() {
  const chosen = process.env.CHROMIUM ? findProgram([], [process.env.CHROMIUM]) : null;
  return chosen ?? findProgram(names, places);
}

/** @throws {SetupError} if Chromium is missing and cannot be installed */
export async function ensureChromium() {
  if (!process.env.CHROMIUM && !findProgram([shell])) await installPackages("Chromium", [shell]);
  if (!findChromium()) await installPackages("Chromium", ["chromium"]);
  const chromium = findChromium();
  if (chromium) return chromium;
  throw new SetupError(
    "The browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM to its path.",
  );
}
