import type { TopicId } from "../content/scenario.ts";
import type { DialogueStatus } from "../practice/dialogue-status.ts";

export type TopicCount = {
  topicId: TopicId;
  topic: string;
  completed: number;
  started: number;
  all: number;
};

type Dialogue = { topicId: TopicId; topic: string; status: DialogueStatus };

export function countByTopic(dialogues: readonly Dialogue[]): TopicCount[] {
  const counts = new Map<TopicId, TopicCount>();
  for (const { topicId, topic, status } of dialogues) {
    const known = counts.get(topicId) ?? { topicId, topic, completed: 0, started: 0, all: 0 };
    counts.set(topicId, {
      ...known,
      completed: known.completed + (status.kind === "completed" ? 1 : 0),
      started: known.started + (status.kind === "begun" ? 1 : 0),
      all: known.all + 1,
    });
  }
  return [...counts.values()];
}
