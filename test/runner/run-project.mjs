import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, run } from "../../local/setup.mjs";
import { resultsVariable } from "./results-reporter.mjs";

/** @typedef {import("./results-reporter.mjs").ProjectResult} ProjectResult */

/**
 * A test file, or one of its tests.
 * @typedef {object} Part
 * @property {string} file absolute path
 * @property {string} [name] full name of the test
 */

/** @param {string} text */
const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** @param {Part} part */
const argumentsFor = ({ file, name }) => [
  file,
  ...(name === undefined ? [] : ["--testNamePattern", `^${escaped(name)}$`]),
];

/** @param {ProjectResult} result */
const isGreen = ({ files, errors }) =>
  errors === 0 && files.every(({ failed, isBroken }) => !isBroken && failed.length === 0);

/**
 * @param {string[]} selected arguments that select the projects
 * @param {{ part?: Part, options?: import("node:child_process").SpawnOptions }} [how]
 * @returns {Promise<ProjectResult>}
 */
export async function runProject(selected, { part, options = {} } = {}) {
  const directory = mkdtempSync(join(tmpdir(), "parlance-test-"));
  const resultsFile = join(directory, "results.json");
  const reporters = ["--reporter=default", `--reporter=${join(import.meta.dirname, "results-reporter.mjs")}`];
  const code = await run(
    join(root, "node_modules", ".bin", "vitest"),
    ["run", ...selected, ...reporters, ...(part ? argumentsFor(part) : [])],
    { ...options, env: { ...process.env, ...options.env, [resultsVariable]: resultsFile } },
  );
  /** @type {ProjectResult} */
  const result = existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, "utf8")) : { files: [], errors: 1 };
  rmSync(directory, { recursive: true, force: true });
  // A failure of the global setup belongs to no file.
  return code !== 0 && isGreen(result) ? { ...result, errors: 1 } : result;
}
