import type { ExamAttempt, ExamAttemptFacts, MarkingChange } from "../../../domain/exam/exam-attempt.ts";

export const attemptId = "0b8f6a3e-5d0c-4f5e-9a51-6f0f4f8f2c11";
export const otherAttemptId = "7d1f2a90-3c4b-4e8a-8f6d-2b9c0a7e5d22";
export const markingId = "c2b6f0de-8a1e-4d3b-9c55-1f7a4e2d6b33";

const heard = { heard_at: "2026-11-22T10:00:10.000Z", repeats: 0, take_seconds: 6, interrupted: false };

export function attemptFacts(change: Partial<ExamAttemptFacts> = {}): ExamAttemptFacts {
  return {
    exam: "naati-ccl",
    seed: 7,
    started_at: "2026-11-22T10:00:00.000Z",
    ended_at: "2026-11-22T10:20:00.000Z",
    outcome: "finished",
    revision: 5,
    dialogues: [
      {
        language: "nepali",
        scenario_id: "health-1",
        topic_id: "health",
        title: "At the clinic",
        segments: [heard, heard],
      },
      { language: "nepali", scenario_id: "legal-1", topic_id: "legal", title: "A lease", segments: [heard, heard] },
    ],
    interruptions: [],
    ...change,
  };
}

export function runningAttemptFacts(revision = 1): ExamAttemptFacts {
  const { ended_at: _, ...facts } = attemptFacts({ outcome: "running", revision });
  return facts;
}

export function attemptFromServer(facts: ExamAttemptFacts, change: Partial<ExamAttempt> = {}): ExamAttempt {
  return { ...facts, attempt_id: attemptId, user_id: "asha", markings: [], ...change };
}

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

/** A note with a higher number is later. */
export function aNote(number: number, deduction = 1): MarkingChange {
  const note = { dialogue: 0, segment: 0, kind: "omission", at_seconds: 1, deduction, remark: "" } as const;
  const changed_at = new Date(Date.UTC(2026, 10, 22, 11, 0, 0, number)).toISOString();
  return { type: "note", id: idOf(number), changed_at, note };
}
