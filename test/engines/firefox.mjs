import { findProgram, installPackages } from "./programs.mjs";

/** Where a Firefox is on this machine; FIREFOX in the environment goes first. */
export function findFirefox() {
  const chosen = process.env.FIREFOX ? findProgram([], [process.env.FIREFOX]) : null;
  return chosen ?? findProgram(["firefox-esr", "firefox"], ["/Applications/Firefox.app/Contents/MacOS/firefox"]);
}

/** Installs Debian's Firefox where none is and that is allowed; answers where one is. */
export async function ensureFirefox() {
  if (!findFirefox()) await installPackages("Firefox", ["firefox-esr"]);
  return findFirefox();
}
