import { expect, it } from "vitest";
import { groupByDialogue } from "../../../../web/src/features/practice/recordings/internal/use-stored-recordings.ts";
import type { StoredRecording } from "../../../../web/src/features/recording/store/recording-database.ts";

function record(number: number, facts: Partial<StoredRecording> = {}): StoredRecording {
  return {
    ...{ userId: "asha", language: "nepali", scenarioId: "health-1", segmentIndex: 0, title: "At the doctor" },
    ...{ number, attempt: number, recordedAt: number, usedAt: 0, durationSeconds: 2, interrupted: false },
    ...{ key: "recording_nepali_health-1_0", type: "audio/wav", bytes: 44 },
    ...facts,
  };
}

const shape = (records: readonly StoredRecording[]) =>
  groupByDialogue(records).map(({ title, language, recordings }) => [
    title,
    language,
    recordings.map(({ number }) => number),
  ]);

it("groupByDialogue groups recordings by dialogue, newest first", () => {
  const legal = { scenarioId: "legal-1", title: "At court" };
  expect(shape([record(1), record(2, legal), record(4), record(3, { ...legal, segmentIndex: 2 })])).toEqual([
    ["At the doctor", "nepali", [4, 1]],
    ["At court", "nepali", [3, 2]],
  ]);
  expect(groupByDialogue([])).toEqual([]);
});

it("groupByDialogue orders recordings of the same time by number, highest first", () => {
  expect(shape([record(1, { recordedAt: 9 }), record(2, { recordedAt: 9 })])).toEqual([
    ["At the doctor", "nepali", [2, 1]],
  ]);
});

it("groupByDialogue separates dialogues with the same id in two languages", () => {
  const mandarin = record(2, { language: "mandarin", title: "看医生" });
  const found = groupByDialogue([record(1), mandarin]);
  expect(found.map(({ title, language }) => [title, language])).toEqual([
    ["看医生", "mandarin"],
    ["At the doctor", "nepali"],
  ]);
  expect(new Set(found.map(({ key }) => key)).size).toBe(2);
});

it("groupByDialogue renumbers attempts of one segment that have the same number", () => {
  const [found] = groupByDialogue([
    record(1, { attempt: 1 }),
    record(2, { attempt: 1 }),
    record(3, { attempt: 1, segmentIndex: 1 }),
  ]);
  expect(found?.recordings.map(({ number, attempt }) => [number, attempt])).toEqual([
    [3, 1],
    [2, 2],
    [1, 1],
  ]);
});
