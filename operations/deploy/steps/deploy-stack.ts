import { CommandError } from "../../command-line/explain-error.ts";
import type { Deployment, Step } from "../../stage/deployment.ts";
import { findStack, readOutputs } from "../../stage/stack.ts";
import { changeSetName, deleteChangeSet, readChangeSet } from "../change-set/change-set.ts";
import { describeChanges, findLosses, type JudgedChange, judgeChanges } from "../change-set/judge-changes.ts";
import { fetchCaller } from "../checks/account.ts";

/**
 * @throws CommandError if the command fails
 * @throws the error of AWS if the session has expired
 */
export async function runCdk(deployment: Deployment, args: readonly string[]): Promise<void> {
  const { stage, config, runProgram } = deployment;
  const context = ["--context", `stage=${stage}`];
  const region = { AWS_REGION: config.region, AWS_DEFAULT_REGION: config.region };
  const code = await runProgram("cdk", [...args, ...context], region);
  if (code === 0) return;
  // CDK hides the message of an expired session. In that case, this call throws a clear error.
  await fetchCaller(deployment);
  throw new CommandError(`cdk ${args[0]} failed with exit code ${code}: see its output above.`);
}

/**
 * States of a stack that was never deployed successfully; undefined if there is no stack. Such a stack is deployed
 * without rollback, because a rollback cannot delete protected tables. After a second failure, the state is
 * UPDATE_FAILED.
 */
const neverDeployedStates = new Set([undefined, "REVIEW_IN_PROGRESS", "CREATE_FAILED", "UPDATE_FAILED"]);

/** CloudFormation watches the alarms for this time after a deploy. It exceeds the alarms' period of fifteen minutes. */
const monitoringMinutes = 20;

/** Without `ignoresAlarms`, an alarm that is already active could roll back the deploy that repairs its cause. */
function rollbackTriggers({ ignoresAlarms }: Deployment, alarms: string | undefined): string[] {
  if (!alarms) return [];
  const [arns, minutes] = ignoresAlarms ? [["none"], 0] : [alarms.split(","), monitoringMinutes];
  return [
    ...arns.flatMap((arn) => ["--rollback-trigger-alarm-arns", arn]),
    "--monitoring-time-minutes",
    String(minutes),
  ];
}

const quietly = ["--require-approval", "never", "--progress", "events"];

async function prepareChanges(deployment: Deployment, triggers: readonly string[]): Promise<JudgedChange[] | null> {
  const { stackName, commit, assemblyDirectory, allowedReplacements } = deployment;
  const files = ["--output", assemblyDirectory, "--context", `commit=${commit}`];
  const options = ["--change-set-name", changeSetName, ...triggers, ...files];
  await runCdk(deployment, ["deploy", stackName, "--method", "prepare-change-set", ...options, ...quietly]);
  const found = await readChangeSet(deployment);
  const changes = found && judgeChanges(found);
  const losses = changes ? findLosses(changes, allowedReplacements) : [];
  if (changes && losses.length === 0) return changes;
  await deleteChangeSet(deployment);
  if (!changes) return null;
  const flags = losses.map(({ id }) => `--allow-replacement ${id}`).join(" ");
  throw new CommandError(
    [
      "The deploy would lose resources that hold learners' data or a known address:",
      ...describeChanges(losses),
      // Without the command, which is another one in a rollback.
      `The stack was not changed. If you mean to lose them, add to your command: ${flags}`,
    ].join("\n"),
  );
}

/** Why: docs/decisions/0139-deploys-with-a-lock-and-a-reviewed-change-set.md */
export const deployStack: Step = {
  name: "Stack",
  run: async (deployment) => {
    const { stackName, assemblyDirectory, print } = deployment;
    const stack = await findStack(deployment);
    const isFirst = neverDeployedStates.has(stack?.status);
    const changes = await prepareChanges(deployment, rollbackTriggers(deployment, stack?.outputs["RollbackAlarms"]));
    if (changes) {
      print(["CloudFormation is going to:", ...describeChanges(changes)].join("\n"));
      const options = ["--change-set-name", changeSetName, "--app", assemblyDirectory];
      const rollback = isFirst ? ["--no-rollback"] : [];
      await runCdk(deployment, [
        "deploy",
        stackName,
        "--method",
        "execute-change-set",
        ...options,
        ...quietly,
        ...rollback,
      ]);
    }
    return `${changes ? "deployed" : "unchanged"}; the site is at ${(await readOutputs(deployment)).SiteUrl}`;
  },
};
