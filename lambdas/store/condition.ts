import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";

/** Whether a write was refused because the row was not as the write expected it. */
export function isConditionFailure(error: unknown): boolean {
  return error instanceof ConditionalCheckFailedException;
}
