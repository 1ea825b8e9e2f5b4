import * as z from "zod/mini";
import {
  maxDialogueTitleLength,
  maxDialogueVersionLength,
  maxDialogueWords,
  maxSegments,
  maxUnitsPerSegment,
} from "../content/dialogue-limits.ts";
import { languageNames } from "../content/language.ts";
import { ScenarioId, topicIds } from "../content/scenario.ts";
import { Instant } from "../http/route.ts";
import { errorKinds } from "./exams.ts";

/** Created on the learner's device, so that an exam can start without a network. */
export const ExamAttemptId = z.uuid();
export const MarkingId = z.uuid();

export const maxDialogues = 6;
/** Per segment. */
export const maxRepeats = 99;
export const maxInterruptions = 200;
export const maxMarkings = 8;
/** Per exam attempt. */
export const maxDeletedMarkings = 100;
/** Per marking, including removed errors. A marking is one DynamoDB row, which has at most 400 KB. */
export const maxNotes = 300;
/** Per marking, including removed ticks. */
export const maxTicks = 600;
/** Even with the longest remarks, this many changes fit into a request's body (`maxBodyBytes`). */
export const maxChangesPerRequest = 40;
export const maxRemarkLength = 200;
/** For one error, in marks. */
export const maxDeduction = 45;

const Count = (most: number) => z.int().check(z.gte(0), z.lte(most));
const Seconds = z.number().check(z.gte(0), z.lte(86_400));

const Title = z.string().check(z.minLength(1), z.maxLength(maxDialogueTitleLength));

const SegmentFacts = z.object({
  heard_at: Instant,
  repeats: Count(maxRepeats),
  /** Length of the segment's last saved recording; null if there is none. */
  take_seconds: z.nullable(Seconds),
  interrupted: z.boolean(),
});
export type SegmentFacts = z.infer<typeof SegmentFacts>;

const ExamDialogue = z.object({
  language: z.enum(languageNames),
  scenario_id: ScenarioId,
  topic_id: z.enum(topicIds),
  title: Title,
  version: z.optional(z.string().check(z.minLength(1), z.maxLength(maxDialogueVersionLength))),
  words: z.optional(z.number().check(z.positive(), z.lte(maxDialogueWords))),
  /** All segments of the dialogue; null for a segment that was not heard. */
  segments: z.array(z.nullable(SegmentFacts)).check(z.minLength(1), z.maxLength(maxSegments)),
});
export type ExamDialogue = z.infer<typeof ExamDialogue>;

export const interruptionKinds = ["left", "microphone", "sound", "other"] as const;

/** Positions from 0. */
const placeFields = { dialogue: Count(maxDialogues - 1), segment: Count(maxSegments - 1) };

const Interruption = z.object({
  at: Instant,
  ...placeFields,
  kind: z.enum(interruptionKinds),
});
export type Interruption = z.infer<typeof Interruption>;

export const ExamAttemptFacts = z.object({
  exam: z.string().check(z.minLength(1), z.maxLength(40)),
  /** Seed of the draw of the dialogues (`drawDialogues`). */
  seed: z.int().check(z.gte(0), z.lte(2 ** 32 - 1)),
  started_at: Instant,
  ended_at: z.optional(Instant),
  /** `finished` after the last segment, `ended` if the learner ended the exam earlier. */
  outcome: z.enum(["running", "finished", "ended"]),
  /** Rises with each save on the learner's device. The server ignores an older revision. */
  revision: z.int().check(z.gte(1), z.lte(100_000)),
  dialogues: z.array(ExamDialogue).check(z.minLength(1), z.maxLength(maxDialogues)),
  interruptions: z.array(Interruption).check(z.maxLength(maxInterruptions)),
});
export type ExamAttemptFacts = z.infer<typeof ExamAttemptFacts>;

/** `deduction` is in marks. */
export const MarkingNote = z.object({
  ...placeFields,
  kind: z.enum(errorKinds),
  /** Position of the error in the segment's last recording. */
  at_seconds: Seconds,
  deduction: z.number().check(z.gte(0), z.lte(maxDeduction), z.multipleOf(0.5)),
  remark: z.string().check(z.maxLength(maxRemarkLength)),
});
export type MarkingNote = z.infer<typeof MarkingNote>;

export const unitOutcomes = ["carried", "missed"] as const;
export type UnitOutcome = (typeof unitOutcomes)[number];

const NoteId = z.uuid();

/**
 * The subject of a change is a noted error, a scoring unit, a segment or the marker's name. Of two changes of one
 * subject, the one with the later `changed_at` counts.
 */
export const MarkingChange = z.discriminatedUnion("type", [
  z.object({ type: z.literal("note"), id: NoteId, changed_at: Instant, note: z.nullable(MarkingNote) }),
  z.object({
    type: z.literal("tick"),
    ...placeFields,
    unit: Count(maxUnitsPerSegment - 1),
    /**
     * Fingerprint of the unit when it was ticked (`unitFingerprint`). If the dialogue now has another unit in this
     * position, the tick does not apply.
     */
    sign: z.string().check(z.regex(/^[0-9a-f]{8}$/)),
    changed_at: Instant,
    /** Null removes the tick. */
    outcome: z.nullable(z.enum(unitOutcomes)),
  }),
  z.object({ type: z.literal("segment"), ...placeFields, changed_at: Instant, marked: z.boolean() }),
  z.object({ type: z.literal("marker"), changed_at: Instant, name: z.string().check(z.maxLength(80)) }),
]);
export type MarkingChange = z.infer<typeof MarkingChange>;

/** `changes` holds the latest change of each subject. */
export const Marking = z.object({
  marking_id: MarkingId,
  created_at: Instant,
  changes: z.array(MarkingChange).check(z.maxLength(maxNotes + maxTicks + maxDialogues * maxSegments + 1)),
});
export type Marking = z.infer<typeof Marking>;

export const ChangedMarking = z.extend(Marking, {
  /** Changes for which the marking has no room. */
  left_out: z.optional(z.array(MarkingChange)),
});
export type ChangedMarking = z.infer<typeof ChangedMarking>;

/** `lost` holds the deducted marks by dialogue. `marked` is the number of heard segments that are marked. */
export const MarkingSummary = z.object({
  marking_id: MarkingId,
  created_at: Instant,
  marker: z.string(),
  lost: z.array(z.number()),
  marked: z.int(),
});
export type MarkingSummary = z.infer<typeof MarkingSummary>;

export const ExamAttempt = z.extend(ExamAttemptFacts, {
  attempt_id: ExamAttemptId,
  user_id: z.string(),
  markings: z.array(MarkingSummary),
  /** Ids of deleted markings, so that no device restores one. */
  deleted_markings: z.optional(z.array(MarkingId)),
});
export type ExamAttempt = z.infer<typeof ExamAttempt>;

/** A page of large exam attempts may be shorter, because one query of DynamoDB reads at most 1 MB. */
export const maxAttemptsPerPage = 100;

export const ExamAttemptPage = z.object({
  attempts: z.array(ExamAttempt),
  /** Id after which the next page starts; absent on the last page. */
  next: z.optional(ExamAttemptId),
});
export type ExamAttemptPage = z.infer<typeof ExamAttemptPage>;
