import { CommandError } from "../../command-line/explain-error.ts";
import type { Deployment, Step } from "../../stage/deployment.ts";
import { findStack, readOutputs } from "../../stage/stack.ts";
import { fetchAccountId } from "../checks/account.ts";

/**
 * Runs a command of CDK's for the stage, whose progress the operator sees.
 * @throws Failure if it fails; or what AWS says, if the session is over meanwhile.
 */
export async function runCdk(deployment: Deployment, args: readonly string[]): Promise<void> {
  const { stage, config, runProgram } = deployment;
  const context = ["--context", `stage=${stage}`];
  const region = { AWS_REGION: config.region, AWS_DEFAULT_REGION: config.region };
  const code = await runProgram("cdk", [...args, ...context], region);
  if (code === 0) return;
  // CDK tells of a session that is over in the midst of much else.
  await fetchAccountId(deployment);
  throw new CommandError(`cdk ${args[0]} ended with ${code}: what it says above tells why.`);
}

/**
 * The states of a stack that never stood. Such a one is kept as far as it came and gone on with: to put it back would be to
 * delete tables and a user pool that are protected from it, and CloudFormation would be stuck. It calls the second failure
 * and every further one that of an update.
 */
const neverDeployedStates = new Set([undefined, "REVIEW_IN_PROGRESS", "CREATE_FAILED", "UPDATE_FAILED"]);

/** Brings the stack to what the code says. CloudFormation changes what differs, and puts all back if it cannot. */
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
