import * as z from "zod/mini";
import { maxDialogueTextLength } from "../content/dialogue-limits.ts";
import { unitKinds } from "../content/pack.ts";
import { Instant } from "../http/route.ts";
import { placeFields } from "./share.ts";
import { maxCommentLength, maxSharedSeconds, maxVoiceBytes, maxVoiceSeconds } from "./share-limits.ts";
import { PersonName, SharedText } from "./shared-text.ts";

export const CommentId = z.uuid();

export const commentKinds = ["meaning", "term", "language", "delivery", "praise"] as const;
export type CommentKind = (typeof commentKinds)[number];

const VoiceFacts = z.object({
  /** New for each recording of a comment, so that the server does not mistake a former upload for the new one. */
  recording_id: z.uuid(),
  seconds: z.number().check(z.gt(0), z.lte(maxVoiceSeconds)),
  /** Size of the MP3, which the upload must have exactly. */
  bytes: z.int().check(z.gte(1), z.lte(maxVoiceBytes)),
});

/**
 * A scoring unit that the learner missed, in the guest's opinion. `sign` is the unit's fingerprint (`unitFingerprint`).
 * `text` is the unit's wording in the original.
 */
const NamedUnit = z.object({
  sign: z.string().check(z.regex(/^[0-9a-f]{8}$/)),
  kind: z.enum(unitKinds),
  text: SharedText(maxDialogueTextLength).check(z.minLength(1)),
});

const commentFields = {
  comment_id: CommentId,
  ...placeFields,
  /** Position in the learner's recording; null if the comment is about the whole segment. */
  at_seconds: z.nullable(z.number().check(z.gte(0), z.lte(maxSharedSeconds))),
  kind: z.enum(commentKinds),
  text: SharedText(maxCommentLength),
  unit: z.nullable(NamedUnit),
  voice: z.nullable(VoiceFacts),
};

const hasContent = ({ text, unit, voice }: { text: string; unit: unknown; voice: unknown }) =>
  text !== "" || unit !== null || voice !== null;

/** Saving the same comment again replaces it. */
export const NewComment = z.strictObject(commentFields).check(z.refine(hasContent, "The comment is empty"));
export type NewComment = z.infer<typeof NewComment>;

export const ShareComment = z.object({
  ...commentFields,
  guest_id: z.uuid(),
  created_at: Instant,
  changed_at: Instant,
});
export type ShareComment = z.infer<typeof ShareComment>;

/** Signed URL of a comment's voice; null if there is none to play. */
export const voiceUrl = z.nullable(z.url());

/** A comment as the learner sees it. */
export const ReceivedComment = z.extend(ShareComment, { guest_name: PersonName, voice_url: voiceUrl });
export type ReceivedComment = z.infer<typeof ReceivedComment>;

/** A comment as the guest who wrote it sees it. */
export const OwnComment = z.extend(ShareComment, { voice_url: voiceUrl, is_voice_refused: z.boolean() });
export type OwnComment = z.infer<typeof OwnComment>;
