import { useState } from "react";
import * as z from "zod/mini";
import { topicIds } from "../../../../domain/content/scenario.ts";
import { readCached, writeCached } from "../../browser/local-cache.ts";
import type { ListView } from "./list-view.ts";

const selectedTopics = "selected_topics";
const currentPage = "current_page";
const completedShown = "completed_shown";
const SelectedTopics = z.array(z.enum(topicIds));
const CurrentPage = z.int().check(z.gte(1));

/** What of the list shows, remembered for this learner in this browser. */
export function useListView(userId: string): [ListView, (view: ListView) => void] {
  const [view, setView] = useState<ListView>(() => ({
    topics: readCached(userId, selectedTopics, SelectedTopics)?.value ?? [],
    withCompleted: readCached(userId, completedShown, z.boolean())?.value ?? true,
    page: readCached(userId, currentPage, CurrentPage)?.value ?? 1,
  }));
  const change = (next: ListView) => {
    writeCached(userId, selectedTopics, next.topics);
    writeCached(userId, completedShown, next.withCompleted);
    writeCached(userId, currentPage, next.page);
    setView(next);
  };
  return [view, change];
}
