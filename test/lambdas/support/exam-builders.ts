import { randomUUID } from "node:crypto";
import { maxSegments } from "../../../domain/content/dialogue-limits.ts";
import {
  type ExamAttemptFacts,
  type Marking,
  type MarkingChange,
  type MarkingNote,
  maxDialogues,
  maxNotes,
  maxRemarkLength,
  maxTicks,
} from "../../../domain/exam/exam-attempt.ts";

export const instantAt = (second: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, second)).toISOString();

const aDialogue = (scenario_id: string, topic_id: "employment" | "health"): ExamAttemptFacts["dialogues"][number] => ({
  ...{ language: "nepali", scenario_id, topic_id, title: "At the counter", version: "2026-11-01", words: 300 },
  segments: Array.from({ length: 12 }, (_, nth) => ({
    ...{ heard_at: instantAt(30 * nth), repeats: 0, take_seconds: 11.25, interrupted: false },
  })),
});

export const largestDialogue = (): ExamAttemptFacts["dialogues"][number] => {
  const { segments, ...dialogue } = aDialogue("emp-1", "employment");
  return { ...dialogue, segments: Array.from({ length: maxSegments }, (_, nth) => segments[nth % 12] ?? null) };
};

export const anExamAttempt = (fields: Partial<ExamAttemptFacts> = {}): ExamAttemptFacts => ({
  ...{
    exam: "naati-ccl",
    seed: 7,
    started_at: instantAt(0),
    ended_at: instantAt(900),
    outcome: "finished",
    revision: 1,
  },
  dialogues: [aDialogue("emp-1", "employment"), aDialogue("health-2", "health")],
  interruptions: [],
  ...fields,
});

export const aNote = (fields: Partial<MarkingNote> = {}): MarkingNote => ({
  ...{ dialogue: 0, segment: 0, kind: "omission", at_seconds: 2.5, deduction: 1.5, remark: "" },
  ...fields,
});

type NoteChange = Extract<MarkingChange, { type: "note" }>;

export const aNoteChange = (note: MarkingNote | null, fields: Partial<NoteChange> = {}): NoteChange => ({
  ...{ type: "note", id: randomUUID(), changed_at: instantAt(0), note },
  ...fields,
});

export const aTickChange = (unit: number, second = 0): MarkingChange => ({
  ...{
    type: "tick",
    dialogue: 0,
    segment: 0,
    unit,
    sign: "0badcafe",
    changed_at: instantAt(second),
    outcome: "carried",
  },
});

const places = Array.from({ length: maxDialogues * maxSegments }, (_, nth) => ({
  dialogue: Math.floor(nth / maxSegments),
  segment: nth % maxSegments,
}));

export const longestNote = (letter: string): MarkingNote => ({
  ...{ dialogue: maxDialogues - 1, segment: maxSegments - 1, kind: "self-correction" },
  ...{ at_seconds: 86_399.123_456_789_01, deduction: 44.5, remark: letter.repeat(maxRemarkLength) },
});

/** `語` has three bytes in UTF-8, the maximum for one UTF-16 unit. */
export const largestMarking = (): Marking => ({
  marking_id: randomUUID(),
  created_at: instantAt(0),
  changes: [
    ...Array.from({ length: maxNotes }, () => aNoteChange(longestNote("語"))),
    ...Array.from(
      { length: maxTicks },
      (_, nth): MarkingChange => ({
        ...{ type: "tick", dialogue: maxDialogues - 1, segment: nth % maxSegments, changed_at: instantAt(0) },
        ...{ unit: Math.floor(nth / maxSegments), sign: "0badcafe", outcome: "carried" },
      }),
    ),
    ...places.map((place): MarkingChange => ({ type: "segment", ...place, changed_at: instantAt(0), marked: true })),
    { type: "marker", changed_at: instantAt(0), name: "語".repeat(80) },
  ],
});
