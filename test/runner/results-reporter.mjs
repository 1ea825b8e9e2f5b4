import { writeFileSync } from "node:fs";

/** The name of the environment variable that says into which file the results go. */
export const resultsVariable = "PARLANCE_TEST_RESULTS";

/**
 * What came of a test file.
 * @typedef {object} FileResult
 * @property {string} file its absolute path
 * @property {number} passed how many of its tests passed
 * @property {string[]} failed the full names of the tests that failed
 * @property {number} seconds how long its tests and hooks took
 * @property {boolean} isBroken whether something outside its tests failed: loading it, a hook, a promise of nobody's
 */

/**
 * @typedef {object} ProjectResult
 * @property {FileResult[]} files
 * @property {number} errors how many errors belong to no file
 */

/** @param {import("vitest/node").TestModule} module */
function isBroken(module) {
  return module.errors().length > 0 || [...module.children.allSuites()].some((suite) => suite.errors().length > 0);
}

/** Writes down for the runner which tests failed, and what failed outside of tests: Vitest's own JSON leaves that out. */
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

// biome-ignore lint/style/noDefaultExport: Vitest takes a reporter from the default export of its file.
export default ResultsReporter;
