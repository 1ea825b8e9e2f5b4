import { setTimeout as wait } from "node:timers/promises";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { Refusal } from "../../domain/http/refusal.ts";

/** True if the row was not in the state that the write requires. */
export function isConditionFailure(error: unknown): boolean {
  return error instanceof ConditionalCheckFailedException;
}

/** Returns false if the row was not in the state that the write requires. */
export async function isWritten(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}

/**
 * Maximum number of tries. A conditional write fails only if another one succeeded since the row was read. So this many
 * concurrent writers, with one write each, all succeed.
 */
export const maxConcurrentWriters = 60;
const firstPauseMs = 10;
const maxPauseMs = 300;

/**
 * Repeats a read and a write until no other writer changes the row in between. Pauses for a random time before each
 * retry.
 * @param subject start of the refusal's message, e.g. "Your plan"
 * @param attempt returns null if another writer changed the row in between
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
