import { refusalStatus } from "../../domain/http/refusal.ts";
import type { ApiErrorCode } from "./api.ts";

/** "retry": send again later. "hold": keep until the learner logs in again. "drop": never send again. */
export type RetryDecision = "retry" | "hold" | "drop";

/** Decides what to do with an item whose request failed. */
export function decideRetry(failure: ApiErrorCode | "unknown"): RetryDecision {
  // The page and the API may have different versions for a while.
  if (failure === "no_such_route") return "retry";
  if (failure === "unreachable" || failure === "unreadable" || failure === "unknown") return "retry";
  // The request is valid, but conflicted with another request.
  if (failure === "changed_meanwhile") return "retry";
  // An unknown code from a newer server has no status here.
  const status: number | undefined = refusalStatus[failure];
  if (status === 401) return "hold";
  return status !== undefined && status < 500 && status !== 429 ? "drop" : "retry";
}

const initialRetryDelayMs = 2_000;
const maxRetryDelayMs = 5 * 60_000;

/**
 * Returns the delay in ms after `failures` failures in a row, counted from 1. The delay doubles with each failure, up
 * to five minutes. A random reduction of up to half spreads the retries of senders that failed together.
 */
export function retryDelayMs(failures: number, random: () => number): number {
  return Math.min(initialRetryDelayMs * 2 ** (failures - 1), maxRetryDelayMs) * (1 - random() / 2);
}
