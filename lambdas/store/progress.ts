import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { UserProgress } from "../../domain/progress.ts";
import { isConditionFailure } from "./condition.ts";
import type { DocumentStore } from "./document-store.ts";
import { removeRows } from "./remove-rows.ts";
import { rowsOfUser } from "./rows-of-user.ts";

export type ProgressStore = {
  /** Stores the attempt unless a later one is stored; answers with the one that is stored. */
  save: (progress: UserProgress) => Promise<UserProgress>;
  /** Whether anything is stored of the same segment. */
  holds: (progress: UserProgress) => Promise<boolean>;
  list: (userId: string) => Promise<UserProgress[]>;
  /** Removes everything of a learner. */
  removeAll: (userId: string) => Promise<void>;
};

/** The sort key: parts never hold a "#". Rows from before languages were noted have two parts only. */
function keyOf({ language, scenario_id, segment_id }: UserProgress): string {
  return [...(language === undefined ? [] : [language]), scenario_id, segment_id].join("#");
}

/** The user_progress table: one row per learner, language, scenario and segment. */
export function progressIn(store: DocumentStore, tableName: string): ProgressStore {
  return {
    save: async (progress) => {
      const { user_id, last_attempt_at } = progress;
      const key = { user_id, scenario_segment: keyOf(progress) };
      const put = new PutCommand({
        TableName: tableName,
        Item: { ...progress, ...key },
        ConditionExpression: "attribute_not_exists(user_id) OR last_attempt_at <= :at",
        ExpressionAttributeValues: { ":at": last_attempt_at },
      });
      try {
        await store.send(put);
        return progress;
      } catch (error) {
        if (!isConditionFailure(error)) throw error;
        const { Item } = await store.send(new GetCommand({ TableName: tableName, Key: key, ConsistentRead: true }));
        return Item ? UserProgress.parse(Item) : progress;
      }
    },
    holds: async (progress) => {
      const Key = { user_id: progress.user_id, scenario_segment: keyOf(progress) };
      const { Item } = await store.send(new GetCommand({ TableName: tableName, Key, ProjectionExpression: "user_id" }));
      return Item !== undefined;
    },
    list: (userId) => rowsOfUser(store, tableName, userId, UserProgress),
    removeAll: (userId) => removeRows(store, { name: tableName, sortKey: "scenario_segment" }, userId),
  };
}
