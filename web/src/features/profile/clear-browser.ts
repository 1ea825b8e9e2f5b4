import type { QueryClient } from "@tanstack/react-query";
import { clearStored } from "../../browser/clear-stored.ts";
import type { Ending } from "../../browser/stored-entry.ts";
import { removeUnreadableProgress } from "../progress/progress-sending.ts";
import { clearDatabases } from "./clear-databases.ts";
import { forgetEdits } from "./kept-edits.ts";

/** Removes what this browser has stored of a learner as far as the register says for such an ending. */
async function clear(ending: Ending, userId: string): Promise<void> {
  clearStored(ending, userId);
  await clearDatabases(ending, userId);
}

/**
 * Removes what is kept of a learner whose session was ended for them. Progress that could not be sent and words that
 * were being typed stay for when they log in again.
 */
export async function clearSession(userId: string): Promise<void> {
  await clear("session end", userId);
}

/**
 * Removes what this browser holds of a learner who has logged out in another tab. What they had begun to type in this one
 * stays for when they log in here again.
 */
export async function clearLoggedOut(userId: string, queries: QueryClient): Promise<void> {
  queries.clear();
  removeUnreadableProgress();
  await clear("log-out", userId);
}

/** Removes everything that this browser holds of a learner who logs out in it. */
export async function clearBrowser(userId: string, queries: QueryClient): Promise<void> {
  queries.clear();
  removeUnreadableProgress();
  forgetEdits();
  await clear("own log-out", userId);
}
