import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { findProgram, installPackages } from "./programs.mjs";

const packages = [
  "webkit2gtk-driver",
  "xvfb",
  "gstreamer1.0-plugins-good",
  "gstreamer1.0-plugins-bad",
  "gstreamer1.0-libav",
  "gstreamer1.0-pulseaudio",
];

/** Debian keeps the browser outside of PATH. */
function findMiniBrowser() {
  const libraries = "/usr/lib";
  if (!existsSync(libraries)) return null;
  const places = readdirSync(libraries).flatMap((architecture) =>
    ["webkit2gtk-4.1", "webkit2gtk-4.0"].map((name) => join(libraries, architecture, name, "MiniBrowser")),
  );
  return findProgram([], places);
}

export function findWebKit() {
  const [driver, display, browser] = [findProgram(["WebKitWebDriver"]), findProgram(["Xvfb"]), findMiniBrowser()];
  return driver && display && browser ? { driver, display, browser } : null;
}

export async function ensureWebKit() {
  if (!findWebKit()) await installPackages("WebKitGTK", packages);
  return findWebKit();
}
