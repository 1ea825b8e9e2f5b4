import type { Step } from "../deployment.ts";
import { runCdk } from "../run-cdk.ts";
import { readOutputs } from "../stack.ts";

/** Brings the stack to what the code says. CloudFormation changes what differs, and puts all back if it cannot. */
export const deployStack: Step = {
  name: "Stack",
  run: async (deployment) => {
    const { stackName } = deployment;
    await runCdk(deployment, ["deploy", stackName, "--require-approval", "never", "--progress", "events"]);
    return `the site is at ${(await readOutputs(deployment)).SiteUrl}`;
  },
};
