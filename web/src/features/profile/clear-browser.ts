import type { QueryClient } from "@tanstack/react-query";
import { forgetLanguageSelected } from "../language/language-selected.ts";
import { forgetLearner } from "../practice/forget-learner.ts";
import { forgetProgress } from "../practice/progress/progress-sending.ts";
import { forgetDrafts } from "../support/draft.ts";
import { forgetEdits } from "./kept-edits.ts";
import { forgetDeletion } from "./unfinished-deletion.ts";

/**
 * Removes what is kept of a learner whose session was ended for them. Progress that could not be sent and words that
 * were being typed stay for when they log in again.
 */
export async function clearSession(userId: string): Promise<void> {
  forgetLanguageSelected();
  await forgetLearner(userId);
}

/**
 * Removes what a learner who has left in another tab could leave in this browser. What they had begun to type in this one
 * stays for when they log in here again.
 */
export async function clearLeft(userId: string, queries: QueryClient): Promise<void> {
  queries.clear();
  forgetDeletion();
  forgetProgress(userId);
  await clearSession(userId);
}

/** Removes everything that a learner who has left could leave in this browser. */
export async function clearBrowser(userId: string, queries: QueryClient): Promise<void> {
  forgetDrafts();
  forgetEdits();
  await clearLeft(userId, queries);
}
