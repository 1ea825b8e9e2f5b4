import { InvokeCommand, type LambdaClient } from "@aws-sdk/client-lambda";
import { DeleteMessageCommand, type Message, ReceiveMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import { isOfStage, readDeadLetter } from "./dead-letter.ts";
import type { DeadLetterQueue } from "./queues.ts";

/** How long a message that was taken is hidden from others, in seconds: longer than it takes to send ten back. */
const visibilityTimeoutSeconds = 120;
/** How long is waited for a message, in seconds, so that none is overlooked on any of the queue's servers. */
const waitSeconds = 2;

export type RedriveServices = {
  sqs: SQSClient;
  lambda: LambdaClient;
  now: () => Date;
  /** Told of each message that stays in the queue, and why. */
  report: (messageId: string, reason: string) => void;
};

/** How many events were given to their handler again, and how many messages stay in the queue. */
export type RedriveResult = { redriven: number; remaining: number };

async function receiveMessages(sqs: SQSClient, url: string): Promise<Message[]> {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: url,
      MaxNumberOfMessages: 10,
      WaitTimeSeconds: waitSeconds,
      VisibilityTimeout: visibilityTimeoutSeconds,
      MessageAttributeNames: ["All"],
      MessageSystemAttributeNames: ["SentTimestamp"],
    }),
  );
  return Messages;
}

/** Why a message stays; null if its event was given to its function. */
async function redriveMessage(message: Message, queue: DeadLetterQueue, stage: string, { lambda }: RedriveServices) {
  const letter = readDeadLetter(message);
  if (!letter) return "It holds no event of EventBridge or Lambda";
  const { functionArn, event } = letter;
  if (!isOfStage(functionArn, queue.arn, stage)) return `It is for another function: ${functionArn}`;
  try {
    // Lambda tries it again as it did the first time, and puts it back into this queue if that is in vain too.
    const invocation = { FunctionName: functionArn, InvocationType: "Event", Payload: JSON.stringify(event) } as const;
    await lambda.send(new InvokeCommand(invocation));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Gives the events in a dead-letter queue to their handler again. A message is deleted only after Lambda has taken its event, so
 * that stopping half-way loses none: what was taken last may be handled twice, which every handler bears. What comes back
 * meanwhile is left for another time.
 */
export async function redrive(
  queue: DeadLetterQueue,
  stage: string,
  services: RedriveServices,
): Promise<RedriveResult> {
  const { sqs, now, report } = services;
  const startedAt = now().getTime();
  const outcome = { redriven: 0, remaining: 0 };
  const leave = (message: Message, reason: string) => {
    outcome.remaining += 1;
    report(message.MessageId ?? "", reason);
  };
  for (
    let taken = await receiveMessages(sqs, queue.url);
    taken.length > 0;
    taken = await receiveMessages(sqs, queue.url)
  ) {
    for (const message of taken) {
      if (Number(message.Attributes?.SentTimestamp ?? 0) > startedAt) {
        leave(message, "It has come back just now");
        continue;
      }
      const reason = await redriveMessage(message, queue, stage, services);
      if (reason !== null) {
        leave(message, reason);
        continue;
      }
      await sqs.send(new DeleteMessageCommand({ QueueUrl: queue.url, ReceiptHandle: message.ReceiptHandle }));
      outcome.redriven += 1;
    }
  }
  return outcome;
}
