import { expect, test } from "vitest";
import { countByTopic } from "../../../domain/study/topic-counts.ts";

const at = "2026-11-20T09:00:00.000Z";
const health = { topicId: "health", topic: "Health" } as const;
const legal = { topicId: "legal", topic: "Legal" } as const;
const begun = { kind: "begun", progress: { done: 1, total: 9 }, practisedAt: at, resumeIndex: 1 } as const;

test("countByTopic counts the dialogues of each topic by their status", () => {
  expect(
    countByTopic([
      { ...legal, status: { kind: "new" } },
      { ...health, status: { kind: "completed", practisedAt: at } },
      { ...legal, status: begun },
      { ...health, status: { kind: "completed", practisedAt: at } },
      { ...health, status: begun },
    ]),
  ).toEqual([
    { ...legal, completed: 0, started: 1, all: 2 },
    { ...health, completed: 2, started: 1, all: 3 },
  ]);
});

test("countByTopic returns no topics if there are no dialogues", () => {
  expect(countByTopic([])).toEqual([]);
});
