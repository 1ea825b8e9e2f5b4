// May run on the machine's own Node before the installation, so it imports no packages.
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
 * @param {string[]} names searched in PATH, in order of preference
 * @param {string[]} [places] absolute paths, tried afterwards
 */
export function findProgram(names, places = []) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...places];
  return candidates.find(isProgram) ?? null;
}

/**
 * @param {string} label name of the packages in the progress line
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
