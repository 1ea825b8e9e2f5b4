import { randomUUID } from "node:crypto";
import { mostSegments } from "../../../domain/content/dialogue-limits.ts";
import {
  type ExamAttemptFacts,
  longestRemark,
  type Marking,
  type MarkingChange,
  type MarkingNote,
  mostDialogues,
  mostNotes,
  mostTicks,
} from "../../../domain/exam/exam-attempt.ts";

export const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, second)).toISOString();

const aDialogue = (scenario_id: string, topic_id: "employment" | "health"): ExamAttemptFacts["dialogues"][number] => ({
  ...{ language: "nepali", scenario_id, topic_id, title: "At the counter", version: "2026-11-01", words: 300 },
  segments: Array.from({ length: 12 }, (_, nth) => ({
    ...{ heard_at: at(30 * nth), repeats: 0, take_seconds: 11.25, interrupted: false },
  })),
});

/** A dialogue with as many segments as there may be. */
export const largestDialogue = (): ExamAttemptFacts["dialogues"][number] => {
  const { segments, ...dialogue } = aDialogue("emp-1", "employment");
  return { ...dialogue, segments: Array.from({ length: mostSegments }, (_, nth) => segments[nth % 12] ?? null) };
};

/** The facts of a mock of two dialogues with twelve segments each, all of which were heard. */
export const aMock = (fields: Partial<ExamAttemptFacts> = {}): ExamAttemptFacts => ({
  ...{ exam: "naati-ccl", seed: 7, started_at: at(0), ended_at: at(900), outcome: "finished", revision: 1 },
  dialogues: [aDialogue("emp-1", "employment"), aDialogue("health-2", "health")],
  interruptions: [],
  ...fields,
});

/** An omission that costs a mark and a half, or what is said of it. */
export const aNote = (fields: Partial<MarkingNote> = {}): MarkingNote => ({
  ...{ dialogue: 0, segment: 0, kind: "omission", at_seconds: 2.5, deduction: 1.5, remark: "" },
  ...fields,
});

type NoteChange = Extract<MarkingChange, { type: "note" }>;

export const noting = (note: MarkingNote | null, fields: Partial<NoteChange> = {}): NoteChange => ({
  ...{ type: "note", id: randomUUID(), changed_at: at(0), note },
  ...fields,
});

/** That a unit of the first segment was carried. */
export const ticking = (unit: number, second = 0): MarkingChange => ({
  ...{ type: "tick", dialogue: 0, segment: 0, unit, sign: "0badcafe", changed_at: at(second), outcome: "carried" },
});

const places = Array.from({ length: mostDialogues * mostSegments }, (_, nth) => ({
  dialogue: Math.floor(nth / mostSegments),
  segment: nth % mostSegments,
}));

/** A note that says as much as one may, in letters of which each takes that many bytes. */
export const longestNote = (letter: string): MarkingNote => ({
  ...{ dialogue: mostDialogues - 1, segment: mostSegments - 1, kind: "self-correction" },
  ...{ at_seconds: 86_399.123_456_789_01, deduction: 44.5, remark: letter.repeat(longestRemark) },
});

/** A marking with as much of everything as there may be, in a script whose letters take three bytes each. */
export const largestMarking = (): Marking => ({
  marking_id: randomUUID(),
  created_at: at(0),
  changes: [
    ...Array.from({ length: mostNotes }, () => noting(longestNote("語"))),
    ...Array.from(
      { length: mostTicks },
      (_, nth): MarkingChange => ({
        ...{ type: "tick", dialogue: mostDialogues - 1, segment: nth % mostSegments, changed_at: at(0) },
        ...{ unit: Math.floor(nth / mostSegments), sign: "0badcafe", outcome: "carried" },
      }),
    ),
    ...places.map((place): MarkingChange => ({ type: "segment", ...place, changed_at: at(0), marked: true })),
    { type: "marker", changed_at: at(0), name: "語".repeat(80) },
  ],
});
