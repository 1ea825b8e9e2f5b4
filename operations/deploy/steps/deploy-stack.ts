import { CommandError } from "../../command-line/explain-error.ts";
import type { Deployment, Step } from "../../stage/deployment.ts";
import { findStack, readOutputs } from "../../stage/stack.ts";
import { fetchCaller } from "../checks/account.ts";

/**
 * Runs a CDK command for the stage with its output shown.
 * @throws CommandError if it fails
 * @throws the error of AWS if the session has expired
 */
export async function runCdk(deployment: Deployment, args: readonly string[]): Promise<void> {
  const { stage, config, runProgram } = deployment;
  const context = ["--context", `stage=${stage}`];
  const region = { AWS_REGION: config.region, AWS_DEFAULT_REGION: config.region };
  const code = await runProgram("cdk", [...args, ...context], region);
  if (code === 0) return;
  // CDK buries the message of an expired session; this call throws a clear one.
  await fetchCaller(deployment);
  throw new CommandError(`cdk ${args[0]} failed with exit code ${code}: see its output above.`);
}

/**
 * States of a stack that was never deployed. A failed first deploy keeps its resources and continues next time, because
 * a rollback cannot delete protected tables. CloudFormation reports every failure after the first as UPDATE_FAILED.
 */
const neverDeployedStates = new Set([undefined, "REVIEW_IN_PROGRESS", "CREATE_FAILED", "UPDATE_FAILED"]);

/** CloudFormation changes what differs, and rolls back if it cannot. */
export const deployStack: Step = {
  name: "Stack",
  run: async (deployment) => {
    const { stackName } = deployment;
    const isFirst = neverDeployedStates.has((await findStack(deployment))?.status);
    const options = ["--require-approval", "never", "--progress", "events", ...(isFirst ? ["--no-rollback"] : [])];
    await runCdk(deployment, ["deploy", stackName, ...options]);
    return `the site is at ${(await readOutputs(deployment)).SiteUrl}`;
  },
};
