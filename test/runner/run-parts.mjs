import { immediateOutput } from "./buffered-output.mjs";
import { outcomeOf, retryFailures } from "./retry-failures.mjs";
import { runProject } from "./run-project.mjs";

/** @typedef {import("./parts.mjs").Part} Part */
/** @typedef {import("./retry-failures.mjs").Outcome} Outcome */

/**
 * The judge of a browser part retries failures, because browser tests may fail by chance. Call a judge when nothing
 * else runs.
 * @typedef {() => Promise<Outcome>} Judge
 */

/** @param {readonly Part[]} parts */
const projectArguments = (parts) =>
  parts.flatMap(({ name, of = [name] }) => of).flatMap((project) => ["--project", project]);

/** @param {readonly Part[]} parts */
const titleOf = (parts) => `\n${parts.map(({ name }) => name).join(", ")}\n`;

/**
 * Runs parts in one Vitest process, so that no core is idle near the end of a part.
 * @param {readonly Part[]} parts
 * @param {NodeJS.ProcessEnv} env
 * @param {(result: import("./results-reporter.mjs").ProjectResult) => void} [onResult]
 * @returns {Promise<Judge>}
 */
export async function runTogether(parts, env, onResult) {
  immediateOutput.say(titleOf(parts));
  const result = await runProject(projectArguments(parts), { options: { stdio: immediateOutput.stdio, env } });
  onResult?.(result);
  return async () => outcomeOf(result);
}

/**
 * @param {readonly Part[]} parts
 * @param {NodeJS.ProcessEnv} env
 * @param {import("./buffered-output.mjs").Output} [output]
 * @returns {Promise<Judge[]>}
 */
export async function runSequentially(parts, env, output = immediateOutput) {
  /** @type {Judge[]} */
  const judges = [];
  for (const part of parts) {
    const selected = projectArguments([part]);
    output.say(titleOf([part]));
    const result = await runProject(selected, { options: { stdio: output.stdio, env } });
    const again = { stdio: immediateOutput.stdio, env };
    judges.push(() => retryFailures(result, (failed) => runProject(selected, { part: failed, options: again })));
  }
  return judges;
}
