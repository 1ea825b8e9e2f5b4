import * as z from "zod/mini";
import { maxUnitsPerSegment } from "../content/dialogue-limits.ts";
import { languageNames } from "../content/language.ts";
import { unitKinds } from "../content/pack.ts";
import { ScenarioId, SegmentId, topicIds } from "../content/scenario.ts";
import { Instant } from "../http/route.ts";

/** For each side of a term. */
export const maxTermLength = 200;
export const maxTermSentenceLength = 500;
export const maxTermNoteLength = 500;
/** Per learner. */
export const maxTerms = 10_000;

/** A learner's day (`studyDay`), in days since 1970-01-01. */
const StudyDay = z.int().check(z.gte(0), z.lte(100_000));

export const SegmentRef = z.object({
  language: z.enum(languageNames),
  scenario_id: ScenarioId,
  segment_id: SegmentId,
});
export type SegmentRef = z.infer<typeof SegmentRef>;

export const TermId = z.uuid();

export const termDirections = ["to-english", "from-english"] as const;

export const ReviewItem = z.discriminatedUnion("kind", [
  z.extend(SegmentRef, { kind: z.literal("segment") }),
  z.object({ kind: z.literal("term"), term_id: TermId, direction: z.enum(termDirections) }),
]);
export type ReviewItem = z.infer<typeof ReviewItem>;

/** From worst to best. */
export const ratings = ["again", "hard", "good", "easy"] as const;
export type StudyRating = (typeof ratings)[number];

/** `sign` is the unit's fingerprint (`unitFingerprint`). `kind` is stored, so statistics need not load the dialogue. */
export const MissedUnit = z.object({
  sign: z.string().check(z.regex(/^[0-9a-f]{8}$/)),
  kind: z.enum(unitKinds),
});
export type MissedUnit = z.infer<typeof MissedUnit>;

export const Review = z.object({
  item: ReviewItem,
  day: StudyDay,
  rating: z.enum(ratings),
  /** Absent if it is unknown which units were missed. */
  missed: z.optional(z.array(MissedUnit).check(z.maxLength(maxUnitsPerSegment))),
  /** Time of the first save of a review that was corrected later. */
  made_at: z.optional(Instant),
  /** "feedback": somebody else named a missed unit. */
  source: z.enum(["practice", "review", "exam", "feedback"]),
});
export type Review = z.infer<typeof Review>;

/** Rounded to the millisecond, because DynamoDB refuses positive numbers below 1e-130. */
const Seconds = z.number().check(
  z.gte(0),
  z.lte(3600),
  z.overwrite((seconds) => Math.round(seconds * 1000) / 1000),
);

export const RecordingFacts = z.extend(SegmentRef, {
  day: StudyDay,
  seconds: Seconds,
  /** Silence before the first word; null if no speech was measured. */
  first_word_seconds: z.nullable(Seconds),
  /** Sum of the pauses between the first and the last word. */
  silence_seconds: Seconds,
});
export type RecordingFacts = z.infer<typeof RecordingFacts>;

const TermText = z.string().check(z.trim(), z.minLength(1), z.maxLength(maxTermLength));

export const Term = z.object({
  language: z.enum(languageNames),
  english: TermText,
  translation: TermText,
  /** "" if there is none. */
  sentence: z.string().check(z.maxLength(maxTermSentenceLength)),
  note: z.string().check(z.maxLength(maxTermNoteLength)),
  topic_id: z.nullable(z.enum(topicIds)),
  segment: z.nullable(SegmentRef),
  created_at: Instant,
});
export type Term = z.infer<typeof Term>;

export const retentionRange = { least: 0.8, most: 0.97 } as const;
export const reviewsPerDayRange = { least: 5, most: 200 } as const;

const StudySetting = z.discriminatedUnion("name", [
  /** Share of reviews that the learner wants to remember. */
  z.object({
    name: z.literal("retention"),
    value: z.number().check(z.gte(retentionRange.least), z.lte(retentionRange.most)),
  }),
  z.object({
    name: z.literal("reviews_per_day"),
    value: z.int().check(z.gte(reviewsPerDayRange.least), z.lte(reviewsPerDayRange.most)),
  }),
]);

/**
 * Of two changes of one subject (`subjectOf`), the one with the later `changed_at` counts, whichever arrives first.
 */
export const StudyChange = z.discriminatedUnion("type", [
  /** Null removes the review. */
  z.object({ type: z.literal("review"), id: z.uuid(), changed_at: Instant, review: z.nullable(Review) }),
  z.object({ type: z.literal("recording"), id: z.uuid(), changed_at: Instant, recording: RecordingFacts }),
  /** Null deletes the term. */
  z.object({ type: z.literal("term"), id: TermId, changed_at: Instant, term: z.nullable(Term) }),
  z.object({ type: z.literal("setting"), changed_at: Instant, setting: StudySetting }),
]);
export type StudyChange = z.infer<typeof StudyChange>;
