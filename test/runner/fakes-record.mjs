// Runs on the machine's own Node, before anything is installed: plain JavaScript, no dependencies.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { root } from "../../local/setup.mjs";

/** @typedef {import("./results-reporter.mjs").ProjectResult} ProjectResult */

/** Files outside of `fakes/` on which its tests depend. What they import is below `fakes/` or a package: lint sees to it. */
const alsoUsed = ["package-lock.json", "vitest.config.ts", "test/support/limits.ts"];

/** @param {string} directory of the project */
function fingerprintOf(directory) {
  const below = readdirSync(join(directory, "fakes"), { recursive: true }).map((path) => join("fakes", String(path)));
  const hash = createHash("sha256");
  for (const path of [...below, ...alsoUsed].sort()) {
    const file = join(directory, path);
    if (!statSync(file).isFile()) continue;
    const digest = createHash("sha256").update(readFileSync(file)).digest("hex");
    hash.update(`${path}\n${digest}\n`);
  }
  return hash.digest("hex");
}

/**
 * The number of tests of fakes that passed in a run; null if one failed, or there was none.
 * @param {ProjectResult} result
 * @param {string} folder
 */
function countPassed({ files, errors }, folder) {
  const own = files.filter(({ file }) => file.startsWith(folder + sep));
  const isGreen = errors === 0 && own.every(({ failed, isBroken }) => !isBroken && failed.length === 0);
  const passed = own.reduce((sum, file) => sum + file.passed, 0);
  return isGreen && passed > 0 ? passed : null;
}

/**
 * @param {string} stateFile
 * @param {string} fingerprint
 * @returns {number | null}
 */
function readPassed(stateFile, fingerprint) {
  if (!existsSync(stateFile)) return null;
  const [recorded, passed] = readFileSync(stateFile, "utf8").split("\n");
  return recorded === fingerprint && Number(passed) > 0 ? Number(passed) : null;
}

/**
 * The last run in which all tests of fakes passed.
 * @typedef {object} FakesRecord
 * @property {number | null} passedUnchanged how many tests passed in it; null if something changed that they depend on
 * @property {(result: ProjectResult) => void} note keeps the outcome of a run with the tests of fakes in it
 */

/**
 * Opens the record of the fakes as they are now: a change made during a run leads to another one.
 * @param {string} [directory] of the project
 * @param {string} [stateFile] lies where an installation of other packages removes it
 * @returns {FakesRecord}
 */
export function openFakesRecord(directory = root, stateFile = join(root, "node_modules", ".parlance-fakes-passed")) {
  const fingerprint = fingerprintOf(directory);
  return {
    passedUnchanged: readPassed(stateFile, fingerprint),
    note: (result) => {
      const passed = countPassed(result, join(directory, "fakes"));
      if (passed === null) rmSync(stateFile, { force: true });
      else writeFileSync(stateFile, `${fingerprint}\n${passed}\n`);
    },
  };
}

/**
 * Whether a run may skip the tests of fakes that are unchanged: neither where CI is set, nor when parts are asked for by name.
 * @param {readonly string[]} only the parts that were asked for
 * @param {NodeJS.ProcessEnv} env
 */
export const canSkipFakes = (only, env) => only.length === 0 && !env.CI;
