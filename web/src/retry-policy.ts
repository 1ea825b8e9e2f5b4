import { refusalStatus } from "../../domain/http/refusal.ts";
import type { ApiErrorCode } from "./api.ts";

/** "hold": keep the item, because the learner has to log in again. */
export type RetryDecision = "retry" | "hold" | "drop";

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
 * The random reduction spreads the retries of senders that failed together.
 * @param failures in a row, counted from 1
 */
export function retryDelayMs(failures: number, random: () => number): number {
  return Math.min(initialRetryDelayMs * 2 ** (failures - 1), maxRetryDelayMs) * (1 - random() / 2);
}
