import { DeleteCommand, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { type NewComment, ShareComment } from "../../domain/sharing/share-comment.ts";
import { isWritten } from "./conditional-writes.ts";
import type { DocumentStore } from "./document-store.ts";
import { removeRows } from "./remove-rows.ts";
import { type ShareKey, shareRows } from "./share-rows.ts";
import { queryRows } from "./user-rows.ts";
import { type RefuseClosed, writeRow } from "./write-unless-closed.ts";

/** `received_voice` is the id of the recording whose file has passed the check on arrival. */
const StoredComment = z.extend(ShareComment, {
  received_voice: z.optional(z.uuid()),
  refused_voice: z.optional(z.uuid()),
});
export type StoredComment = z.infer<typeof StoredComment>;

export function hasReceivedVoice({ voice, received_voice: received }: StoredComment): boolean {
  return voice !== null && voice.recording_id === received;
}

export function hasRefusedVoice({ voice, refused_voice: refused }: StoredComment): boolean {
  return voice !== null && voice.recording_id === refused;
}

export type ShareCommentStore = {
  /** Returns the oldest first. */
  list: (key: ShareKey) => Promise<StoredComment[]>;
  get: (key: ShareKey, commentId: string) => Promise<StoredComment | null>;
  /**
   * Stores a comment, or replaces it. Returns null, and stores nothing, if another guest has a comment with this id.
   * @param expiresAt in seconds since 1970
   * @throws Refusal "account_closing", "user_gone"
   */
  save: (
    key: ShareKey,
    guestId: string,
    comment: NewComment,
    at: { now: Date; expiresAt: number },
  ) => Promise<StoredComment | null>;
  /** Does nothing if the comment no longer has this recording. */
  recordVoice: (
    key: ShareKey,
    commentId: string,
    recordingId: string,
    outcome: "received" | "refused",
  ) => Promise<void>;
  remove: (key: ShareKey, commentId: string) => Promise<void>;
  removeOf: (key: ShareKey) => Promise<void>;
};

const prefixOf = (shareId: string) => `${shareRows.comment}${shareId}#`;

const setFields = (values: Readonly<Record<string, unknown>>) => ({
  expression: Object.keys(values)
    .map((name) => `#${name} = :${name}`)
    .join(", "),
  names: Object.fromEntries(Object.keys(values).map((name) => [`#${name}`, name])),
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [`:${name}`, value])),
});

/** The rows belong to the learner who shared. */
export function createShareCommentStore(
  store: DocumentStore,
  tableName: string,
  refuseClosed: RefuseClosed,
): ShareCommentStore {
  const keyOf = ({ userId, shareId }: ShareKey, commentId: string) => ({
    user_id: userId,
    share_row: `${prefixOf(shareId)}${commentId}`,
  });
  const get: ShareCommentStore["get"] = async (key, commentId) => {
    const { Item } = await store.send(
      new GetCommand({ TableName: tableName, Key: keyOf(key, commentId), ConsistentRead: true }),
    );
    return Item ? StoredComment.parse(Item) : null;
  };
  return {
    list: async ({ userId, shareId }) => {
      const beginning = { sortKey: shareRows.sortKey, prefix: prefixOf(shareId) };
      const comments = await queryRows(store, tableName, userId, StoredComment, beginning);
      return comments.sort((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at));
    },
    get,
    save: async (key, guestId, comment, { now, expiresAt }) => {
      const at = now.toISOString();
      const fields = setFields({ ...comment, guest_id: guestId, changed_at: at, expires_at: expiresAt });
      const Key = keyOf(key, comment.comment_id);
      // Updates single fields, so that a concurrent `recordVoice` is not overwritten.
      const update = new UpdateCommand({
        TableName: tableName,
        Key,
        UpdateExpression: `SET ${fields.expression}, created_at = if_not_exists(created_at, :changed_at)`,
        ConditionExpression: "attribute_not_exists(user_id) OR guest_id = :guest_id",
        ExpressionAttributeNames: fields.names,
        ExpressionAttributeValues: fields.values,
        ReturnValues: "ALL_OLD",
      });
      const row = { userId: key.userId, TableName: tableName, Key };
      if (!(await isWritten(writeRow(store, refuseClosed, row, () => store.send(update))))) return null;
      return get(key, comment.comment_id);
    },
    recordVoice: async (key, commentId, recordingId, outcome) => {
      const update = new UpdateCommand({
        TableName: tableName,
        Key: keyOf(key, commentId),
        UpdateExpression:
          outcome === "received"
            ? "SET received_voice = :id REMOVE refused_voice"
            : "SET refused_voice = :id REMOVE received_voice",
        ConditionExpression: "voice.recording_id = :id",
        ExpressionAttributeValues: { ":id": recordingId },
      });
      await isWritten(store.send(update));
    },
    remove: async (key, commentId) => {
      await store.send(new DeleteCommand({ TableName: tableName, Key: keyOf(key, commentId) }));
    },
    removeOf: ({ userId, shareId }) =>
      removeRows(store, { name: tableName, sortKey: shareRows.sortKey, prefix: prefixOf(shareId) }, userId),
  };
}
