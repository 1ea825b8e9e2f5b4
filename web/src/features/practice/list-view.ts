import type { TopicId } from "../../../../domain/scenario.ts";

/** Dialogues per page. */
export const perPage = 7;

/** What of the list shows: the selected topics, none standing for all, and the page, from 1. */
export type ListView = { topics: readonly TopicId[]; page: number };

export const wholeList: ListView = { topics: [], page: 1 };

/** Selects a topic or takes it back; what shows begins again at page 1. */
export function toggleTopic(view: ListView, topic: TopicId): ListView {
  const selected = view.topics.includes(topic);
  return { topics: selected ? view.topics.filter((id) => id !== topic) : [...view.topics, topic], page: 1 };
}

/** What of `scenarios` a selection of topics lets through. */
export function matching<S extends { topicId: TopicId }>(scenarios: readonly S[], selected: readonly TopicId[]): S[] {
  return scenarios.filter(({ topicId }) => selected.length === 0 || selected.includes(topicId));
}

/** How many pages so many dialogues fill; at least 1. */
export function pageCount(scenarios: number): number {
  return Math.max(1, Math.ceil(scenarios / perPage));
}

/**
 * A view as this list can show it: without topics that are no longer there, and on its last page instead of one beyond.
 * The same object if nothing was wrong with it.
 */
export function healView(
  view: ListView,
  list: { topics: readonly { id: TopicId }[]; scenarios: readonly { topicId: TopicId }[] },
): ListView {
  const topics = view.topics.filter((selected) => list.topics.some(({ id }) => id === selected));
  const page = Math.min(Math.max(1, view.page), pageCount(matching(list.scenarios, topics).length));
  return topics.length === view.topics.length && page === view.page ? view : { topics, page };
}

/** The most page numbers that show at once. */
const mostNumbers = 7;

/** The page numbers to offer, "gap" where some are left out: always the first, the last and the neighbours. */
export function pageNumbers(page: number, pages: number): readonly (number | "gap")[] {
  if (pages <= mostNumbers) return Array.from({ length: pages }, (_, at) => at + 1);
  const inner = mostNumbers - 4;
  const from = Math.min(Math.max(page - 1, 3), pages - inner - 1);
  const middle = Array.from({ length: inner }, (_, at) => from + at);
  const before = from === 3 ? 2 : "gap";
  const after = from + inner === pages - 1 ? pages - 1 : "gap";
  return [1, before, ...middle, after, pages];
}
