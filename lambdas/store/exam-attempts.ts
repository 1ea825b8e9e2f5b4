import { GetCommand, QueryCommand, UpdateCommand, type UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import {
  type ExamAttempt,
  ExamAttemptFacts,
  type ExamAttemptPage,
  MarkingSummary,
  maxAttemptsPerPage,
  maxDeletedMarkings,
  maxMarkings,
} from "../../domain/exam/exam-attempt.ts";
import { isWritten } from "./conditional-writes.ts";
import type { DocumentStore } from "./document-store.ts";
import { removeRows } from "./remove-rows.ts";
import { queryRows, rowQuery } from "./user-rows.ts";
import { type RefuseClosed, writeRow } from "./write-unless-closed.ts";

export type AttemptKey = { userId: string; attemptId: string };

export type SummaryOutcome = "there" | "outdated" | "gone" | "deleted" | "full";

export type ExamAttemptStore = {
  /** Leaves out deleted exam attempts. */
  list: (userId: string) => Promise<ExamAttempt[]>;
  /** A page may have fewer attempts than `maxAttemptsPerPage`, because deleted attempts are left out afterwards. */
  page: (userId: string, after?: string) => Promise<ExamAttemptPage>;
  get: (key: AttemptKey) => Promise<ExamAttempt | "deleted" | null>;
  /** Does nothing if the same or a later revision is stored, or if the exam attempt was deleted. */
  save: (key: AttemptKey, facts: ExamAttemptFacts) => Promise<void>;
  /**
   * Stores a marking's summary, unless the summary of a later revision is stored. A marking without a row has revision
   * 0. Returns:
   * - "there" if this or a later summary is stored
   * - "outdated" if the summary was derived from another revision of the attempt's facts
   * - "gone" if there is no attempt, or it was deleted
   * - "deleted" if the marking was deleted
   * - "full" if the attempt already has `maxMarkings` markings
   */
  summarise: (
    key: AttemptKey,
    summary: MarkingSummary,
    revisions: { marking: number; facts: number },
  ) => Promise<SummaryOutcome>;
  /**
   * Removes a marking's summary and stores the marking's id, so that no device can restore the marking. Returns "full"
   * if the attempt already has `maxDeletedMarkings` other ids. The marking itself is a separate row.
   */
  removeMarking: (key: AttemptKey, markingId: string) => Promise<"removed" | "gone" | "full">;
  /** The attempt's id remains, so that no device can restore the attempt. The markings are separate rows. */
  remove: (key: AttemptKey, at: Date) => Promise<void>;
  removeAll: (userId: string) => Promise<void>;
};

export const examRows = { sortKey: "exam_row", attempt: "attempt#", marking: "marking#" } as const;

const Row = z.object({
  user_id: z.string(),
  exam_row: z.string(),
  facts: z.optional(ExamAttemptFacts),
  summaries: z.optional(z.record(z.string(), z.object({ revision: z.int(), summary: MarkingSummary }))),
  deleted_markings: z.optional(z.set(z.string())),
});

const attemptRows = { sortKey: examRows.sortKey, prefix: examRows.attempt };

const attemptIdOf = ({ exam_row }: z.infer<typeof Row>) => exam_row.slice(examRows.attempt.length);

function toAttempt(row: z.infer<typeof Row>): ExamAttempt | "deleted" {
  const { user_id, facts, summaries = {}, deleted_markings: deleted } = row;
  if (!facts) return "deleted";
  const markings = Object.values(summaries).map(({ summary }) => summary);
  markings.sort((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at));
  const attempt = { ...facts, user_id, attempt_id: attemptIdOf(row), markings };
  return deleted ? { ...attempt, deleted_markings: [...deleted] } : attempt;
}

const saveUpdate = (facts: ExamAttemptFacts) => ({
  UpdateExpression: "SET facts = :facts, revision = :revision, summaries = if_not_exists(summaries, :none)",
  ConditionExpression: "attribute_not_exists(deleted_at) AND (attribute_not_exists(revision) OR revision < :revision)",
  ExpressionAttributeValues: { ":facts": facts, ":revision": facts.revision, ":none": {} },
});

const notDeleted = "(attribute_not_exists(deleted_markings) OR NOT contains(deleted_markings, :id))";

const summaryUpdate = (summary: MarkingSummary, { marking, facts }: { marking: number; facts: number }) => ({
  UpdateExpression: "SET summaries.#id = :summary",
  ConditionExpression:
    "revision = :facts AND (attribute_exists(summaries.#id) OR size(summaries) < :most) " +
    `AND (attribute_not_exists(summaries.#id) OR summaries.#id.revision <= :revision) AND ${notDeleted}`,
  ExpressionAttributeNames: { "#id": summary.marking_id },
  ExpressionAttributeValues: {
    ...{ ":summary": { revision: marking, summary }, ":revision": marking, ":facts": facts },
    ...{ ":most": maxMarkings, ":id": summary.marking_id },
  },
});

const removeMarkingUpdate = (markingId: string) => ({
  UpdateExpression: "ADD deleted_markings :ids REMOVE summaries.#id",
  ConditionExpression:
    "attribute_exists(facts) AND (attribute_not_exists(deleted_markings) OR size(deleted_markings) < :most " +
    "OR contains(deleted_markings, :id))",
  ExpressionAttributeNames: { "#id": markingId },
  ExpressionAttributeValues: { ":ids": new Set([markingId]), ":id": markingId, ":most": maxDeletedMarkings },
});

type Change = Omit<UpdateCommandInput, "TableName" | "Key">;

export function createExamAttemptStore(
  store: DocumentStore,
  tableName: string,
  refuseClosed: RefuseClosed,
): ExamAttemptStore {
  const keyOf = ({ userId, attemptId }: AttemptKey) => ({
    user_id: userId,
    exam_row: `${examRows.attempt}${attemptId}`,
  });
  const send = (key: AttemptKey, change: Change) =>
    store.send(new UpdateCommand({ TableName: tableName, Key: keyOf(key), ...change }));
  const update = (key: AttemptKey, change: Change) => isWritten(send(key, change));
  const write = (key: AttemptKey, change: Change) => {
    const row = { userId: key.userId, TableName: tableName, Key: keyOf(key) };
    const writing = writeRow(store, refuseClosed, row, () => send(key, { ...change, ReturnValues: "ALL_OLD" }));
    return isWritten(writing);
  };
  const get: ExamAttemptStore["get"] = async (key) => {
    const { Item } = await store.send(new GetCommand({ TableName: tableName, Key: keyOf(key), ConsistentRead: true }));
    return Item ? toAttempt(Row.parse(Item)) : null;
  };
  return {
    list: async (userId) => {
      const rows = await queryRows(store, tableName, userId, Row, attemptRows);
      return rows.map(toAttempt).filter((attempt) => attempt !== "deleted");
    },
    page: async (userId, after) => {
      const { Items = [], LastEvaluatedKey } = await store.send(
        new QueryCommand({
          ...rowQuery(tableName, userId, attemptRows),
          Limit: maxAttemptsPerPage,
          ...(after !== undefined && { ExclusiveStartKey: keyOf({ userId, attemptId: after }) }),
        }),
      );
      const rows = Items.map((item) => Row.parse(item));
      const last = LastEvaluatedKey ? rows.at(-1) : undefined;
      return {
        attempts: rows.map(toAttempt).filter((attempt) => attempt !== "deleted"),
        ...(last && { next: attemptIdOf(last) }),
      };
    },
    get,
    save: async (key, facts) => void (await write(key, saveUpdate(facts))),
    summarise: async (key, summary, revisions) => {
      if (await update(key, summaryUpdate(summary, revisions))) return "there";
      const attempt = await get(key);
      if (!attempt || attempt === "deleted") return "gone";
      if (attempt.deleted_markings?.includes(summary.marking_id)) return "deleted";
      if (attempt.revision !== revisions.facts) return "outdated";
      // The update does not replace a summary of a later revision.
      return attempt.markings.some(({ marking_id }) => marking_id === summary.marking_id) ? "there" : "full";
    },
    removeMarking: async (key, markingId) => {
      if (await update(key, removeMarkingUpdate(markingId))) return "removed";
      const attempt = await get(key);
      return !attempt || attempt === "deleted" ? "gone" : "full";
    },
    remove: async (key, at) => {
      await write(key, {
        UpdateExpression:
          "SET deleted_at = if_not_exists(deleted_at, :at) REMOVE facts, revision, summaries, deleted_markings",
        ExpressionAttributeValues: { ":at": at.toISOString() },
      });
    },
    removeAll: (userId) => removeRows(store, { name: tableName, sortKey: examRows.sortKey }, userId),
  };
}
