import { PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { Refusal } from "../../domain/http/refusal.ts";
import { mergeStudyChanges } from "../../domain/study/merge-changes.ts";
import { StudyChange } from "../../domain/study/study-change.ts";
import { maxBatches, maxPageBytes } from "../../domain/study/study-limits.ts";
import type { StudyPage } from "../../domain/study/study-routes.ts";
import { isWritten, retryUntilWritten } from "./conditional-writes.ts";
import type { DocumentStore } from "./document-store.ts";
import { BatchNumber, queryLatestBatches } from "./latest-study-batches.ts";
import { removeRows } from "./remove-rows.ts";
import { queryRows } from "./user-rows.ts";
import { type RefuseClosed, writeRow } from "./write-unless-closed.ts";

export type StudyBatch = { batchId: string; changes: readonly StudyChange[] };

export type StudyChangeStore = {
  /** Returns the latest change of each subject. */
  list: (userId: string) => Promise<StudyChange[]>;
  /**
   * Returns the merged changes of the batches after the number `after`. A page has at least one batch if there is one.
   */
  page: (userId: string, after: number) => Promise<StudyPage>;
  /**
   * Returns the batch's number. A batch that is one of the last `latestBatches` is not stored again.
   * @throws Refusal "study_full", "changed_meanwhile", "account_closing", "user_gone"
   */
  append: (userId: string, batch: StudyBatch) => Promise<number>;
  removeAll: (userId: string) => Promise<void>;
};

const sortKey = "batch_number";

/** Digits of a number in the sort key, which is text. Another value would not fit the keys of stored rows. */
const digits = 8;

const latestBatches = 5;

const keyOf = (userId: string, number: number) => ({
  user_id: userId,
  [sortKey]: String(number).padStart(digits, "0"),
});

const Row = z.object({ batch_number: BatchNumber, changes: z.array(StudyChange) });

/** The first row is returned even if it does not fit. */
function rowsWithin<Changes extends { changes: readonly StudyChange[] }>(
  rows: readonly Changes[],
  mostBytes: number,
): Changes[] {
  let bytes = 0;
  const tooMany = rows.findIndex(({ changes }, nth) => {
    bytes += Buffer.byteLength(JSON.stringify(changes));
    return nth > 0 && bytes > mostBytes;
  });
  return rows.slice(0, tooMany === -1 ? rows.length : tooMany);
}

type Access = { store: DocumentStore; tableName: string; refuseClosed: RefuseClosed };

async function queryPage({ store, tableName }: Access, userId: string, after: number): Promise<StudyPage> {
  const { Items = [], LastEvaluatedKey } = await store.send(
    new QueryCommand({
      TableName: tableName,
      KeyConditionExpression: "user_id = :user AND batch_number > :after",
      ExpressionAttributeValues: { ":user": userId, ":after": keyOf(userId, after)[sortKey] },
      ConsistentRead: true,
    }),
  );
  const rows = Items.map((item) => Row.parse(item));
  const fitting = rowsWithin(rows, maxPageBytes);
  return {
    changes: mergeStudyChanges(...fitting.map(({ changes }) => changes)),
    last: fitting.at(-1)?.batch_number ?? after,
    more: LastEvaluatedKey !== undefined || fitting.length < rows.length,
  };
}

/** Returns null if another batch took the number. */
async function tryAppend(access: Access, userId: string, { batchId, changes }: StudyBatch): Promise<number | null> {
  const { store, tableName, refuseClosed } = access;
  const known = await queryLatestBatches(access, userId, latestBatches);
  const same = known.find(({ batch_id }) => batch_id === batchId);
  if (same) return same.batch_number;
  const number = (known[0]?.batch_number ?? 0) + 1;
  if (number > maxBatches) throw new Refusal("study_full", "Parlance cannot store more reviews and terms for you.");
  const Key = keyOf(userId, number);
  const put = new PutCommand({
    TableName: tableName,
    Item: { ...Key, batch_id: batchId, changes },
    ConditionExpression: "attribute_not_exists(user_id)",
  });
  const row = { userId, TableName: tableName, Key };
  return (await isWritten(writeRow(store, refuseClosed, row, () => store.send(put)))) ? number : null;
}

/**
 * Each batch is one row, and the numbers have no gaps.
 * Why: docs/decisions/0143-study-as-numbered-batches.md
 */
export function createStudyChangeStore(
  store: DocumentStore,
  tableName: string,
  refuseClosed: RefuseClosed,
): StudyChangeStore {
  const access = { store, tableName, refuseClosed };
  return {
    list: async (userId) => {
      const rows = await queryRows(store, tableName, userId, Row);
      return mergeStudyChanges(...rows.map(({ changes }) => changes));
    },
    page: (userId, after) => queryPage(access, userId, after),
    append: (userId, batch) => retryUntilWritten("Your study", () => tryAppend(access, userId, batch)),
    removeAll: (userId) => removeRows(store, { name: tableName, sortKey }, userId),
  };
}
