import { Failure } from "../../command-line/failure.ts";
import type { Deployment } from "../../stage/deployment.ts";
import { accountOf } from "../checks/account.ts";

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
  await accountOf(deployment);
  throw new Failure(`cdk ${args[0]} ended with ${code}: what it says above tells why.`);
}
