import type { TopicId } from "../../../../domain/content/scenario.ts";

/** Names that cannot be derived from the id. */
const names: Partial<Record<TopicId, string>> = { "immi-settlement": "Immigration and settlement" };

/** Derives a topic's name from its id, because a learner of another language may not load the list of topics. */
export function topicName(id: TopicId): string {
  return names[id] ?? id.charAt(0).toUpperCase() + id.slice(1).replaceAll("-", " ");
}
