import { CommandError } from "../command-line/explain-error.ts";
import type { Terminal } from "../command-line/terminal.ts";
import type { Deployment } from "../stage/deployment.ts";
import { isReproducible } from "../stage/git.ts";
import { readOutputs } from "../stage/stack.ts";
import { type Deploy, readDeploys } from "./history.ts";

/**
 * @param current the commit of the stack
 * @throws CommandError, for example if there is no record of an earlier deploy
 */
export function findPreviousDeploy(deploys: readonly Deploy[], current: string | undefined): Deploy {
  if (current === undefined || !isReproducible(current)) {
    throw new CommandError(
      `The stack was deployed from ${current ?? "an older version"}, not from a commit alone, so its predecessor is unknown: check out the commit that you want, and deploy it.`,
    );
  }
  const at = deploys.findIndex(({ commit }) => commit === current);
  // A deploy that fails before its record leaves its commit unrecorded. Then the newest record is of an earlier deploy.
  const previous = deploys[at + 1];
  if (!previous)
    throw new CommandError("There is no record of an earlier deploy: check out its commit, and deploy it.");
  if (isReproducible(previous.commit)) return previous;
  throw new CommandError(
    `The deploy before was from ${previous.commit}, not from a commit alone: check out the commit that you want, and deploy it.`,
  );
}

/**
 * Runs the deploy command of the previous commit, in a temporary checkout. Alarms do not roll this deploy back, because
 * the replaced deploy may be their cause. Returns the exit code.
 */
export async function runRollback(deployment: Deployment, confirm: Terminal["confirm"]): Promise<number> {
  const { stage, allowedReplacements, print } = deployment;
  const { Commit } = await readOutputs(deployment);
  const previous = findPreviousDeploy(await readDeploys(deployment), Commit);
  print(`The stage ${stage} has commit ${Commit}.`);
  print(`Before, it had commit ${previous.commit}, deployed at ${previous.at} by ${previous.by}.`);
  if (!(await confirm("Deploy that commit again?"))) return 1;
  const checkout = await deployment.checkOut(previous.commit);
  try {
    const allowed = allowedReplacements.flatMap((id) => ["--allow-replacement", id]);
    const options = ["--stage", stage, "--ignore-alarms", ...allowed];
    return await deployment.runProgram("npm", ["run", "deploy", "--", ...options], {}, checkout.directory);
  } finally {
    await checkout.remove();
  }
}
