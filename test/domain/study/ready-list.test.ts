import { expect, test } from "vitest";
import type { ScoringUnit, Segment } from "../../../domain/content/pack.ts";
import { minutesOfReadyList, readyList } from "../../../domain/study/ready-list.ts";
import type { Term } from "../../../domain/study/study-change.ts";

const unit = (original: string, translation: string, kind: ScoringUnit["kind"] = "term"): ScoringUnit => ({
  ...{ kind, original, translation },
});

const aSegment = (script: string, units: ScoringUnit[], from: Segment["original_language"] = "english"): Segment => ({
  ...{ name: "Agent", audio: "segment-1.mp3", original_language: from, original_script: script },
  ...{ translated_script: "", units },
});

const house = {
  scenarioId: "house-1",
  segments: [
    aSegment("Hello. Sign the lease here.", [unit("lease", "भाडा सम्झौता"), unit("four", "चार", "number")]),
    aSegment("धरौटी कति हो?", [unit("धरौटी", "bond")], "nepali"),
  ],
};

test("readyList lists each term with its sentence and segment", () => {
  expect(readyList([house], "nepali", [])).toEqual([
    {
      ...{ language: "nepali", english: "lease", translation: "भाडा सम्झौता", note: "", topic_id: "housing" },
      sentence: "Sign the lease here.",
      segment: { language: "nepali", scenario_id: "house-1", segment_id: "segment-1" },
      shownFirst: "english",
    },
    {
      ...{ language: "nepali", english: "bond", translation: "धरौटी", note: "", topic_id: "housing" },
      sentence: "धरौटी कति हो?",
      segment: { language: "nepali", scenario_id: "house-1", segment_id: "segment-2" },
      shownFirst: "translation",
    },
  ]);
});

test("readyList shows the original first, also if the wording is the same in both languages", () => {
  const segment = aSegment("राहदानी र visa चाहियो।", [unit("visa", "visa")], "nepali");
  const shown = readyList([{ scenarioId: "house-1", segments: [segment] }], "nepali", []);
  expect(shown.map(({ shownFirst }) => shownFirst)).toEqual(["translation"]);
});

test("readyList leaves out repeated terms and terms that the learner has", () => {
  const own: Term = {
    ...{ language: "nepali", english: "Lease", translation: "भाडा सम्झौता", sentence: "", note: "" },
    ...{ topic_id: null, segment: null, created_at: "2026-11-25T12:00:00.000Z" },
  };
  expect(readyList([house, house], "nepali", [own]).map(({ english }) => english)).toEqual(["bond"]);
});

test("readyList lists at most 20 terms, and no term of more than 200 characters", () => {
  const units = Array.from({ length: 30 }, (_, at) => unit(`term ${at}`, `शब्द ${at}`));
  const many = { scenarioId: "emp-1", segments: [aSegment("", [unit("a".repeat(201), "b"), ...units])] };
  const list = readyList([many], "nepali", []);
  expect(list).toHaveLength(20);
  expect(list[0]?.english).toBe("term 0");
});

test("readyList lists a term of 200 characters beyond the Basic Multilingual Plane", () => {
  const longest = { scenarioId: "emp-1", segments: [aSegment("", [unit("😀".repeat(200), "b")])] };
  expect(readyList([longest], "nepali", [])).toHaveLength(1);
});

test.each([
  [20, 4],
  [16, 4],
  [15, 3],
  [5, 1],
  [1, 1],
])("minutesOfReadyList(%i) returns %i", (terms, minutes) => {
  expect(minutesOfReadyList(terms)).toBe(minutes);
});
