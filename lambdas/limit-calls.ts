import type { CallLimit } from "../domain/call-limit.ts";
import { Refusal } from "../domain/refusal.ts";
import type { CallCounts, Counted } from "./store/call-counts.ts";

/**
 * Counts a call, wherever it is answered.
 * @throws Refusal "too_many_requests" once the period's calls are used up
 */
export async function limitCalls(counts: CallCounts, counted: Counted, limit: CallLimit, now: Date): Promise<void> {
  const retryAfterSeconds = await counts.admit(counted, limit, now);
  if (retryAfterSeconds === null) return;
  throw new Refusal("too_many_requests", "Too many attempts. Please wait a while and try again.", {
    retryAfterSeconds,
  });
}
