import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { maxRowsPerPage, progressRowKey, UserProgress } from "../../domain/practice/progress.ts";
import { isConditionFailure } from "./conditional-writes.ts";
import type { DocumentStore } from "./document-store.ts";
import { removeRows } from "./remove-rows.ts";
import { queryPage, queryRows } from "./user-rows.ts";
import { type RefuseClosed, writeRow } from "./write-unless-closed.ts";

export type ProgressStore = {
  /** Stores the attempt, unless a later one is stored. Returns the attempt that is then stored. */
  save: (progress: UserProgress) => Promise<UserProgress>;
  holds: (progress: UserProgress) => Promise<boolean>;
  list: (userId: string) => Promise<UserProgress[]>;
  /** Returns at most `maxRowsPerPage` rows after the key `after`, in the order of the keys. */
  page: (userId: string, after?: string) => Promise<UserProgress[]>;
  removeAll: (userId: string) => Promise<void>;
};

const sortKey = "scenario_segment";

export function createUserProgressStore(
  store: DocumentStore,
  tableName: string,
  refuseClosed: RefuseClosed,
): ProgressStore {
  return {
    save: async (progress) => {
      const { user_id, last_attempt_at } = progress;
      const key = { user_id, [sortKey]: progressRowKey(progress) };
      const put = new PutCommand({
        TableName: tableName,
        Item: { ...progress, ...key },
        ConditionExpression: "attribute_not_exists(user_id) OR last_attempt_at <= :at",
        ExpressionAttributeValues: { ":at": last_attempt_at },
        ReturnValues: "ALL_OLD",
      });
      const row = { userId: user_id, TableName: tableName, Key: key };
      try {
        await writeRow(store, refuseClosed, row, () => store.send(put));
        return progress;
      } catch (error) {
        if (!isConditionFailure(error)) throw error;
        const { Item } = await store.send(new GetCommand({ TableName: tableName, Key: key, ConsistentRead: true }));
        return Item ? UserProgress.parse(Item) : progress;
      }
    },
    holds: async (progress) => {
      const Key = { user_id: progress.user_id, [sortKey]: progressRowKey(progress) };
      const { Item } = await store.send(new GetCommand({ TableName: tableName, Key, ProjectionExpression: "user_id" }));
      return Item !== undefined;
    },
    list: (userId) => queryRows(store, tableName, userId, UserProgress),
    page: (userId, after) =>
      queryPage(store, tableName, userId, UserProgress, { sortKey, after, most: maxRowsPerPage }),
    removeAll: (userId) => removeRows(store, { name: tableName, sortKey }, userId),
  };
}
