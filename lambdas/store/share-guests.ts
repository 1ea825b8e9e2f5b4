import type { UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import { maxCommentsPerShare, maxGuestsPerShare, maxVoiceCommentsPerShare } from "../../domain/sharing/share-limits.ts";
import type { DocumentStore } from "./document-store.ts";
import type { ShareKey, StoredGuest, StoredShare } from "./share-rows.ts";
import { openShareRows } from "./shares.ts";

export type CommentOfGuest = { commentId: string; guestId: string; hasVoice: boolean };

export type Deleter = "guest" | "learner";

/**
 * The writes are conditional, so that concurrent guests cannot exceed a limit. A change that is not possible returns
 * null. Repeating a change has no effect.
 */
export type ShareGuestStore = {
  admit: (key: ShareKey, guestId: string, guest: StoredGuest, now: Date) => Promise<StoredShare | null>;
  rename: (key: ShareKey, guestId: string, name: string, now: Date) => Promise<StoredShare | null>;
  noteMarking: (key: ShareKey, guestId: string, now: Date) => Promise<StoredShare | null>;
  reserveComment: (key: ShareKey, comment: CommentOfGuest, now: Date) => Promise<StoredShare | null>;
  /**
   * If the learner deletes a comment, its id is stored, so that a guest's repeated request does not restore it. Works
   * on closed shares too.
   */
  releaseComment: (key: ShareKey, commentId: string, deletedBy: Deleter) => Promise<StoredShare | null>;
  /**
   * If the removal is "for good", the guest's id is stored, so that a late request does not admit the guest again.
   * Works on closed shares too.
   */
  remove: (key: ShareKey, guestId: string, until: "next call" | "for good") => Promise<StoredShare | null>;
};

/** Beyond this number, a repeated request may restore a deleted comment. */
const maxDeletedComments = maxCommentsPerShare;

/** Beyond this number, a late request may admit a removed guest. */
const maxDeletedGuests = 100;

const whileOpen = (now: Date) => ({
  condition: "#state = :open AND link_expires_at > :now",
  names: { "#state": "state" },
  values: { ":open": "open", ":now": now.toISOString() },
});

type Change = Omit<UpdateCommandInput, "TableName" | "Key">;

const admission = (guestId: string, guest: StoredGuest, now: Date): Change => {
  const open = whileOpen(now);
  return {
    UpdateExpression: "SET guests.#guest = :guest",
    ConditionExpression:
      `${open.condition} AND attribute_not_exists(guests.#guest) AND size(guests) < :most ` +
      "AND (attribute_not_exists(deleted_guests) OR NOT contains(deleted_guests, :id))",
    ExpressionAttributeNames: { ...open.names, "#guest": guestId },
    ExpressionAttributeValues: { ...open.values, ":guest": guest, ":id": guestId, ":most": maxGuestsPerShare },
  };
};

const guestChange = (guestId: string, field: keyof StoredGuest, value: string | boolean, now: Date): Change => {
  const open = whileOpen(now);
  return {
    UpdateExpression: "SET guests.#guest.#field = :value",
    ConditionExpression: `${open.condition} AND attribute_exists(guests.#guest)`,
    ExpressionAttributeNames: { ...open.names, "#guest": guestId, "#field": field },
    ExpressionAttributeValues: { ...open.values, ":value": value },
  };
};

const roomForComment =
  "(comments.#comment = :guest OR (attribute_not_exists(comments.#comment) AND size(comments) < :most))";
const notDeleted = "(attribute_not_exists(deleted_comments) OR NOT contains(deleted_comments, :id))";
const roomForVoice =
  "(attribute_not_exists(voice_comments) OR contains(voice_comments, :id) OR size(voice_comments) < :mostVoices)";

const reservation = ({ commentId, guestId, hasVoice }: CommentOfGuest, now: Date): Change => {
  const open = whileOpen(now);
  const conditions = [open.condition, "attribute_exists(guests.#guest)", roomForComment, notDeleted];
  const values = { ...open.values, ":guest": guestId, ":most": maxCommentsPerShare };
  return {
    UpdateExpression: `SET comments.#comment = :guest ${hasVoice ? "ADD" : "DELETE"} voice_comments :ids`,
    ConditionExpression: (hasVoice ? [...conditions, roomForVoice] : conditions).join(" AND "),
    ExpressionAttributeNames: { ...open.names, "#guest": guestId, "#comment": commentId },
    ExpressionAttributeValues: {
      ...{ ...values, ":id": commentId, ":ids": new Set([commentId]) },
      ...(hasVoice && { ":mostVoices": maxVoiceCommentsPerShare }),
    },
  };
};

const release = (commentId: string): Change => ({
  UpdateExpression: "REMOVE comments.#comment DELETE voice_comments :ids",
  ConditionExpression: "attribute_exists(user_id)",
  ExpressionAttributeNames: { "#comment": commentId },
  ExpressionAttributeValues: { ":ids": new Set([commentId]) },
});

const releaseForGood = (commentId: string): Change => ({
  UpdateExpression: "REMOVE comments.#comment DELETE voice_comments :ids ADD deleted_comments :ids",
  ConditionExpression:
    "attribute_exists(user_id) AND (attribute_not_exists(deleted_comments) OR size(deleted_comments) < :most)",
  ExpressionAttributeNames: { "#comment": commentId },
  ExpressionAttributeValues: { ":ids": new Set([commentId]), ":most": maxDeletedComments },
});

const guestRemoval = (guestId: string): Change => ({
  UpdateExpression: "REMOVE guests.#guest",
  ConditionExpression: "attribute_exists(user_id)",
  ExpressionAttributeNames: { "#guest": guestId },
});

const guestRemovalForGood = (guestId: string): Change => ({
  UpdateExpression: "REMOVE guests.#guest ADD deleted_guests :ids",
  ConditionExpression:
    "attribute_exists(user_id) AND (attribute_not_exists(deleted_guests) OR size(deleted_guests) < :most)",
  ExpressionAttributeNames: { "#guest": guestId },
  ExpressionAttributeValues: { ":ids": new Set([guestId]), ":most": maxDeletedGuests },
});

export function createShareGuestStore(store: DocumentStore, tableName: string): ShareGuestStore {
  const { update } = openShareRows(store, tableName);
  return {
    admit: (key, guestId, guest, now) => update(key, admission(guestId, guest, now)),
    rename: (key, guestId, name, now) => update(key, guestChange(guestId, "name", name, now)),
    noteMarking: (key, guestId, now) => update(key, guestChange(guestId, "has_marking", true, now)),
    reserveComment: (key, comment, now) => update(key, reservation(comment, now)),
    releaseComment: async (key, commentId, deletedBy) => {
      const released = deletedBy === "learner" ? await update(key, releaseForGood(commentId)) : null;
      return released ?? update(key, release(commentId));
    },
    remove: async (key, guestId, until) => {
      const removed = until === "for good" ? await update(key, guestRemovalForGood(guestId)) : null;
      return removed ?? update(key, guestRemoval(guestId));
    },
  };
}
