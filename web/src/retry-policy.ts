import { refusalStatus } from "../../domain/http/refusal.ts";
import type { ApiErrorCode } from "./api.ts";

/** What becomes of something whose sending failed: tried again later, kept for when the learner signs in again, or given up. */
export type RetryDecision = "retry" | "hold" | "drop";

/** Judges a failure: only what the server will never take is given up. */
export function decideRetry(failure: ApiErrorCode | "unknown"): RetryDecision {
  // A route that is not there yet, or not any more, is there for another version of this page.
  if (failure === "no_such_route") return "retry";
  if (failure === "unreachable" || failure === "unreadable" || failure === "unknown") return "retry";
  // Other calls were faster, and say nothing against this one.
  if (failure === "changed_meanwhile") return "retry";
  // A code that only a newer server knows has no status here.
  const status: number | undefined = refusalStatus[failure];
  if (status === 401) return "hold";
  return status !== undefined && status < 500 && status !== 429 ? "drop" : "retry";
}

const initialRetryDelayMs = 2_000;
const maxRetryDelayMs = 5 * 60_000;

/**
 * How long to wait after so many failures in a row (from 1), in ms: doubling, up to five minutes, less up to a half by
 * chance, so that senders who failed together do not try again together.
 */
export function retryDelayMs(failures: number, random: () => number): number {
  return Math.min(initialRetryDelayMs * 2 ** (failures - 1), maxRetryDelayMs) * (1 - random() / 2);
}
