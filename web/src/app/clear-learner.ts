import type { QueryClient } from "@tanstack/react-query";
import { forgetLanguageSelected } from "../features/language/language-selected.ts";
import { forgetLearner } from "../features/practice/forget-learner.ts";

/** Removes what a learner who has logged out left in this browser. */
export async function clearLearner(userId: string, queries: QueryClient): Promise<void> {
  await forgetLearner(userId);
  forgetLanguageSelected();
  queries.clear();
}
