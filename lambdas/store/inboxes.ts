import {
  DeleteCommand,
  GetCommand,
  PutCommand,
  type PutCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { Instant } from "../../domain/http/route.ts";
import { InboxItem } from "../../domain/sharing/inbox.ts";
import { isConditionFailure, isWritten } from "./conditional-writes.ts";
import type { DocumentStore } from "./document-store.ts";
import { removeRows } from "./remove-rows.ts";
import { rowExpiry } from "./share-rows.ts";
import { queryRows } from "./user-rows.ts";
import { type RefuseClosed, writeRow } from "./write-unless-closed.ts";

export type CommentChange = (comments: readonly string[]) => readonly string[] | null;

export type TeachersLearner = { learner_id: string; name: string; since: string };

/** `link_hash` is the hash of the token of the teacher's own link, if there is one. */
export type KeptShare = InboxItem & { link_hash?: string | undefined };

export type InboxStore = {
  /** Returns the newest share first. */
  listShares: (teacherId: string) => Promise<KeptShare[]>;
  getShare: (teacherId: string, shareId: string) => Promise<KeptShare | null>;
  /**
   * Adds a share, or keeps it if it is already in the inbox. Returns the stored share.
   * @throws Refusal "account_closing", "user_gone"
   */
  addShare: (teacherId: string, item: InboxItem) => Promise<KeptShare>;
  /** Returns the hash of the former link, undefined if there was none; null if the share is not in the inbox. */
  replaceLink: (teacherId: string, shareId: string, linkHash: string) => Promise<string | undefined | null>;
  /** Does nothing if the share is not in the inbox or already answered. */
  noteState: (teacherId: string, shareId: string, state: "heard" | "answered") => Promise<void>;
  removeShare: (teacherId: string, shareId: string) => Promise<void>;
  listLearners: (teacherId: string) => Promise<TeachersLearner[]>;
  /** @throws Refusal "account_closing", "user_gone" */
  putLearner: (teacherId: string, learner: TeachersLearner) => Promise<void>;
  removeLearner: (teacherId: string, learnerId: string) => Promise<void>;
  savedComments: (teacherId: string) => Promise<string[]>;
  /**
   * Returns false, without a change, if `change` returns null or another call changes the comments at the same time.
   * @throws Refusal "account_closing", "user_gone"
   */
  changeComments: (teacherId: string, change: CommentChange) => Promise<boolean>;
  removeAll: (teacherId: string) => Promise<void>;
};

const inboxRows = { sortKey: "inbox_row", share: "share#", learner: "learner#", saved: "saved" } as const;

/** In the row, `expires_at` is the time to live, so the end of the link has another name. */
const ShareRow = z.object({
  ...InboxItem.shape,
  expires_at: z.int(),
  link_expires_at: Instant,
  link_hash: z.optional(z.string()),
});
const LearnerRow = z.object({ learner_id: z.string(), name: z.string(), since: Instant });
/** `revision` is absent in older rows. */
const SavedRow = z.object({ comments: z.array(z.string()), revision: z._default(z.int(), 0) });
const FormerLink = z.object({ link_hash: z.optional(z.string()) });

function toKeptShare(item: unknown): KeptShare {
  const { link_expires_at, ...share } = ShareRow.parse(item);
  return { ...share, expires_at: link_expires_at };
}

type Condition = Pick<PutCommandInput, "ConditionExpression" | "ExpressionAttributeValues">;
type Row = Record<string, unknown> & { inbox_row: string };

export function createInboxStore(store: DocumentStore, tableName: string, refuseClosed: RefuseClosed): InboxStore {
  const keyOf = (user_id: string, inbox_row: string) => ({ user_id, inbox_row });
  const shareKey = (teacherId: string, shareId: string) => keyOf(teacherId, `${inboxRows.share}${shareId}`);
  const get = async (Key: ReturnType<typeof keyOf>) => {
    const { Item } = await store.send(new GetCommand({ TableName: tableName, Key, ConsistentRead: true }));
    return Item ?? null;
  };
  const put = async (userId: string, row: Row, condition: Condition = {}) => {
    const Key = keyOf(userId, row.inbox_row);
    const command = new PutCommand({
      TableName: tableName,
      Item: { ...row, ...Key },
      ReturnValues: "ALL_OLD",
      ...condition,
    });
    await writeRow(store, refuseClosed, { userId, TableName: tableName, Key }, () => store.send(command));
  };
  const update = (Key: ReturnType<typeof keyOf>, change: Omit<UpdateCommandInput, "TableName" | "Key">) =>
    store.send(new UpdateCommand({ TableName: tableName, Key, ...change }));
  const remove = async (Key: ReturnType<typeof keyOf>) => {
    await store.send(new DeleteCommand({ TableName: tableName, Key }));
  };
  const getShare: InboxStore["getShare"] = async (teacherId, shareId) => {
    const item = await get(shareKey(teacherId, shareId));
    return item && toKeptShare(item);
  };
  const getSaved = async (teacherId: string) =>
    SavedRow.parse((await get(keyOf(teacherId, inboxRows.saved))) ?? { comments: [] });
  return {
    listShares: async (teacherId) => {
      const beginning = { sortKey: inboxRows.sortKey, prefix: inboxRows.share };
      const Item = z.pipe(z.unknown(), z.transform(toKeptShare));
      const shares = await queryRows(store, tableName, teacherId, Item, beginning);
      return shares.sort((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at));
    },
    getShare,
    addShare: async (teacherId, item) => {
      const { expires_at: link_expires_at, ...share } = item;
      const { inbox_row } = shareKey(teacherId, share.share_id);
      const row = { ...share, inbox_row, link_expires_at, expires_at: rowExpiry(link_expires_at) };
      const isNew = await isWritten(put(teacherId, row, { ConditionExpression: "attribute_not_exists(user_id)" }));
      return isNew ? item : ((await getShare(teacherId, share.share_id)) ?? item);
    },
    replaceLink: async (teacherId, shareId, linkHash) => {
      try {
        const { Attributes = {} } = await update(shareKey(teacherId, shareId), {
          UpdateExpression: "SET link_hash = :hash",
          ConditionExpression: "attribute_exists(user_id)",
          ExpressionAttributeValues: { ":hash": linkHash },
          ReturnValues: "UPDATED_OLD",
        });
        return FormerLink.parse(Attributes).link_hash;
      } catch (error) {
        if (isConditionFailure(error)) return null;
        throw error;
      }
    },
    noteState: async (teacherId, shareId, state) => {
      await isWritten(
        update(shareKey(teacherId, shareId), {
          UpdateExpression: "SET #state = :state",
          ConditionExpression: "attribute_exists(user_id) AND #state <> :answered",
          ExpressionAttributeNames: { "#state": "state" },
          ExpressionAttributeValues: { ":state": state, ":answered": "answered" },
        }),
      );
    },
    removeShare: (teacherId, shareId) => remove(shareKey(teacherId, shareId)),
    listLearners: (teacherId) =>
      queryRows(store, tableName, teacherId, LearnerRow, { sortKey: inboxRows.sortKey, prefix: inboxRows.learner }),
    putLearner: (teacherId, learner) =>
      put(teacherId, { ...learner, inbox_row: `${inboxRows.learner}${learner.learner_id}` }),
    removeLearner: (teacherId, learnerId) => remove(keyOf(teacherId, `${inboxRows.learner}${learnerId}`)),
    savedComments: async (teacherId) => (await getSaved(teacherId)).comments,
    changeComments: async (teacherId, change) => {
      const { comments: known, revision } = await getSaved(teacherId);
      const comments = change(known);
      if (comments === null) return false;
      const row = { comments: [...comments], revision: revision + 1, inbox_row: inboxRows.saved };
      return isWritten(
        put(teacherId, row, {
          ConditionExpression: "attribute_not_exists(revision) OR revision = :revision",
          ExpressionAttributeValues: { ":revision": revision },
        }),
      );
    },
    removeAll: (teacherId) => removeRows(store, { name: tableName, sortKey: inboxRows.sortKey }, teacherId),
  };
}
