import { setTimeout as wait } from "node:timers/promises";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { Refusal } from "../../domain/http/refusal.ts";

/** Whether a write was refused because the row was not as the write expected it. */
export function isConditionFailure(error: unknown): boolean {
  return error instanceof ConditionalCheckFailedException;
}

/** Whether a write was made; false if it was refused because the row was not as the write expected it. */
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
 * A conditional write fails only because another one succeeded since its row was read. So this many writers at once always
 * succeed, each with one write to make, in whatever order they come.
 */
export const maxConcurrentWriters = 60;
const firstPauseMs = 10;
const maxPauseMs = 300;

/**
 * Reads and writes a row again, after a random pause, until nobody else has written it in between.
 * @param attempt returns null if somebody has
 * @param subject what the refusal names, as "Your plan"
 * @throws Refusal "changed_meanwhile", and whatever the attempt throws
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
