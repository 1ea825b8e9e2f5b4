import type { Message } from "@aws-sdk/client-sqs";
import * as z from "zod/mini";

/** An event that was tried in vain, and the function that it was for. */
export type DeadLetter = { functionArn: string; event: unknown };

/**
 * What Lambda writes of an event that a function failed at:
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html
 */
const InvocationRecord = z.looseObject({
  requestContext: z.looseObject({ functionArn: z.string() }),
  requestPayload: z.unknown(),
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Reads a message of a dead-letter queue. Lambda puts the event into a record; EventBridge, which could not hand it over,
 * sends it as it was and names its target beside it:
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-rule-event-delivery.html
 * Null for anything else.
 */
export function readDeadLetter({ Body = "", MessageAttributes = {} }: Message): DeadLetter | null {
  const body = parseJson(Body);
  const target = MessageAttributes["TARGET_ARN"]?.StringValue;
  if (target !== undefined && body !== undefined) return { functionArn: target, event: body };
  const record = InvocationRecord.safeParse(body);
  if (!record.success || record.data.requestPayload === undefined) return null;
  return { functionArn: record.data.requestContext.functionArn, event: record.data.requestPayload };
}

const functionArnPattern = /^arn:[\w-]+:lambda:(?<place>[\w-]+:\d+):function:(?<name>[\w-]+)/;
const queueArnPattern = /^arn:[\w-]+:sqs:(?<place>[\w-]+:\d+):/;

/** Whether a function is one of the stage, in the region and account of its queue: a message may name any. */
export function isOfStage(functionArn: string, queueArn: string, stage: string): boolean {
  const named = functionArnPattern.exec(functionArn)?.groups;
  const place = queueArnPattern.exec(queueArn)?.groups?.["place"];
  return place !== undefined && named?.["place"] === place && named["name"]?.startsWith(`parlance-${stage}-`) === true;
}
