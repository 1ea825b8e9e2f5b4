// Runs on the machine's own Node before packages are installed, so it is plain JavaScript without dependencies.
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
 * Returns the number of passed tests of fakes. Returns null if a test of fakes failed, if none passed, if a file of
 * these tests is broken, or if the run has an error without a file.
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
 * The last run of the fakes tests.
 * @typedef {object} FakesRecord
 * @property {number | null} passedUnchanged number of passed tests; null if the last run was not successful, if no run
 * is recorded, or if a file that the tests depend on has changed since
 * @property {(result: ProjectResult) => void} note records the result of a run that includes the fakes tests
 */

/**
 * Opens the record for the current files. If a file changes during a run, the next run does not skip the tests.
 * @param {string} [directory] of the project
 * @param {string} [stateFile] in a folder that an installation of packages deletes
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
