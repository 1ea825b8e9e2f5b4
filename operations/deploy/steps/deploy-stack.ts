import type { Step } from "../../stage/deployment.ts";
import { findStack, readOutputs } from "../../stage/stack.ts";
import { runCdk } from "./run-cdk.ts";

/**
 * The states of a stack that never stood. Such a one is kept as far as it came and gone on with: to put it back would be to
 * delete tables and a user pool that are protected from it, and CloudFormation would be stuck. It calls the second failure
 * and every further one that of an update.
 */
const unbuilt = new Set([undefined, "REVIEW_IN_PROGRESS", "CREATE_FAILED", "UPDATE_FAILED"]);

/** Brings the stack to what the code says. CloudFormation changes what differs, and puts all back if it cannot. */
export const deployStack: Step = {
  name: "Stack",
  run: async (deployment) => {
    const { stackName } = deployment;
    const isFirst = unbuilt.has((await findStack(deployment))?.status);
    const options = ["--require-approval", "never", "--progress", "events", ...(isFirst ? ["--no-rollback"] : [])];
    await runCdk(deployment, ["deploy", stackName, ...options]);
    return `the site is at ${(await readOutputs(deployment)).SiteUrl}`;
  },
};
