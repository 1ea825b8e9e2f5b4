import { GetCommand, UpdateCommand, type UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { Instant } from "../../domain/http/route.ts";
import { isWritten } from "./conditional-writes.ts";
import type { DocumentStore } from "./document-store.ts";
import type { DueMail } from "./due-shares.ts";
import { mailGroup, shareRows } from "./share-rows.ts";
import { type RefuseClosed, writeRow } from "./write-unless-closed.ts";

/** `due_at` is set while an email about feedback on the share `share_id` waits. */
const Notice = z.object({
  user_id: z.string(),
  email_off: z.optional(z.literal(true)),
  mailed_at: z.optional(Instant),
  due_at: z.optional(Instant),
  share_id: z.optional(z.string()),
});
export type Notice = z.infer<typeof Notice>;

export type FeedbackNoticeStore = {
  get: (userId: string) => Promise<Notice | null>;
  /** @throws Refusal "account_closing", "user_gone" */
  setWanted: (userId: string, wanted: boolean) => Promise<void>;
  /**
   * Schedules an email to the learner, unless one is already scheduled or the learner wants none.
   * @throws Refusal "account_closing", "user_gone"
   */
  awaitMail: (userId: string, shareId: string, now: Date) => Promise<void>;
  /** Records the email that was due at `dueAt` as sent. Returns false if that email is no longer scheduled. */
  finishMail: (userId: string, dueAt: string, now: Date) => Promise<boolean>;
  /** Undoes `finishMail`, unless an email was sent or scheduled since, or the learner has turned emails off. */
  restoreMail: (due: Pick<DueMail, "userId" | "dueAt" | "mailedAt">, now: Date) => Promise<void>;
  cancelMail: (userId: string, dueAt: string) => Promise<void>;
};

const hourMs = 3_600_000;
/** Delay of an email, so that a guest can finish first. */
const delayMs = hourMs;
const leastTimeBetweenMs = 24 * hourMs;

function dueAfter(mailedAt: string | undefined, now: Date): string {
  const earliest = mailedAt === undefined ? 0 : Date.parse(mailedAt) + leastTimeBetweenMs;
  return new Date(Math.max(now.getTime() + delayMs, earliest)).toISOString();
}

type Change = Omit<UpdateCommandInput, "TableName" | "Key">;

export function createFeedbackNoticeStore(
  store: DocumentStore,
  tableName: string,
  refuseClosed: RefuseClosed,
): FeedbackNoticeStore {
  const keyOf = (userId: string) => ({ user_id: userId, share_row: shareRows.notice });
  const get: FeedbackNoticeStore["get"] = async (userId) => {
    const { Item } = await store.send(
      new GetCommand({ TableName: tableName, Key: keyOf(userId), ConsistentRead: true }),
    );
    return Item ? Notice.parse(Item) : null;
  };
  const write = (userId: string, change: Change) => {
    const update = new UpdateCommand({ TableName: tableName, Key: keyOf(userId), ReturnValues: "ALL_OLD", ...change });
    const row = { userId, TableName: tableName, Key: keyOf(userId) };
    return isWritten(writeRow(store, refuseClosed, row, () => store.send(update)));
  };
  const change = (userId: string, changes: Change) =>
    isWritten(store.send(new UpdateCommand({ TableName: tableName, Key: keyOf(userId), ...changes })));
  return {
    get,
    setWanted: async (userId, wanted) => {
      await write(
        userId,
        wanted
          ? { UpdateExpression: "REMOVE email_off" }
          : {
              UpdateExpression: "SET email_off = :off REMOVE due_group, due_at",
              ExpressionAttributeValues: { ":off": true },
            },
      );
    },
    awaitMail: async (userId, shareId, now) => {
      const notice = await get(userId);
      if (notice?.email_off || notice?.due_at) return;
      const dueAt = dueAfter(notice?.mailed_at, now);
      await write(userId, {
        UpdateExpression: "SET due_group = :group, due_at = :due, share_id = :share",
        ConditionExpression: "attribute_not_exists(due_at) AND attribute_not_exists(email_off)",
        ExpressionAttributeValues: { ":group": mailGroup(dueAt), ":due": dueAt, ":share": shareId },
      });
    },
    finishMail: (userId, dueAt, now) =>
      change(userId, {
        UpdateExpression: "SET mailed_at = :now REMOVE due_group, due_at",
        ConditionExpression: "due_at = :due",
        ExpressionAttributeValues: { ":now": now.toISOString(), ":due": dueAt },
      }),
    restoreMail: async ({ userId, dueAt, mailedAt }, now) => {
      const former = mailedAt === undefined ? "REMOVE mailed_at" : ", mailed_at = :former";
      await change(userId, {
        UpdateExpression: `SET due_group = :group, due_at = :due ${former}`,
        ConditionExpression: "mailed_at = :now AND attribute_not_exists(due_at) AND attribute_not_exists(email_off)",
        ExpressionAttributeValues: {
          ...{ ":group": mailGroup(dueAt), ":due": dueAt, ":now": now.toISOString() },
          ...(mailedAt === undefined ? {} : { ":former": mailedAt }),
        },
      });
    },
    cancelMail: async (userId, dueAt) => {
      await change(userId, {
        UpdateExpression: "REMOVE due_group, due_at",
        ConditionExpression: "due_at = :due",
        ExpressionAttributeValues: { ":due": dueAt },
      });
    },
  };
}
