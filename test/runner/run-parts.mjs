import { shownAtOnce } from "./held-output.mjs";
import { runProject } from "./run-project.mjs";
import { outcomeOf, tryFailuresAgain } from "./second-try.mjs";

/** @typedef {import("./parts.mjs").Part} Part */
/** @typedef {import("./second-try.mjs").Outcome} Outcome */

/**
 * Says what came of a part. A browser test may fail by a fluke of the machine, so it is tried again then: to be called once
 * nothing else runs.
 * @typedef {() => Promise<Outcome>} Judge
 */

/** @param {readonly Part[]} parts */
const selecting = (parts) => parts.flatMap(({ name, of = [name] }) => of).flatMap((project) => ["--project", project]);

/** @param {readonly Part[]} parts */
const titleOf = (parts) => `\n${parts.map(({ name }) => name).join(", ")}\n`;

/**
 * Runs parts together, so that no core is idle while one of them comes to its end.
 * @param {readonly Part[]} parts
 * @param {NodeJS.ProcessEnv} env
 * @param {(result: import("./results-reporter.mjs").ProjectResult) => void} [onResult]
 * @returns {Promise<Judge>}
 */
export async function runTogether(parts, env, onResult) {
  shownAtOnce.say(titleOf(parts));
  const result = await runProject(selecting(parts), { options: { stdio: shownAtOnce.stdio, env } });
  onResult?.(result);
  return async () => outcomeOf(result);
}

/**
 * Runs parts in a browser, one after the other.
 * @param {readonly Part[]} parts
 * @param {NodeJS.ProcessEnv} env
 * @param {import("./held-output.mjs").Output} [output]
 * @returns {Promise<Judge[]>}
 */
export async function runInTurn(parts, env, output = shownAtOnce) {
  /** @type {Judge[]} */
  const judges = [];
  for (const part of parts) {
    const selected = selecting([part]);
    output.say(titleOf([part]));
    const result = await runProject(selected, { options: { stdio: output.stdio, env } });
    const again = { stdio: shownAtOnce.stdio, env };
    judges.push(() => tryFailuresAgain(result, (failed) => runProject(selected, { part: failed, options: again })));
  }
  return judges;
}
