import * as z from "zod/mini";
import { Instant } from "../../domain/http/route.ts";
import { SharedDialogue, SharedRecording, ShareSubject, shareStates } from "../../domain/sharing/share.ts";
import { commentDays } from "../../domain/sharing/share-limits.ts";

export type ShareKey = { userId: string; shareId: string };

/** A learner has at most one ledger and one notice. */
export const shareRows = {
  sortKey: "share_row",
  share: "share#",
  comment: "comment#",
  teacher: "teacher#",
  ledger: "ledger",
  notice: "notice",
} as const;

/** Names a segment's recording in rows and S3 keys. */
export const placeKey = ({ dialogue, segment }: { dialogue: number; segment: number }) => `${dialogue}-${segment}`;

/** `secret_hash` is absent for a teacher, whom the link identifies. */
const StoredGuest = z.object({
  name: z.string(),
  secret_hash: z.optional(z.string()),
  created_at: Instant,
  has_marking: z.boolean(),
  teacher_id: z.optional(z.string()),
});
export type StoredGuest = z.infer<typeof StoredGuest>;

/** `unsent_id` is present until the report's email is recorded as sent. */
const ShareReport = z.object({ reported_at: Instant, reason: z.string(), unsent_id: z.optional(z.string()) });
export type ShareReport = z.infer<typeof ShareReport>;

const fields = {
  user_id: z.string(),
  state: z.enum(shareStates),
  created_at: Instant,
  link_expires_at: Instant,
  /** Time after which DynamoDB may delete the row, in seconds since 1970. */
  expires_at: z.int(),
  /** Hash of the token of the learner's present link. */
  link_hash: z.string(),
  subject: ShareSubject,
  asker: z.string(),
  question: z.string(),
  dialogues: z.array(SharedDialogue),
  recordings: z.array(SharedRecording),
  /** Outcomes of uploads that have arrived, by `placeKey`. */
  received: z.record(z.string(), z.enum(["received", "refused"])),
  /** By guest id. */
  guests: z.record(z.string(), StoredGuest),
  /** Guest ids by comment id. The comments themselves are separate rows. */
  comments: z.record(z.string(), z.string()),
  reports: z.array(ShareReport),
};

const Row = z.object({
  ...fields,
  share_row: z.string(),
  teachers: z.optional(z.set(z.string())),
  voice_comments: z.optional(z.set(z.string())),
  deleted_comments: z.optional(z.set(z.string())),
  deleted_guests: z.optional(z.set(z.string())),
});

export type StoredShare = {
  [Name in keyof typeof fields]: z.infer<(typeof fields)[Name]>;
} & {
  share_id: string;
  /** User ids. */
  teachers: string[];
  voice_comments: string[];
  /** Ids of comments that the learner deleted. */
  deleted_comments: string[];
  /** Ids of guests who deleted everything. Teachers are left out, because their id on a share never changes. */
  deleted_guests: string[];
};

export function toStoredShare(item: unknown): StoredShare {
  const { share_row, teachers = [], ...row } = Row.parse(item);
  const { voice_comments = [], deleted_comments = [], deleted_guests = [], ...share } = row;
  return {
    ...{ ...share, share_id: share_row.slice(shareRows.share.length), teachers: [...teachers].sort() },
    ...{ voice_comments: [...voice_comments], deleted_comments: [...deleted_comments] },
    deleted_guests: [...deleted_guests],
  };
}

const daySeconds = 86_400;

/** In seconds since 1970. DynamoDB may delete a share and its comments after this time. */
export function rowExpiry(linkExpiresAt: string): number {
  return Math.ceil(Date.parse(linkExpiresAt) / 1000) + commentDays * daySeconds;
}

/** Partition of the index `due` with the links that expire on the day of an instant. */
export const expiryGroup = (instant: string) => `expire#${instant.slice(0, 10)}`;

export const mailGroup = (instant: string) => `mail#${instant.slice(0, 10)}`;
