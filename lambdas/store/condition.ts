import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";

/** Whether a write was refused because the row was not as the write expected it. */
export function isConditionFailure(error: unknown): boolean {
  return error instanceof ConditionalCheckFailedException;
}

/** Whether a write was made; false if it was refused because the row was not as the write expected it. */
export async function unlessRefused(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}
