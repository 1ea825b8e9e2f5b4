import {
  GetQueueAttributesCommand,
  ListQueueTagsCommand,
  paginateListQueues,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import { deadLettersTag } from "../../lib/names.ts";

export type DeadLetterQueue = {
  url: string;
  arn: string;
  /** Path below lambdas/. */
  handler: string;
  /** Approximate number of messages. */
  waiting: number;
};

async function describeQueue(sqs: SQSClient, url: string, stage: string): Promise<DeadLetterQueue | null> {
  const { Tags: tags = {} } = await sqs.send(new ListQueueTagsCommand({ QueueUrl: url }));
  const handler = tags[deadLettersTag];
  // A name prefix cannot separate the stages "a" and "a-b".
  if (tags["app"] !== "parlance" || tags["stage"] !== stage || handler === undefined) return null;
  const { Attributes: known = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ["QueueArn", "ApproximateNumberOfMessages"] }),
  );
  return { url, arn: known.QueueArn ?? "", handler, waiting: Number(known.ApproximateNumberOfMessages ?? 0) };
}

/** Sorted by handler. */
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
