import { LambdaClient } from "@aws-sdk/client-lambda";
import { SQSClient, SQSServiceException } from "@aws-sdk/client-sqs";
import { readStage } from "../stages.ts";
import { type DeadLetterQueue, deadLetterQueues } from "./queues.ts";
import { redrive } from "./redrive.ts";

export type RedriveInput = {
  stage: string | undefined;
  /** The handler whose dead letters are sent back, by its path below lambdas/; those of all unless given. */
  handler: string | undefined;
  /** Only says how many there are. */
  listOnly: boolean;
};

/** How the command is called. */
export const redriveUsage =
  "Usage: npm run redrive -- --stage NAME [--list] [HANDLER], e.g. --stage prod realtime/push-changes";

const say = (line: string) => process.stdout.write(`${line}\n`);
const complain = (line: string) => process.stderr.write(`${line}\n`);

/** Failures that an operator can do something about, in a sentence; null for a fault of the program itself. */
function explain(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error.name === "CredentialsProviderError") {
    return "There are no AWS credentials here: sign in, or name a profile in AWS_PROFILE.";
  }
  if (error instanceof SQSServiceException) return `AWS refused: ${error.message}`;
  return "code" in error ? `The network failed: ${error.message}` : null;
}

function list(queues: readonly DeadLetterQueue[]): void {
  const width = Math.max(...queues.map(({ handler }) => handler.length));
  for (const { handler, waiting } of queues) say(`${handler.padEnd(width)}  ${waiting} waiting`);
}

async function run({ stage, handler, listOnly }: RedriveInput & { stage: string }): Promise<number> {
  const { region } = readStage(stage);
  const [sqs, lambda] = [new SQSClient({ region }), new LambdaClient({ region })];
  const queues = await deadLetterQueues(sqs, stage);
  if (queues.length === 0) {
    complain(`There are no dead-letter queues of the stage "${stage}" in ${region}: deploy it first.`);
    return 1;
  }
  const chosen = handler === undefined ? queues : queues.filter((queue) => queue.handler === handler);
  if (chosen.length === 0) {
    complain(
      `No dead letters are kept for "${handler}". Choose one of: ${queues.map((one) => one.handler).join(", ")}`,
    );
    return 1;
  }
  list(chosen);
  if (listOnly) return 0;
  let left = 0;
  for (const queue of chosen) {
    const report = (id: string, reason: string) => complain(`${queue.handler}: the message ${id} stays. ${reason}`);
    const outcome = await redrive(queue, stage, { sqs, lambda, now: () => new Date(), report });
    say(`${queue.handler}: ${outcome.sentBack} sent back, ${outcome.left} left`);
    left += outcome.left;
  }
  return left === 0 ? 0 : 1;
}

/**
 * Lists a stage's dead-letter queues and sends their events back to their handlers; answers with the exit code.
 * @throws StageError if there is no such stage
 */
export async function runRedrive(input: RedriveInput): Promise<number> {
  const { stage } = input;
  if (!stage) {
    complain(redriveUsage);
    return 2;
  }
  try {
    return await run({ ...input, stage });
  } catch (error) {
    const sentence = explain(error);
    if (sentence === null) throw error;
    complain(sentence);
    return 1;
  }
}
