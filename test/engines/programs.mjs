// Runs on the machine's own Node, before anything is installed: plain JavaScript, no dependencies.
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run, withProgress } from "../../local/setup.mjs";

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The first of these programs that is on this machine.
 * @param {string[]} names looked for in PATH, the first name first
 * @param {string[]} [places] whole paths that are looked at afterwards
 */
export function findProgram(names, places = []) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...places];
  return candidates.find(isProgram) ?? null;
}

/**
 * Installs Debian's packages, quietly, where that is allowed: as root, with apt-get.
 * @param {string} label what they are to whoever waits
 * @param {string[]} packages
 */
export async function installPackages(label, packages) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  /** @type {import("node:child_process").SpawnOptions} */
  const quiet = { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  await withProgress(`Installing ${label} from Debian (${packages.join(", ")})`, async () => {
    await run("apt-get", ["update"], quiet);
    await run("apt-get", ["install", "-y", "--no-install-recommends", ...packages], quiet);
  });
}
