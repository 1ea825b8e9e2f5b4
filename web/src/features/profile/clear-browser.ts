import type { QueryClient } from "@tanstack/react-query";
import { forgetLanguageSelected } from "../language/language-selected.ts";
import { forgetLearner } from "../practice/forget-learner.ts";
import { forgetDrafts } from "../support/draft.ts";
import { forgetDeletion } from "./unfinished-deletion.ts";

/** Removes everything that a learner who has left could leave in this browser. */
export async function clearBrowser(userId: string, queries: QueryClient): Promise<void> {
  forgetDrafts();
  forgetDeletion();
  forgetLanguageSelected();
  await forgetLearner(userId);
  queries.clear();
}
