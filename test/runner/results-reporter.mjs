import { writeFileSync } from "node:fs";

/** Environment variable with the path of the results file. */
export const resultsVariable = "PARLANCE_TEST_RESULTS";

/**
 * @typedef {object} FileResult
 * @property {string} file absolute path
 * @property {number} passed
 * @property {string[]} failed full names of the failed tests
 * @property {number} seconds duration of tests and hooks
 * @property {boolean} isBroken true after an error that belongs to no single test, such as a failed import
 */

/**
 * @typedef {object} ProjectResult
 * @property {FileResult[]} files
 * @property {number} errors number of errors that belong to none of the files
 */

/** @param {import("vitest/node").TestModule} module */
function isBroken(module) {
  return module.errors().length > 0 || [...module.children.allSuites()].some((suite) => suite.errors().length > 0);
}

/** Writes the results to a file for the runner. Vitest's own JSON reporter omits unhandled errors. */
class ResultsReporter {
  /**
   * @param {readonly import("vitest/node").TestModule[]} modules
   * @param {readonly { VITEST_TEST_PATH?: string }[]} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    const paths = modules.map(({ moduleId }) => moduleId);
    const strayed = unhandledErrors.map(({ VITEST_TEST_PATH: path }) => path);
    /** @type {ProjectResult} */
    const result = {
      files: modules.map((module) => ({
        file: module.moduleId,
        passed: [...module.children.allTests("passed")].length,
        failed: [...module.children.allTests("failed")].map(({ fullName }) => fullName),
        seconds: module.diagnostic().duration / 1000,
        isBroken: isBroken(module) || strayed.includes(module.moduleId),
      })),
      errors: strayed.filter((path) => path === undefined || !paths.includes(path)).length,
    };
    writeFileSync(process.env[resultsVariable] ?? "", JSON.stringify(result));
  }
}

// biome-ignore lint/style/noDefaultExport: Vitest loads a reporter from the default export of its file.
export default ResultsReporter;
