// The machine's own Node runs this file, perhaps before packages are installed. So the file imports no packages.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { root } from "../../local/setup.mjs";

/** @typedef {import("./results-reporter.mjs").ProjectResult} ProjectResult */

/**
 * Files outside of `fakes/` on which the tests of fakes depend. By a lint rule, these tests import only packages and
 * files in `fakes/`.
 */
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
 * @typedef {object} FakesRecord
 * @property {number | null} passedUnchanged number of passed tests in the last run; null if the tests must run again
 * @property {(result: ProjectResult) => void} note records the result of a run that includes the fakes tests
 */

/**
 * Reads the fingerprint before the run, so that a file that changes during the run counts as changed.
 * @param {string} [directory] of the project
 * @param {string} [stateFile] by default in a folder that `npm ci` deletes
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
