import { relative } from "node:path";
import { root } from "../../local/setup.mjs";

/** @typedef {import("./results-reporter.mjs").FileResult} FileResult */
/** @typedef {import("./results-reporter.mjs").ProjectResult} ProjectResult */
/** @typedef {import("./run-project.mjs").Part} Part */

/** @typedef {(part: Part) => Promise<ProjectResult>} RunPart */

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} failures
 * @property {Part[]} flaky failures that passed when retried alone; `passed` includes their tests
 * @property {{ name: string, seconds: number }[]} times of the files, or of a check, in the first run
 */

/** With more failures than this, none is retried: so many tests are not flaky, and the retries would take long. */
const maxRetries = 10;

/** If more tests are flaky, all of them count as failed. */
export const maxFlaky = 2;

const slowestShown = 10;

/**
 * An error that belongs to no single test may have made tests fail, so the whole file is retried.
 * @param {FileResult} result
 * @returns {Part[]}
 */
function listFailures({ file, failed, isBroken }) {
  return isBroken ? [{ file }] : failed.map((name) => ({ file, name }));
}

/** @param {FileResult} result */
const countFailures = ({ failed, isBroken }) => Math.max(failed.length, isBroken ? 1 : 0);

/** @param {ProjectResult} result */
const sumOf = ({ files, errors }) => ({
  passed: files.reduce((sum, { passed }) => sum + passed, 0),
  failed: files.reduce((sum, file) => sum + countFailures(file), errors),
});

/** @param {Part} part */
const nameOf = ({ file, name }) => [relative(root, file), ...(name === undefined ? [] : [name])].join(" > ");

/**
 * @param {ProjectResult} result
 * @returns {Outcome}
 */
export const outcomeOf = (result) => ({
  ...sumOf(result),
  failures: [
    ...result.files.flatMap(listFailures).map(nameOf),
    ...Array.from({ length: result.errors }, () => "an error outside of the test files"),
  ],
  flaky: [],
  times: result.files.map(({ file, seconds }) => ({ name: relative(root, file), seconds })),
});

/**
 * @param {ProjectResult} result
 * @param {RunPart} runPart
 * @returns {Promise<Outcome>}
 */
export async function retryFailures(result, runPart) {
  const outcome = outcomeOf(result);
  const failures = result.files.flatMap((file) => listFailures(file).map((part) => ({ file, part })));
  if (failures.length > maxRetries) return outcome;
  for (const { file, part } of failures) {
    const again = sumOf(await runPart(part));
    if (again.failed > 0 || again.passed === 0) continue;
    outcome.flaky.push(part);
    outcome.failures.splice(outcome.failures.indexOf(nameOf(part)), 1);
    // The tests of a retried file are counted again, because the first run may not have reached all of them.
    outcome.passed += part.name === undefined ? again.passed - file.passed : 1;
    outcome.failed -= part.name === undefined ? countFailures(file) : 1;
  }
  return outcome;
}

/** @param {readonly Outcome[]} outcomes */
export function describeSlowest(outcomes) {
  const slowest = outcomes
    .flatMap(({ times }) => times)
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, slowestShown);
  return slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${name}`);
}

/**
 * @param {readonly Outcome[]} outcomes
 * @returns {{ lines: string[], isGreen: boolean }}
 */
export function summarise(outcomes) {
  const flaky = outcomes.flatMap((outcome) => outcome.flaky);
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
  const isTooMany = flaky.length > maxFlaky;
  const counted = isTooMany ? flaky.length : 0;
  const told = flaky.map((part) => `Flaky, passed when run again alone: ${nameOf(part)}`);
  const failures = outcomes.flatMap((outcome) => outcome.failures.map((name) => `Failed: ${name}`));
  const limit = isTooMany ? [`More than ${maxFlaky} flaky tests: they count as failed.`] : [];
  return {
    lines: [...told, ...limit, ...failures, `${passed - counted} passed, ${failed + counted} failed`],
    isGreen: failed + counted === 0,
  };
}
