import { useState } from "react";
import * as z from "zod/mini";
import { type TopicId, topicIds } from "../../../../domain/content/scenario.ts";
import { matchesSearch } from "../../../../domain/content/title-search.ts";
import type { DialogueStatus } from "../../../../domain/practice/dialogue-status.ts";
import { readCached, writeCached } from "../../browser/local-cache.ts";

export const pageSize = 7;

export const statusChoices = ["all", "new", "begun", "completed"] as const;
export type StatusChoice = (typeof statusChoices)[number];

export const listOrders = ["default", "hardest"] as const;
export type ListOrder = (typeof listOrders)[number];

/** Empty `topics` selects all. `page` counts from 1. */
export type ListView = {
  topics: readonly TopicId[];
  status: StatusChoice;
  search: string;
  order: ListOrder;
  page: number;
};

type ListFilter = Omit<ListView, "order" | "page">;

type Listed = { title: string; topicId: TopicId; status: DialogueStatus };

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

export function filterByView<S extends Listed>(scenarios: readonly S[], view: ListFilter): S[] {
  return filterByTopics(scenarios, view.topics).filter(
    ({ title, status }) => (view.status === "all" || view.status === status.kind) && matchesSearch(title, view.search),
  );
}

export function pageCount(scenarios: number): number {
  return Math.max(1, Math.ceil(scenarios / pageSize));
}

/** Returns the same object if nothing changed. */
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

/** For example, returns [1, "gap", 4, 5, 6, "gap", 9] for page 5 of 9. */
export function pageNumbers(page: number, pages: number): readonly (number | "gap")[] {
  if (pages <= maxPageNumbers) return Array.from({ length: pages }, (_, at) => at + 1);
  const inner = maxPageNumbers - 4;
  const from = Math.min(Math.max(page - 1, 3), pages - inner - 1);
  const middle = Array.from({ length: inner }, (_, at) => from + at);
  const before = from === 3 ? 2 : "gap";
  const after = from + inner === pages - 1 ? pages - 1 : "gap";
  return [1, before, ...middle, after, pages];
}

export const maxSearchLength = 100;

/** Each part has its own key, so that an invalid part does not affect the others. */
const parts = {
  topics: { key: "selected_topics", schema: z.array(z.enum(topicIds)) },
  status: { key: "list_status", schema: z.enum(statusChoices) },
  search: { key: "list_search", schema: z.string().check(z.maxLength(maxSearchLength)) },
  order: { key: "list_order", schema: z.enum(listOrders) },
  page: { key: "current_page", schema: z.int().check(z.gte(1)) },
} as const;

function readView(userId: string): ListView {
  const read = <Schema extends z.ZodMiniType>({ key, schema }: { key: string; schema: Schema }) =>
    readCached(userId, key, schema)?.value;
  return {
    topics: read(parts.topics) ?? [],
    status: read(parts.status) ?? "all",
    search: read(parts.search) ?? "",
    order: read(parts.order) ?? "default",
    page: read(parts.page) ?? 1,
  };
}

export function useListView(userId: string): [ListView, (view: ListView) => void] {
  const [view, setView] = useState(() => readView(userId));
  const change = (next: ListView) => {
    writeCached(userId, parts.topics.key, next.topics);
    writeCached(userId, parts.status.key, next.status);
    writeCached(userId, parts.search.key, next.search);
    writeCached(userId, parts.order.key, next.order);
    writeCached(userId, parts.page.key, next.page);
    setView(next);
  };
  return [view, change];
}
