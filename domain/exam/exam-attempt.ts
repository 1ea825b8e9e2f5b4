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

/** Made on the learner's device, so that a mock can begin without a network. */
export const ExamAttemptId = z.uuid();
export const MarkingId = z.uuid();

/** The most dialogues of a mock. */
export const maxDialogues = 6;
/** The most repeats of one segment. */
export const maxRepeats = 99;
/** The most interruptions of one mock. */
export const maxInterruptions = 200;
/** The most markings of one mock. */
export const maxMarkings = 8;
/** The most deleted markings of one mock whose ids are kept. */
export const maxDeletedMarkings = 100;
/** The most errors noted in one marking, those that were taken back among them. A marking is one row, of at most 400 KB. */
export const maxNotes = 300;
/** The most units ticked in one marking. */
export const maxTicks = 600;
/** The most changes of a marking that are sent at once: with the longest remarks they fit into a request's body. */
export const maxChangesPerRequest = 40;
/** The longest remark, in characters. */
export const maxRemarkLength = 200;
/** The most that one error may cost, in marks. */
export const maxDeduction = 45;

const Count = (most: number) => z.int().check(z.gte(0), z.lte(most));
const Seconds = z.number().check(z.gte(0), z.lte(86_400));

const Title = z.string().check(z.minLength(1), z.maxLength(maxDialogueTitleLength));

/** What happened to a segment of a mock; null where the candidate did not come to it. */
const SegmentFacts = z.object({
  /** When it was heard first. */
  heard_at: Instant,
  /** How often it was heard again. */
  repeats: Count(maxRepeats),
  /** Of the take that counts; null where there is none. */
  take_seconds: z.nullable(Seconds),
  /** The take ended before the candidate ended it. */
  interrupted: z.boolean(),
});
export type SegmentFacts = z.infer<typeof SegmentFacts>;

/** A dialogue of a mock, as it was when it was drawn. */
const ExamDialogue = z.object({
  language: z.enum(languageNames),
  scenario_id: ScenarioId,
  topic_id: z.enum(topicIds),
  title: Title,
  /** Of its words and sounds; absent where its pack names none. */
  version: z.optional(z.string().check(z.minLength(1), z.maxLength(maxDialogueVersionLength))),
  words: z.optional(z.number().check(z.positive(), z.lte(maxDialogueWords))),
  /** By position, from 0: as many as the dialogue has. */
  segments: z.array(z.nullable(SegmentFacts)).check(z.minLength(1), z.maxLength(maxSegments)),
});
export type ExamDialogue = z.infer<typeof ExamDialogue>;

/** Why a mock stood still: what was said until then was kept, and it went on at the next segment. */
export const interruptionKinds = ["left", "microphone", "sound", "other"] as const;

const Interruption = z.object({
  at: Instant,
  /** Positions from 0. */
  dialogue: Count(maxDialogues),
  segment: Count(maxSegments),
  kind: z.enum(interruptionKinds),
});
export type Interruption = z.infer<typeof Interruption>;

/** The facts of a mock exam; what was said stays on the device on which it was. */
export const ExamAttemptFacts = z.object({
  exam: z.string().check(z.minLength(1), z.maxLength(40)),
  /** Of the draw: the same seed draws the same from the same content. */
  seed: z.int().check(z.gte(0), z.lte(2 ** 32 - 1)),
  started_at: Instant,
  /** Absent while it goes on. */
  ended_at: z.optional(Instant),
  /** How it ended: at its last segment, or before. */
  outcome: z.enum(["running", "finished", "ended"]),
  /** Rises with each change on the device that records; an older one never takes the place of a newer. */
  revision: z.int().check(z.gte(1), z.lte(100_000)),
  dialogues: z.array(ExamDialogue).check(z.minLength(1), z.maxLength(maxDialogues)),
  interruptions: z.array(Interruption).check(z.maxLength(maxInterruptions)),
});
export type ExamAttemptFacts = z.infer<typeof ExamAttemptFacts>;

/** Where in a mock, by positions from 0. */
const placeFields = { dialogue: Count(maxDialogues - 1), segment: Count(maxSegments - 1) };

/** An error that was noted; `deduction` is what whoever marks proposes, in half marks. */
export const MarkingNote = z.object({
  ...placeFields,
  kind: z.enum(errorKinds),
  /** In the take that counts, in seconds. */
  at_seconds: Seconds,
  deduction: z.number().check(z.gte(0), z.lte(maxDeduction), z.multipleOf(0.5)),
  remark: z.string().check(z.maxLength(maxRemarkLength)),
});
export type MarkingNote = z.infer<typeof MarkingNote>;

/** What a scoring unit came to; null where that was taken back. */
export const unitOutcomes = ["carried", "missed"] as const;
export type UnitOutcome = (typeof unitOutcomes)[number];

const NoteId = z.uuid();

/** One change of a marking. Of two of the same thing the later stays, whichever arrives last. */
export const MarkingChange = z.discriminatedUnion("type", [
  z.object({ type: z.literal("note"), id: NoteId, changed_at: Instant, note: z.nullable(MarkingNote) }),
  z.object({
    type: z.literal("tick"),
    ...placeFields,
    /** Position among the segment's scoring units, from 0. */
    unit: Count(maxUnitsPerSegment - 1),
    /** Of what the unit said when it was ticked (`unitSign`): another one in its place is not meant. */
    sign: z.string().check(z.regex(/^[0-9a-f]{8}$/)),
    changed_at: Instant,
    outcome: z.nullable(z.enum(unitOutcomes)),
  }),
  /** That a segment was marked: with no error noted it was carried whole. */
  z.object({ type: z.literal("segment"), ...placeFields, changed_at: Instant, marked: z.boolean() }),
  z.object({ type: z.literal("marker"), changed_at: Instant, name: z.string().check(z.maxLength(80)) }),
]);
export type MarkingChange = z.infer<typeof MarkingChange>;

/** A marking of a mock: the latest change of each thing, by what it is of (`domain/exam/exam-marking.ts`). */
export const Marking = z.object({
  marking_id: MarkingId,
  created_at: Instant,
  changes: z.array(MarkingChange).check(z.maxLength(maxNotes + maxTicks + maxDialogues * maxSegments + 1)),
});
export type Marking = z.infer<typeof Marking>;

/** A marking after changes were added to it. */
export const ChangedMarking = z.extend(Marking, {
  /** Changes for which it has no room; absent where all are stored. */
  left_out: z.optional(z.array(MarkingChange)),
});
export type ChangedMarking = z.infer<typeof ChangedMarking>;

/** A marking in a list of mocks: what it comes to, without what it says. */
export const MarkingSummary = z.object({
  marking_id: MarkingId,
  created_at: Instant,
  marker: z.string(),
  /** What each dialogue lost, in marks. */
  lost: z.array(z.number()),
  /** How many of the segments that were heard have been marked. */
  marked: z.int(),
});
export type MarkingSummary = z.infer<typeof MarkingSummary>;

/** A mock as the server keeps it. */
export const ExamAttempt = z.extend(ExamAttemptFacts, {
  attempt_id: ExamAttemptId,
  user_id: z.string(),
  markings: z.array(MarkingSummary),
  /** Ids of markings that were deleted: no device may bring one back. Absent where there is none. */
  deleted_markings: z.optional(z.array(MarkingId)),
});
export type ExamAttempt = z.infer<typeof ExamAttempt>;

/** The most mocks that are listed at once; the largest are fewer, since DynamoDB reads 1 MB at once. */
export const maxAttemptsPerPage = 100;

/** Some of a learner's mocks, in the order of their ids. */
export const ExamAttemptPage = z.object({
  attempts: z.array(ExamAttempt),
  /** After which the list goes on; absent where it ends. */
  next: z.optional(ExamAttemptId),
});
export type ExamAttemptPage = z.infer<typeof ExamAttemptPage>;
