import type { TopicId } from "../../../../domain/content/scenario.ts";

/** Names that do not follow from the id. */
const names: Partial<Record<TopicId, string>> = { "immi-settlement": "Immigration and settlement" };

/** Returns the name of a topic without its list, which a learner of another language may not load. */
export function topicName(id: TopicId): string {
  return names[id] ?? id.charAt(0).toUpperCase() + id.slice(1).replaceAll("-", " ");
}
