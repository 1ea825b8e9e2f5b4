import { DeleteCommand, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { Marking } from "../../domain/exam/exam-attempt.ts";
import { isConditionFailure } from "./conditional-writes.ts";
import type { DocumentStore } from "./document-store.ts";
import { type AttemptKey, examRows } from "./exam-attempts.ts";
import { removeRows } from "./remove-rows.ts";
import { queryRows } from "./user-rows.ts";
import { type RefuseClosed, writeRow } from "./write-unless-closed.ts";

/** `revision` counts the writes of the marking's row, from 1. */
export type StoredMarking = Marking & { revision: number };

export type MarkingOfAttempt = Marking & { attempt_id: string };

export type ExamMarkingStore = {
  list: (key: AttemptKey) => Promise<Marking[]>;
  listAll: (userId: string) => Promise<MarkingOfAttempt[]>;
  get: (key: AttemptKey, markingId: string) => Promise<StoredMarking | null>;
  /** Returns false, and stores nothing, if the marking has changed since `previous` was read. */
  replace: (key: AttemptKey, previous: StoredMarking | null, next: Marking) => Promise<boolean>;
  remove: (key: AttemptKey, markingId: string) => Promise<void>;
  removeOf: (key: AttemptKey) => Promise<void>;
};

const Row = z.extend(Marking, { exam_row: z.string(), revision: z.int() });

const prefixOf = (attemptId: string) => `${examRows.marking}${attemptId}#`;

const compareCreatedAt = (one: Marking, other: Marking) => Date.parse(one.created_at) - Date.parse(other.created_at);

/** Why: docs/decisions/0096-merge-markings.md */
export function createExamMarkingStore(
  store: DocumentStore,
  tableName: string,
  refuseClosed: RefuseClosed,
): ExamMarkingStore {
  const keyOf = ({ userId, attemptId }: AttemptKey, markingId: string) => ({
    user_id: userId,
    exam_row: `${prefixOf(attemptId)}${markingId}`,
  });
  const listFrom = async (userId: string, prefix: string): Promise<MarkingOfAttempt[]> => {
    const rows = await queryRows(store, tableName, userId, Row, { sortKey: examRows.sortKey, prefix });
    const markings = rows.map(({ exam_row, revision: _, ...marking }) => ({
      ...marking,
      attempt_id: exam_row.split("#")[1] ?? "",
    }));
    return markings.sort(compareCreatedAt);
  };
  return {
    list: async ({ userId, attemptId }) => {
      const markings = await listFrom(userId, prefixOf(attemptId));
      return markings.map(({ attempt_id: _, ...marking }) => marking);
    },
    listAll: (userId) => listFrom(userId, examRows.marking),
    get: async (key, markingId) => {
      const { Item } = await store.send(
        new GetCommand({ TableName: tableName, Key: keyOf(key, markingId), ConsistentRead: true }),
      );
      if (!Item) return null;
      const { exam_row: _, ...marking } = Row.parse(Item);
      return marking;
    },
    replace: async (key, previous, next) => {
      const put = new PutCommand({
        TableName: tableName,
        Item: { ...next, ...keyOf(key, next.marking_id), revision: (previous?.revision ?? 0) + 1 },
        ...(previous
          ? { ConditionExpression: "revision = :read", ExpressionAttributeValues: { ":read": previous.revision } }
          : { ConditionExpression: "attribute_not_exists(user_id)" }),
      });
      const row = { userId: key.userId, TableName: tableName, Key: keyOf(key, next.marking_id) };
      try {
        // A replacement needs no check of the account, because it creates no row.
        await (previous ? store.send(put) : writeRow(store, refuseClosed, row, () => store.send(put)));
        return true;
      } catch (error) {
        if (isConditionFailure(error)) return false;
        throw error;
      }
    },
    remove: async (key, markingId) => {
      await store.send(new DeleteCommand({ TableName: tableName, Key: keyOf(key, markingId) }));
    },
    removeOf: ({ userId, attemptId }) =>
      removeRows(store, { name: tableName, sortKey: examRows.sortKey, prefix: prefixOf(attemptId) }, userId),
  };
}
