import {
  GetQueueAttributesCommand,
  ListQueueTagsCommand,
  paginateListQueues,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import { deadLettersTag } from "../../lib/names.ts";

/** A queue of a stage in which events end that were tried in vain. */
export type DeadLetterQueue = {
  url: string;
  arn: string;
  /** The handler that failed at them, by its path below lambdas/. */
  handler: string;
  /** About how many wait in it. */
  waiting: number;
};

async function describeQueue(sqs: SQSClient, url: string, stage: string): Promise<DeadLetterQueue | null> {
  const { Tags: tags = {} } = await sqs.send(new ListQueueTagsCommand({ QueueUrl: url }));
  const handler = tags[deadLettersTag];
  // Names alone do not tell the stages "a" and "a-b" apart.
  if (tags["app"] !== "parlance" || tags["stage"] !== stage || handler === undefined) return null;
  const { Attributes: known = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ["QueueArn", "ApproximateNumberOfMessages"] }),
  );
  return { url, arn: known.QueueArn ?? "", handler, waiting: Number(known.ApproximateNumberOfMessages ?? 0) };
}

/** The dead-letter queues of a stage, by the names of their handlers. */
export async function listDeadLetterQueues(sqs: SQSClient, stage: string): Promise<DeadLetterQueue[]> {
  const found: DeadLetterQueue[] = [];
  const prefix = { QueueNamePrefix: `parlance-${stage}-`, MaxResults: 100 };
  for await (const { QueueUrls = [] } of paginateListQueues({ client: sqs }, prefix)) {
    for (const url of QueueUrls) {
      const queue = await describeQueue(sqs, url, stage);
      if (queue) found.push(queue);
    }
  }
  return found.toSorted((a, b) => a.handler.localeCompare(b.handler));
}
