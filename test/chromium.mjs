import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run, SetupError, withProgress } from "../local/setup.mjs";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const places = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Where a Chromium is on this machine; CHROMIUM in the environment goes first. */
export function findChromium() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = [
    ...(process.env.CHROMIUM ? [process.env.CHROMIUM] : []),
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...places,
  ];
  return candidates.find(isProgram) ?? null;
}

/**
 * The Chromium for browser tests; installs Debian's package where that is allowed.
 * @throws {SetupError}
 */
export async function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  const mayInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (mayInstall) {
    /** @type {import("node:child_process").SpawnOptions} */
    const quiet = { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
    await withProgress("Installing Chromium", async () => {
      await run("apt-get", ["update"], quiet);
      await run("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], quiet);
    });
  }
  const installed = findChromium();
  if (installed) return installed;
  throw new SetupError(
    "The browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM to its path.",
  );
}
