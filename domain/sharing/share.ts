import * as z from "zod/mini";
import { maxDialogueTitleLength, maxDialogueVersionLength, maxSegments } from "../content/dialogue-limits.ts";
import { languageNames } from "../content/language.ts";
import { ScenarioId } from "../content/scenario.ts";
import { ExamAttemptId, maxDialogues } from "../exam/exam-attempt.ts";
import { Instant } from "../http/route.ts";
import { LinkToken } from "./link-token.ts";
import {
  maxQuestionLength,
  maxShareDays,
  maxSharedRecordingBytes,
  maxSharedRecordings,
  maxSharedSeconds,
  maxTeachers,
} from "./share-limits.ts";
import { PersonName, SharedText } from "./shared-text.ts";

/** Created on the learner's device, so that a repeated request creates nothing twice. */
export const ShareId = z.uuid();

export const placeFields = {
  dialogue: z.int().check(z.gte(0), z.lt(maxDialogues)),
  segment: z.int().check(z.gte(0), z.lt(maxSegments)),
};

/** `shows_marks` allows a guest with a complete marking to see the learner's marks. */
export const ShareSubject = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("dialogue") }),
  z.object({ kind: z.literal("exam"), attempt_id: ExamAttemptId, shows_marks: z.boolean() }),
]);
export type ShareSubject = z.infer<typeof ShareSubject>;

export const SharedDialogue = z.object({
  language: z.enum(languageNames),
  scenario_id: ScenarioId,
  title: z.string().check(z.minLength(1), z.maxLength(maxDialogueTitleLength)),
  version: z.optional(z.string().check(z.minLength(1), z.maxLength(maxDialogueVersionLength))),
});
export type SharedDialogue = z.infer<typeof SharedDialogue>;

export const SharedRecording = z.object({
  ...placeFields,
  seconds: z.number().check(z.gt(0), z.lte(maxSharedSeconds)),
  /** Size of the MP3, which the upload must have exactly. */
  bytes: z.int().check(z.gte(1), z.lte(maxSharedRecordingBytes)),
});
export type SharedRecording = z.infer<typeof SharedRecording>;

function hasOneRecordingPerSegment(recordings: readonly SharedRecording[]): boolean {
  return new Set(recordings.map(({ dialogue, segment }) => `${dialogue} ${segment}`)).size === recordings.length;
}

export const NewShare = z.strictObject({
  token: LinkToken,
  subject: ShareSubject,
  /** The learner's name as guests see it. */
  asker: PersonName,
  /** "" if the learner asks nothing in particular. */
  question: SharedText(maxQuestionLength),
  days: z.int().check(z.gte(1), z.lte(maxShareDays)),
  dialogues: z.array(SharedDialogue).check(z.minLength(1), z.maxLength(maxDialogues)),
  recordings: z
    .array(SharedRecording)
    .check(
      z.minLength(1),
      z.maxLength(maxSharedRecordings),
      z.refine(hasOneRecordingPerSegment, "A segment has two recordings"),
    ),
  /** User ids of the teachers to whom the learner sends the share. */
  teachers: z.array(z.string()).check(z.maxLength(maxTeachers)),
});
export type NewShare = z.infer<typeof NewShare>;

/** "refused": the uploaded file was deleted, for example because it was not an MP3 of the stated size. */
export const recordingStates = ["awaited", "received", "refused"] as const;

/**
 * "blocked": the learner can unblock the link. "revoked": ended by the learner, or with the account. "taken-down":
 * ended by the operator.
 */
export const shareStates = ["open", "blocked", "revoked", "taken-down"] as const;
export type ShareState = (typeof shareStates)[number];

export const ShareGuest = z.object({
  guest_id: z.uuid(),
  name: PersonName,
  comments: z.int(),
  marking_id: z.optional(z.uuid()),
  /** True if the guest opened the share from a teacher's inbox. */
  is_teacher: z.boolean(),
});
export type ShareGuest = z.infer<typeof ShareGuest>;

/** A share as its learner sees it. */
export const Share = z.object({
  share_id: ShareId,
  /** Id of the learner's present link (`toLinkId`). The id does not open the share. */
  link_id: z.string(),
  created_at: Instant,
  expires_at: Instant,
  state: z.enum(shareStates),
  subject: ShareSubject,
  asker: PersonName,
  question: z.string(),
  dialogues: z.array(SharedDialogue),
  recordings: z.array(z.extend(SharedRecording, { state: z.enum(recordingStates) })),
  guests: z.array(ShareGuest),
  comments: z.int(),
  teachers: z.array(z.string()),
});
export type Share = z.infer<typeof Share>;
