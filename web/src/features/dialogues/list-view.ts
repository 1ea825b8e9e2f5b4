import { useState } from "react";
import * as z from "zod/mini";
import { type TopicId, topicIds } from "../../../../domain/content/scenario.ts";
import type { DialogueStatus } from "../../../../domain/practice/dialogue-status.ts";
import { readCached, writeCached } from "../../browser/local-cache.ts";

export const pageSize = 7;

/** Empty `topics` selects all. `page` counts from 1. */
export type ListView = { topics: readonly TopicId[]; withCompleted: boolean; page: number };

type Listed = { topicId: TopicId; status: DialogueStatus };

/** Adds or removes a topic, and returns to page 1. */
export function toggleTopic(view: ListView, topic: TopicId): ListView {
  const selected = view.topics.includes(topic);
  const topics = selected ? view.topics.filter((id) => id !== topic) : [...view.topics, topic];
  return { ...view, topics, page: 1 };
}

export function filterByTopics<S extends Pick<Listed, "topicId">>(
  scenarios: readonly S[],
  topics: readonly TopicId[],
): S[] {
  return scenarios.filter(({ topicId }) => topics.length === 0 || topics.includes(topicId));
}

export function filterByView<S extends Listed>(scenarios: readonly S[], view: Omit<ListView, "page">): S[] {
  return filterByTopics(scenarios, view.topics).filter(
    ({ status }) => view.withCompleted || status.kind !== "completed",
  );
}

export function pageCount(scenarios: number): number {
  return Math.max(1, Math.ceil(scenarios / pageSize));
}

/**
 * Removes topics that the list no longer has, and limits the page to the last page. Returns the same object if nothing
 * changed.
 */
export function clampView(
  view: ListView,
  list: { topics: readonly { id: TopicId }[]; scenarios: readonly Listed[] },
): ListView {
  const topics = view.topics.filter((selected) => list.topics.some(({ id }) => id === selected));
  const shown = filterByView(list.scenarios, { ...view, topics });
  const page = Math.min(Math.max(1, view.page), pageCount(shown.length));
  return topics.length === view.topics.length && page === view.page ? view : { ...view, topics, page };
}

const maxPageNumbers = 7;

/** Returns the first, the last and the neighbouring pages, with "gap" for the pages between them. */
export function pageNumbers(page: number, pages: number): readonly (number | "gap")[] {
  if (pages <= maxPageNumbers) return Array.from({ length: pages }, (_, at) => at + 1);
  const inner = maxPageNumbers - 4;
  const from = Math.min(Math.max(page - 1, 3), pages - inner - 1);
  const middle = Array.from({ length: inner }, (_, at) => from + at);
  const before = from === 3 ? 2 : "gap";
  const after = from + inner === pages - 1 ? pages - 1 : "gap";
  return [1, before, ...middle, after, pages];
}

const selectedTopics = "selected_topics";
const currentPage = "current_page";
const completedShown = "completed_shown";
const SelectedTopics = z.array(z.enum(topicIds));
const CurrentPage = z.int().check(z.gte(1));

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
