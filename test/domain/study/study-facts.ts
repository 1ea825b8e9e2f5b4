import type { StoredReview } from "../../../domain/study/study.ts";
import type { RecordingFacts, Review, StudyRating } from "../../../domain/study/study-change.ts";

/** Converts a date such as "2026-11-25" to days since 1970-01-01. */
export const dayOf = (date: string): number => Date.parse(date) / 86_400_000;

export const segmentAt = (scenarioId: string, segment: number) => ({
  language: "nepali" as const,
  scenario_id: scenarioId,
  segment_id: `segment-${segment}`,
});

export function recordingOn(date: string, facts: Partial<RecordingFacts> = {}): RecordingFacts {
  return {
    ...segmentAt("health-1", 1),
    day: dayOf(date),
    seconds: 20,
    first_word_seconds: 1,
    silence_seconds: 2,
    ...facts,
  };
}

export function reviewOn(date: string, segment: number, rating: StudyRating, missed?: Review["missed"]): StoredReview {
  return {
    id: crypto.randomUUID(),
    changedAt: `${date}T10:00:00.000Z`,
    item: { kind: "segment", ...segmentAt("health-1", segment) },
    day: dayOf(date),
    rating,
    source: "practice",
    ...(missed && { missed }),
  };
}

export function termReviewOn(date: string, rating: StudyRating): StoredReview {
  return {
    ...reviewOn(date, 1, rating),
    item: { kind: "term", term_id: "3f1c5f6e-0000-4000-8000-000000000001", direction: "to-english" },
  };
}
