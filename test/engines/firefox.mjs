import { findProgram, installPackages } from "./programs.mjs";

export function findFirefox() {
  const chosen = process.env.FIREFOX ? findProgram([], [process.env.FIREFOX]) : null;
  return chosen ?? findProgram(["firefox-esr", "firefox"], ["/Applications/Firefox.app/Contents/MacOS/firefox"]);
}

export async function ensureFirefox() {
  if (!findFirefox()) await installPackages("Firefox", ["firefox-esr"]);
  return findFirefox();
}
