import { expect, it } from "vitest";
import { byDialogue } from "../../../../web/src/features/practice/takes/internal/stored-takes.ts";
import type { TakeRecord } from "../../../../web/src/features/recording/store/take-database.ts";

function record(number: number, facts: Partial<TakeRecord> = {}): TakeRecord {
  return {
    ...{ userId: "asha", language: "nepali", scenarioId: "health-1", segmentIndex: 0, title: "At the doctor" },
    ...{ number, attempt: number, recordedAt: number, usedAt: 0, durationSeconds: 2, interrupted: false },
    ...{ key: "recording_nepali_health-1_0", type: "audio/wav", bytes: 44 },
    ...facts,
  };
}

const shape = (records: readonly TakeRecord[]) =>
  byDialogue(records).map(({ title, language, takes }) => [title, language, takes.map(({ number }) => number)]);

it("are grouped by dialogue, the one recorded last first, and in each the newest first", () => {
  const legal = { scenarioId: "legal-1", title: "At court" };
  expect(shape([record(1), record(2, legal), record(4), record(3, { ...legal, segmentIndex: 2 })])).toEqual([
    ["At the doctor", "nepali", [4, 1]],
    ["At court", "nepali", [3, 2]],
  ]);
  expect(byDialogue([])).toEqual([]);
});

it("of the same moment are told by their numbers", () => {
  expect(shape([record(1, { recordedAt: 9 }), record(2, { recordedAt: 9 })])).toEqual([
    ["At the doctor", "nepali", [2, 1]],
  ]);
});

it("of one id in two languages are two dialogues", () => {
  const mandarin = record(2, { language: "mandarin", title: "看医生" });
  const found = byDialogue([record(1), mandarin]);
  expect(found.map(({ title, language }) => [title, language])).toEqual([
    ["看医生", "mandarin"],
    ["At the doctor", "nepali"],
  ]);
  expect(new Set(found.map(({ key }) => key)).size).toBe(2);
});

it("that earlier versions gave the same attempt are told apart, segment by segment", () => {
  const [found] = byDialogue([
    record(1, { attempt: 1 }),
    record(2, { attempt: 1 }),
    record(3, { attempt: 1, segmentIndex: 1 }),
  ]);
  expect(found?.takes.map(({ number, attempt }) => [number, attempt])).toEqual([
    [3, 1],
    [2, 2],
    [1, 1],
  ]);
});
