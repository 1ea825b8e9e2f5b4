import { randomUUID } from "node:crypto";
import {
  maxTermLength,
  maxTermNoteLength,
  maxTermSentenceLength,
  type RecordingFacts,
  type Review,
  type StudyChange,
  type Term,
} from "../../../domain/study/study-change.ts";
import { maxBatchBytes, maxChangesPerBatch } from "../../../domain/study/study-routes.ts";

export const firstInstant = "2026-11-21T12:00:00.000Z";
/** Days from 1970 to `firstInstant`, in UTC. */
export const firstDay = 20_778;

const segment = { language: "nepali", scenario_id: "emp-1", segment_id: "segment-1" } as const;

export const aReview = (fields: Partial<Review> = {}): Review => ({
  ...{ item: { kind: "segment", ...segment }, day: firstDay, rating: "good", source: "practice" },
  ...fields,
});

type Fields = { id?: string; changed_at?: string };

export const aReviewChange = (review: Review | null = aReview(), fields: Fields = {}): StudyChange => ({
  ...{ type: "review", id: randomUUID(), changed_at: firstInstant, review },
  ...fields,
});

export const aRecordingChange = (recording: Partial<RecordingFacts> = {}, fields: Fields = {}): StudyChange => ({
  ...{ type: "recording", id: randomUUID(), changed_at: firstInstant },
  recording: { ...segment, day: firstDay, seconds: 9.5, first_word_seconds: 1.25, silence_seconds: 2, ...recording },
  ...fields,
});

export const aTerm = (fields: Partial<Term> = {}): Term => ({
  ...{ language: "nepali", english: "lease", translation: "पट्टा", sentence: "", note: "" },
  ...{ topic_id: null, segment: null, created_at: firstInstant },
  ...fields,
});

export const aTermChange = (term: Term | null = aTerm(), fields: Fields = {}): StudyChange => ({
  ...{ type: "term", id: randomUUID(), changed_at: firstInstant, term },
  ...fields,
});

export const aRetentionChange = (value = 0.9, changed_at = firstInstant): StudyChange => ({
  ...{ type: "setting", changed_at, setting: { name: "retention", value } },
});

export const longestTerm = (letter: string): Term =>
  aTerm({
    ...{ english: letter.repeat(maxTermLength), translation: letter.repeat(maxTermLength) },
    ...{ sentence: letter.repeat(maxTermSentenceLength), note: letter.repeat(maxTermNoteLength) },
    ...{
      topic_id: "consumer-affairs",
      segment: { ...segment, scenario_id: "a".repeat(64), segment_id: "segment-999" },
    },
  });

const bytesOf = (changes: readonly StudyChange[]) => Buffer.byteLength(JSON.stringify(changes));

export function fullBatch(create: () => StudyChange): StudyChange[] {
  const changes = [create()];
  while (changes.length < maxChangesPerBatch) {
    const next = [...changes, create()];
    if (bytesOf(next) > maxBatchBytes) break;
    changes.push(create());
  }
  return changes;
}
