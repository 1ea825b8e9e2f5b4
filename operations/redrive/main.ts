import { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { SQSClient } from "@aws-sdk/client-sqs";
import { stackNameOf } from "../../lib/names.ts";
import { readStage } from "../../lib/stages.ts";
import { createCommand, UsageError } from "../command-line/command.ts";
import { CommandError } from "../command-line/explain-error.ts";
import type { Terminal } from "../command-line/terminal.ts";
import { type DeadLetterQueue, findStageQueues, type StageQueues } from "./queues.ts";
import { redrive } from "./redrive.ts";

function printQueues(queues: readonly DeadLetterQueue[], { print }: Terminal): void {
  const width = Math.max(...queues.map(({ handler }) => handler.length));
  for (const { handler, waiting } of queues) print(`${handler.padEnd(width)}  ${waiting} waiting`);
}

function chooseQueues({ queues }: StageQueues, stage: string, handler: string | undefined): DeadLetterQueue[] {
  if (queues.length === 0) {
    const { region } = readStage(stage);
    throw new CommandError(`There are no dead-letter queues of the stage "${stage}" in ${region}: deploy it first.`);
  }
  const chosen = handler === undefined ? queues : queues.filter((queue) => queue.handler === handler);
  if (chosen.length > 0) return chosen;
  const handlers = queues.map((one) => one.handler).join(", ");
  throw new CommandError(`There is no dead-letter queue for "${handler}". Choose one of: ${handlers}`);
}

export const redriveCommand = createCommand(
  {
    usage: "npm run redrive -- --stage NAME [--list] [HANDLER], e.g. --stage prod realtime/push-changes",
    positionals: 1,
  },
  { stage: { type: "string" }, list: { type: "boolean", default: false } },
  async ({ positionals: [handler], values: { stage, list: listOnly } }, terminal) => {
    if (!stage) throw new UsageError();
    const { region } = readStage(stage);
    const [sqs, lambda] = [new SQSClient({ region }), new LambdaClient({ region })];
    const found = await findStageQueues(
      { sqs, cloudFormation: new CloudFormationClient({ region }) },
      stackNameOf(stage),
    );
    const chosen = chooseQueues(found, stage, handler);
    printQueues(chosen, terminal);
    if (listOnly) return 0;
    const { print, printError } = terminal;
    let left = 0;
    for (const queue of chosen) {
      const report = (id: string, reason: string) => printError(`${queue.handler}: the message ${id} stays. ${reason}`);
      const { functionNames } = found;
      const outcome = await redrive(queue, { sqs, lambda, functionNames, now: () => new Date(), report });
      print(`${queue.handler}: ${outcome.redriven} sent again, ${outcome.remaining} left`);
      left += outcome.remaining;
    }
    return left === 0 ? 0 : 1;
  },
);

if (import.meta.main) process.exitCode = await redriveCommand.run(process.argv.slice(2));
