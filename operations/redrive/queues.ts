import type { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { GetQueueAttributesCommand, ListQueueTagsCommand, type SQSClient } from "@aws-sdk/client-sqs";
import { deadLettersTag } from "../../lib/names.ts";
import { listStackResources } from "../stage/stack.ts";

export type DeadLetterQueue = {
  url: string;
  arn: string;
  /** Path below lambdas/, from the queue's tag. */
  handler: string;
  waiting: number;
};

export type StageQueues = {
  queues: DeadLetterQueue[];
  functionNames: ReadonlySet<string>;
};

async function describeQueue(sqs: SQSClient, url: string): Promise<DeadLetterQueue | null> {
  const { Tags: tags = {} } = await sqs.send(new ListQueueTagsCommand({ QueueUrl: url }));
  const handler = tags[deadLettersTag];
  if (handler === undefined) return null;
  const { Attributes: known = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ["QueueArn", "ApproximateNumberOfMessages"] }),
  );
  return { url, arn: known.QueueArn ?? "", handler, waiting: Number(known.ApproximateNumberOfMessages ?? 0) };
}

/** Returns no queues and no functions if there is no such stack. */
export async function findStageQueues(
  { sqs, cloudFormation }: { sqs: SQSClient; cloudFormation: CloudFormationClient },
  stackName: string,
): Promise<StageQueues> {
  const resources = await listStackResources(cloudFormation, stackName);
  const idsOf = (wanted: string) => resources.flatMap(({ type, physicalId }) => (type === wanted ? [physicalId] : []));
  const queues: DeadLetterQueue[] = [];
  // The physical id of a queue is its URL.
  for (const url of idsOf("AWS::SQS::Queue")) {
    const queue = await describeQueue(sqs, url);
    if (queue) queues.push(queue);
  }
  return {
    queues: queues.toSorted((a, b) => a.handler.localeCompare(b.handler)),
    functionNames: new Set(idsOf("AWS::Lambda::Function")),
  };
}
