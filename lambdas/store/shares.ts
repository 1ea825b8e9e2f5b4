import { DeleteCommand, GetCommand, PutCommand, UpdateCommand, type UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import type { NewShare, ShareState } from "../../domain/sharing/share.ts";
import { isConditionFailure, isWritten } from "./conditional-writes.ts";
import type { DocumentStore } from "./document-store.ts";
import { removeRows } from "./remove-rows.ts";
import {
  expiryGroup,
  placeKey,
  rowExpiry,
  type ShareKey,
  type StoredShare,
  shareRows,
  toStoredShare,
} from "./share-rows.ts";
import { queryRows } from "./user-rows.ts";
import { type RefuseClosed, writeRow } from "./write-unless-closed.ts";

/** `link_hash` replaces the token. */
export type ShareToStore = Omit<NewShare, "token" | "days" | "teachers"> & {
  link_hash: string;
  created_at: string;
  link_expires_at: string;
};

export type ShareStore = {
  get: (key: ShareKey) => Promise<StoredShare | null>;
  /** Returns the newest first. */
  list: (userId: string) => Promise<StoredShare[]>;
  /**
   * Stores an open share. Returns false, and stores nothing, if there is a share of this id.
   * @throws Refusal "account_closing", "user_gone"
   */
  create: (key: ShareKey, share: ShareToStore) => Promise<boolean>;
  changeState: (key: ShareKey, from: readonly ShareState[], to: ShareState) => Promise<StoredShare | null>;
  /** Returns the hash of the former link; null if the share has ended or does not exist. */
  replaceLink: (key: ShareKey, linkHash: string) => Promise<string | null>;
  /** Returns false if there is no such share, or it has ended. */
  addTeacher: (key: ShareKey, teacherId: string) => Promise<boolean>;
  removeTeacher: (key: ShareKey, teacherId: string) => Promise<void>;
  recordUpload: (
    key: ShareKey,
    place: { dialogue: number; segment: number },
    outcome: "received" | "refused",
  ) => Promise<StoredShare | null>;
  /** Removes the share from the index of links whose audio must be deleted. */
  finishExpiry: (key: ShareKey) => Promise<void>;
  /** Comments are separate rows and remain. */
  remove: (key: ShareKey) => Promise<void>;
  /** Removes all rows of the learner in the shares table. */
  removeAll: (userId: string) => Promise<void>;
};

type Change = Omit<UpdateCommandInput, "TableName" | "Key">;

export function openShareRows(store: DocumentStore, tableName: string) {
  const keyOf = ({ userId, shareId }: ShareKey) => ({ user_id: userId, share_row: `${shareRows.share}${shareId}` });
  return {
    keyOf,
    get: async (key: ShareKey): Promise<StoredShare | null> => {
      const { Item } = await store.send(
        new GetCommand({ TableName: tableName, Key: keyOf(key), ConsistentRead: true }),
      );
      return Item ? toStoredShare(Item) : null;
    },
    update: async (key: ShareKey, change: Change): Promise<StoredShare | null> => {
      const command = { TableName: tableName, Key: keyOf(key), ReturnValues: "ALL_NEW" as const, ...change };
      try {
        const { Attributes } = await store.send(new UpdateCommand(command));
        return toStoredShare(Attributes);
      } catch (error) {
        if (isConditionFailure(error)) return null;
        throw error;
      }
    },
  };
}

function stateCondition(states: readonly ShareState[]) {
  const values = states.map((state, nth) => [`:state${nth}`, state] as const);
  return {
    condition: `#state IN (${values.map(([name]) => name).join(", ")})`,
    values: Object.fromEntries(values),
  };
}

const living = stateCondition(["open", "blocked"]);

const stateChange = (from: readonly ShareState[], to: ShareState): Change => {
  const { condition, values } = stateCondition(from);
  return {
    UpdateExpression: "SET #state = :to",
    ConditionExpression: condition,
    ExpressionAttributeNames: { "#state": "state" },
    ExpressionAttributeValues: { ...values, ":to": to },
  };
};

const newRow = (share: ShareToStore) => ({
  ...share,
  ...{ state: "open", received: {}, guests: {}, comments: {}, reports: [] },
  ...{ expires_at: rowExpiry(share.link_expires_at) },
  ...{ due_group: expiryGroup(share.link_expires_at), due_at: share.link_expires_at },
});

const FormerLink = z.object({ link_hash: z.string() });

/** Why: docs/decisions/0154-one-row-for-each-share.md */
export function createShareStore(store: DocumentStore, tableName: string, refuseClosed: RefuseClosed): ShareStore {
  const rows = openShareRows(store, tableName);
  const changeTeachers = (key: ShareKey, teacherId: string, change: Change) =>
    rows.update(key, {
      ...change,
      ExpressionAttributeValues: { ":teachers": new Set([teacherId]), ...change.ExpressionAttributeValues },
    });
  return {
    get: rows.get,
    list: async (userId) => {
      const Item = z.pipe(z.unknown(), z.transform(toStoredShare));
      const beginning = { sortKey: shareRows.sortKey, prefix: shareRows.share };
      const shares = await queryRows(store, tableName, userId, Item, beginning);
      return shares.sort((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at));
    },
    create: (key, share) => {
      const Key = rows.keyOf(key);
      const put = new PutCommand({
        TableName: tableName,
        Item: { ...newRow(share), ...Key },
        ConditionExpression: "attribute_not_exists(user_id)",
      });
      const row = { userId: key.userId, TableName: tableName, Key };
      return isWritten(writeRow(store, refuseClosed, row, () => store.send(put)));
    },
    changeState: (key, from, to) => rows.update(key, stateChange(from, to)),
    replaceLink: async (key, linkHash) => {
      const change = new UpdateCommand({
        TableName: tableName,
        Key: rows.keyOf(key),
        UpdateExpression: "SET link_hash = :hash",
        ConditionExpression: living.condition,
        ExpressionAttributeNames: { "#state": "state" },
        ExpressionAttributeValues: { ...living.values, ":hash": linkHash },
        ReturnValues: "UPDATED_OLD",
      });
      try {
        const { Attributes } = await store.send(change);
        return FormerLink.parse(Attributes).link_hash;
      } catch (error) {
        if (isConditionFailure(error)) return null;
        throw error;
      }
    },
    addTeacher: async (key, teacherId) => {
      const share = await changeTeachers(key, teacherId, {
        UpdateExpression: "ADD teachers :teachers",
        ConditionExpression: living.condition,
        ExpressionAttributeNames: { "#state": "state" },
        ExpressionAttributeValues: living.values,
      });
      return share !== null;
    },
    removeTeacher: async (key, teacherId) => {
      await changeTeachers(key, teacherId, {
        UpdateExpression: "DELETE teachers :teachers",
        ConditionExpression: "attribute_exists(user_id)",
      });
    },
    recordUpload: (key, place, outcome) =>
      rows.update(key, {
        UpdateExpression: "SET received.#place = :outcome",
        ConditionExpression: "attribute_exists(user_id)",
        ExpressionAttributeNames: { "#place": placeKey(place) },
        ExpressionAttributeValues: { ":outcome": outcome },
      }),
    finishExpiry: async (key) => {
      await rows.update(key, {
        UpdateExpression: "REMOVE due_group, due_at",
        ConditionExpression: "attribute_exists(user_id)",
      });
    },
    remove: async (key) => {
      await store.send(new DeleteCommand({ TableName: tableName, Key: rows.keyOf(key) }));
    },
    removeAll: (userId) => removeRows(store, { name: tableName, sortKey: shareRows.sortKey }, userId),
  };
}
