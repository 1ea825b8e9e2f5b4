import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { CompletedScenario, completedRowKey, maxRowsPerPage } from "../../domain/practice/progress.ts";
import { isWritten } from "./conditional-writes.ts";
import type { DocumentStore } from "./document-store.ts";
import { removeRows } from "./remove-rows.ts";
import { queryPage, queryRows } from "./user-rows.ts";
import { type RefuseClosed, writeRow } from "./write-unless-closed.ts";

export type CompletedScenarioStore = {
  list: (userId: string) => Promise<CompletedScenario[]>;
  /** Returns at most `maxRowsPerPage` rows after the key `after`, in the order of the keys. */
  page: (userId: string, after?: string) => Promise<CompletedScenario[]>;
  holds: (completed: CompletedScenario) => Promise<boolean>;
  /** Stores the completion, unless a later one is stored. */
  put: (completed: CompletedScenario) => Promise<void>;
  removeAll: (userId: string) => Promise<void>;
};

/** The key's value is `completedRowKey`. */
const sortKey = "scenario_id";

const Row = z.pipe(
  z.pipe(
    z.looseObject({ scenario_id: z.string() }),
    z.transform((row) => ({ ...row, scenario_id: row.scenario_id.split("#").at(-1) })),
  ),
  CompletedScenario,
);

export function createCompletedScenarioStore(
  store: DocumentStore,
  tableName: string,
  refuseClosed: RefuseClosed,
): CompletedScenarioStore {
  return {
    list: (userId) => queryRows(store, tableName, userId, Row),
    page: (userId, after) => queryPage(store, tableName, userId, Row, { sortKey, after, most: maxRowsPerPage }),
    holds: async (completed) => {
      const Key = { user_id: completed.user_id, [sortKey]: completedRowKey(completed) };
      const { Item } = await store.send(new GetCommand({ TableName: tableName, Key, ProjectionExpression: "user_id" }));
      return Item !== undefined;
    },
    put: async (completed) => {
      const Key = { user_id: completed.user_id, [sortKey]: completedRowKey(completed) };
      const put = new PutCommand({
        TableName: tableName,
        Item: { ...completed, ...Key },
        ConditionExpression: "attribute_not_exists(user_id) OR completed_at <= :at",
        ExpressionAttributeValues: { ":at": completed.completed_at },
        ReturnValues: "ALL_OLD",
      });
      const row = { userId: completed.user_id, TableName: tableName, Key };
      await isWritten(writeRow(store, refuseClosed, row, () => store.send(put)));
    },
    removeAll: (userId) => removeRows(store, { name: tableName, sortKey }, userId),
  };
}
