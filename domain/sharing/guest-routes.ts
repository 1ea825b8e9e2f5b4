import * as z from "zod/mini";
import {
  ChangedMarking,
  ExamAttemptFacts,
  Marking,
  MarkingChange,
  maxChangesPerRequest,
} from "../exam/exam-attempt.ts";
import { Instant, noParams, type Route } from "../http/route.ts";
import { ContentGrant } from "../practice/content-grant.ts";
import { LinkToken } from "./link-token.ts";
import { SharedDialogue, SharedRecording, ShareSubject } from "./share.ts";
import { CommentId, NewComment, OwnComment } from "./share-comment.ts";
import { maxCommentLength, maxReportLength } from "./share-limits.ts";
import { PersonName, SharedText } from "./shared-text.ts";
import { UploadForm } from "./upload-form.ts";

/**
 * The guest's browser creates both values. The secret proves that later requests come from the same browser. A
 * teacher's link identifies the teacher, so a call with such a link ignores both values.
 */
const GuestKey = z.strictObject({ guest_id: z.uuid(), secret: LinkToken });

/** Tokens are in request bodies, because URLs may be logged. */
const opening = { token: LinkToken, guest: GuestKey };
const writing = { ...opening, name: PersonName };

const GuestState = z.object({
  name: PersonName,
  comments: z.array(OwnComment),
  marking: z.nullable(Marking),
  /** Null while the guest's own marking is incomplete, so that the learner's marks do not influence the guest. */
  learner_marking: z.nullable(Marking),
});

/** Signed URLs expire after `sharedAddressSeconds`. */
export const OpenedShare = z.object({
  asker: z.string(),
  question: z.string(),
  created_at: Instant,
  expires_at: Instant,
  subject: ShareSubject,
  dialogues: z.array(SharedDialogue),
  /** `url` is null unless the recording is "received" (`recordingStates`). */
  recordings: z.array(z.extend(SharedRecording, { url: z.nullable(z.url()) })),
  /** One grant for each of `dialogues`, in the same order. */
  content: z.array(ContentGrant),
  /** Null, for example, for a dialogue, or if the learner has deleted the exam attempt. */
  exam: z.nullable(ExamAttemptFacts),
  /** Null if the server stores no such guest, for example before the first comment. */
  guest: z.nullable(GuestState),
  /** A teacher's reusable comments; null for other guests. */
  saved_comments: z.nullable(z.array(z.string())),
});
export type OpenedShare = z.infer<typeof OpenedShare>;

export const guestRoutes = {
  "open-share": {
    method: "POST",
    path: "/shared",
    access: "public",
    params: noParams,
    body: z.strictObject(opening),
    response: OpenedShare,
  },
  "save-guest-comment": {
    method: "POST",
    path: "/shared/comments",
    access: "public",
    params: noParams,
    body: z.strictObject({ ...writing, comment: NewComment }),
    /** `upload` is for the comment's voice. */
    response: z.object({ comment: OwnComment, upload: z.nullable(UploadForm) }),
  },
  /** If `comment_id` is null, deletes the guest with the guest's comments and marking. */
  "delete-guest-writing": {
    method: "POST",
    path: "/shared/deletions",
    access: "public",
    params: noParams,
    body: z.strictObject({ ...opening, comment_id: z.nullable(CommentId) }),
    response: z.object({ deleted: z.literal(true) }),
  },
  "mark-shared-exam": {
    method: "POST",
    path: "/shared/marking",
    access: "public",
    params: noParams,
    body: z.strictObject({
      ...writing,
      created_at: Instant,
      changes: z.array(MarkingChange).check(z.minLength(1), z.maxLength(maxChangesPerRequest)),
    }),
    response: ChangedMarking,
  },
  "report-share": {
    method: "POST",
    path: "/shared/reports",
    access: "public",
    params: noParams,
    body: z.strictObject({ ...opening, reason: SharedText(maxReportLength) }),
    response: z.object({ reported: z.literal(true) }),
  },
  /**
   * Refuses a link that is not a teacher's. `replaced` is the oldest comment, if the teacher agreed to remove it for the
   * new one; otherwise null.
   */
  "add-reusable-comment": {
    method: "POST",
    path: "/shared/saved-comments",
    access: "public",
    params: noParams,
    body: z.strictObject({
      token: LinkToken,
      comment: SharedText(maxCommentLength).check(z.minLength(1)),
      replaced: z.nullable(z.string().check(z.maxLength(maxCommentLength))),
    }),
    response: z.object({ saved: z.literal(true) }),
  },
} as const satisfies Record<string, Route>;
