import { findProgram, installPackages } from "./programs.mjs";

/** Finds Firefox. FIREFOX in the environment has precedence. */
export function findFirefox() {
  const chosen = process.env.FIREFOX ? findProgram([], [process.env.FIREFOX]) : null;
  return chosen ?? findProgram(["firefox-esr", "firefox"], ["/Applications/Firefox.app/Contents/MacOS/firefox"]);
}

/** Installs Debian's Firefox if it is missing and installation is allowed. Returns its path or null. */
export async function ensureFirefox() {
  if (!findFirefox()) await installPackages("Firefox", ["firefox-esr"]);
  return findFirefox();
}
