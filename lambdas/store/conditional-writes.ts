import { setTimeout as wait } from "node:timers/promises";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { Refusal } from "../../domain/http/refusal.ts";

export function isConditionFailure(error: unknown): boolean {
  return error instanceof ConditionalCheckFailedException;
}

export async function isWritten(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}

/** Maximum number of tries. They are enough for this many concurrent writers with one write each. */
export const maxConcurrentWriters = 60;
const firstPauseMs = 10;
const maxPauseMs = 300;

/**
 * @param subject start of the refusal's message, e.g. "Your plan"
 * @param attempt returns null if another writer has changed the row since it was read
 * @throws Refusal "changed_meanwhile", and all errors of the attempt
 */
export async function retryUntilWritten<Result>(
  subject: string,
  attempt: () => Promise<Result | null>,
): Promise<Result> {
  for (let tries = 0; tries < maxConcurrentWriters; tries += 1) {
    const result = await attempt();
    if (result !== null) return result;
    await wait(Math.random() * Math.min(firstPauseMs * 2 ** tries, maxPauseMs));
  }
  throw new Refusal("changed_meanwhile", `${subject} has just changed. Please try again.`);
}
