import type { TopicId } from "../../../../domain/content/scenario.ts";

/** Names that cannot be derived from the id. */
const names: Partial<Record<TopicId, string>> = { "immi-settlement": "Immigration and settlement" };

/** Uses only the id, because the list of topics may not be loaded. */
export function topicName(id: TopicId): string {
  return names[id] ?? id.charAt(0).toUpperCase() + id.slice(1).replaceAll("-", " ");
}
