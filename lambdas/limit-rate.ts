import { Refusal } from "../domain/refusal.ts";
import type { RateLimits } from "./store/rate-limits.ts";

const hourSeconds = 3600;

function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}

/**
 * Counts a call, and refuses it beyond `limit` an hour.
 * @throws Refusal "too_many_requests"
 */
export async function limitPerHour(rateLimits: RateLimits, key: string, limit: number): Promise<void> {
  const { allowed, retryAfterSeconds } = await rateLimits.take(key, limit, hourSeconds);
  if (allowed) return;
  throw new Refusal("too_many_requests", `That was often enough for now. Try again in ${waitText(retryAfterSeconds)}.`);
}
