import type { Message } from "@aws-sdk/client-sqs";
import * as z from "zod/mini";

export type DeadLetter = { functionArn: string; event: unknown };

/**
 * Lambda's record of a failed event:
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
 * Lambda wraps a failed event in a record. EventBridge sends an undelivered event without a record, and names its
 * target in an attribute:
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-rule-event-delivery.html
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

/** Compares the region and account with those of the queue too, because a message could name any function. */
export function isOneOf(functionNames: ReadonlySet<string>, functionArn: string, queueArn: string): boolean {
  const { place, name = "" } = functionArnPattern.exec(functionArn)?.groups ?? {};
  return place !== undefined && queueArnPattern.exec(queueArn)?.groups?.["place"] === place && functionNames.has(name);
}
