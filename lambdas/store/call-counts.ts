import { createHash } from "node:crypto";
import { DeleteCommand, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import {
  type CallLimit,
  type CallWindow,
  callsCountedByLearner,
  decideCall,
  windowEnd,
} from "../../domain/call-limit.ts";
import type { Clock } from "../runtime/clock.ts";
import { isWritten } from "./conditional-writes.ts";
import type { DocumentStore } from "./document-store.ts";
import { type RefuseClosed, writeRow } from "./write-unless-closed.ts";

export type CountedSubject = { kind: string; subject: string };

export type CallCountStore = {
  /**
   * Counts a call and returns null, or returns the seconds to wait, 1 or more. A refused call is not counted and does
   * not extend the wait.
   */
  admit: (counted: CountedSubject, limit: CallLimit) => Promise<number | null>;
  removeAll: (userId: string) => Promise<void>;
};

/** `expires_at` is the end of the window, in seconds since 1970. DynamoDB deletes the row some time later. */
const Row = z.object({ calls: z.int(), expires_at: z.int() });

/** A concurrent call may make a try fail. */
const maxTries = 4;

// Only a hash is stored, because a subject may be a network address or an email.
const digest = (subject: string) => createHash("sha256").update(subject).digest("base64url");

const keyOf = ({ kind, subject }: CountedSubject) => `${kind}#${digest(subject)}`;

type Change = { UpdateExpression: string; ConditionExpression: string; values: Record<string, number> };

const openWindowUpdate = (seconds: number, endsAt: number): Change => ({
  UpdateExpression: "SET calls = :one, expires_at = :end",
  ConditionExpression: "attribute_not_exists(counted) OR expires_at <= :now",
  values: { ":one": 1, ":now": seconds, ":end": endsAt },
});

const countCallUpdate = (seconds: number, { calls }: Pick<CallLimit, "calls">): Change => ({
  UpdateExpression: "SET calls = calls + :one",
  ConditionExpression: "expires_at > :now AND calls < :limit",
  values: { ":one": 1, ":now": seconds, ":limit": calls },
});

export function createCallCountStore(
  store: DocumentStore,
  tableName: string,
  clock: Clock,
  refuseClosed: RefuseClosed,
): CallCountStore {
  const read = async (counted: string): Promise<CallWindow | null> => {
    const { Item } = await store.send(new GetCommand({ TableName: tableName, Key: { counted }, ConsistentRead: true }));
    if (!Item) return null;
    const { calls, expires_at: endsAt } = Row.parse(Item);
    return { calls, endsAt };
  };
  const change = (counted: string, { values, ...expressions }: Change) =>
    store.send(
      new UpdateCommand({
        ...{ TableName: tableName, Key: { counted }, ExpressionAttributeValues: values, ReturnValues: "ALL_OLD" },
        ...expressions,
      }),
    );
  const open = (counted: string, subject: string, limit: CallLimit, now: Date) => {
    const opened = () => change(counted, openWindowUpdate(now.getTime() / 1000, windowEnd(now, limit)));
    if (limit.by !== "learner") return opened();
    return writeRow(store, refuseClosed, { userId: subject, TableName: tableName, Key: { counted } }, opened);
  };
  return {
    admit: async ({ kind, subject }, limit) => {
      const counted = keyOf({ kind, subject });
      const now = clock.now();
      for (let tries = 0; tries < maxTries; tries += 1) {
        const next = decideCall(await read(counted), limit, now);
        if (typeof next === "object") return next.retryAfterSeconds;
        const counts = () => change(counted, countCallUpdate(now.getTime() / 1000, limit));
        if (await isWritten(next === "opens" ? open(counted, subject, limit, now) : counts())) return null;
      }
      return 1;
    },
    removeAll: async (userId) => {
      const keys = callsCountedByLearner.map((kind) => ({ counted: keyOf({ kind, subject: userId }) }));
      await Promise.all(keys.map((Key) => store.send(new DeleteCommand({ TableName: tableName, Key }))));
    },
  };
}
