import type { ScoringUnit, Segment } from "../../../domain/content/pack.ts";
import type { ExamDialogue, MarkingChange, SegmentFacts } from "../../../domain/exam/exam-attempt.ts";
import type { Note } from "../../../domain/exam/exam-marking.ts";
import type { ExamRecording } from "../../../web/src/features/exam/recordings/exam-recordings.ts";

export const at = (seconds: number) => new Date(Date.UTC(2026, 10, 22, 12, 0, seconds)).toISOString();

export const heard: SegmentFacts = { heard_at: at(0), repeats: 0, take_seconds: 10, interrupted: false };

/** Null is a segment that was not heard. */
export const aDialogue = (segments: readonly (SegmentFacts | null)[], id = "health-1"): ExamDialogue => ({
  ...{ language: "nepali", scenario_id: id, topic_id: "health", title: "Living with diabetes" },
  segments: [...segments],
});

export const anAttempt = (...dialogues: ExamDialogue[]) => ({ dialogues, started_at: at(0), interruptions: [] });

let ids = 0;

export function aNote(facts: Partial<Note> = {}, seconds = 1): MarkingChange {
  ids += 1;
  const { id = `00000000-0000-4000-8000-${String(ids).padStart(12, "0")}`, ...given } = facts;
  const note = {
    dialogue: 0,
    segment: 0,
    kind: "omission",
    at_seconds: 1,
    deduction: 1,
    remark: "",
    ...given,
  } as const;
  return { type: "note", id, changed_at: at(seconds), note };
}

export const anExamRecording = (facts: Partial<ExamRecording> = {}): ExamRecording => ({
  ...{ attemptId: "mock", dialogue: 0, segment: 0, number: 1, attempt: 1, seconds: 10 },
  ...{ interrupted: false, recordedAt: 0, gaps: [], bytes: 44, isStored: true },
  ...facts,
});

export const aSegment = (units: readonly ScoringUnit[] = []): Segment => ({
  ...{ name: "Doctor", audio: "segment-1.mp3", original_script: "Take two tablets, not three." },
  ...{ translated_script: "दुई चक्की खानुहोस्, तीन होइन।", original_language: "english" as const },
  units: [...units],
});
