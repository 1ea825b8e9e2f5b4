import { InvokeCommand, type LambdaClient } from "@aws-sdk/client-lambda";
import { DeleteMessageCommand, type Message, ReceiveMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import { isOneOf, readDeadLetter } from "./dead-letter.ts";
import type { DeadLetterQueue } from "./queues.ts";

/** SQS hides received messages for this time. Redriving ten messages takes less time. */
const visibilityTimeoutSeconds = 120;
/** With long polling, SQS queries all of the queue's servers. */
const waitSeconds = 2;

export type RedriveServices = {
  sqs: SQSClient;
  lambda: LambdaClient;
  functionNames: ReadonlySet<string>;
  now: () => Date;
  /** Called for each received message that remains in the queue. */
  report: (messageId: string, reason: string) => void;
};

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

/** Returns null if Lambda accepted the event, otherwise the reason why the message remains in the queue. */
async function redriveMessage(
  message: Message,
  queue: DeadLetterQueue,
  { lambda, functionNames }: RedriveServices,
): Promise<string | null> {
  const letter = readDeadLetter(message);
  if (!letter) return "It contains no event of EventBridge or Lambda";
  const { functionArn, event } = letter;
  if (!isOneOf(functionNames, functionArn, queue.arn)) return `It is for another function: ${functionArn}`;
  try {
    // Lambda retries this event like any other. If the retries fail too, the event returns to this queue.
    const invocation = { FunctionName: functionArn, InvocationType: "Event", Payload: JSON.stringify(event) } as const;
    await lambda.send(new InvokeCommand(invocation));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * A message is deleted only after Lambda has accepted its event. So an interruption loses no event, but an event may
 * run twice.
 */
export async function redrive(queue: DeadLetterQueue, services: RedriveServices): Promise<RedriveResult> {
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
        leave(message, "It came back during this run");
        continue;
      }
      const reason = await redriveMessage(message, queue, services);
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
