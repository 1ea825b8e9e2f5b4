import { createHash } from "node:crypto";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { type CallLimit, periodAt } from "../../domain/call-limit.ts";
import { isConditionFailure } from "./condition.ts";
import type { DocumentStore } from "./document-store.ts";

/** What is counted: calls of one kind that have one thing in common, such as the address that they come from. */
export type Counted = { kind: string; subject: string };

export type CallCounts = {
  /** Counts a call of the present period; answers how many seconds to wait instead if the limit is reached, else null. */
  admit: (counted: Counted, limit: CallLimit, now: Date) => Promise<number | null>;
};

// Of addresses and e-mails nothing is kept that could be read.
const digest = (subject: string) => createHash("sha256").update(subject).digest("base64url");

/** The call_counts table: one row per kind, subject and period, shared by everything that counts. */
export function callCountsIn(store: DocumentStore, tableName: string): CallCounts {
  return {
    admit: async ({ kind, subject }, limit, now) => {
      const { number, endsAt, secondsLeft } = periodAt(now, limit);
      const update = new UpdateCommand({
        TableName: tableName,
        Key: { counted: `${kind}#${digest(subject)}#${number}` },
        UpdateExpression: "ADD calls :one SET expires_at = :end",
        ConditionExpression: "attribute_not_exists(calls) OR calls < :limit",
        ExpressionAttributeValues: { ":one": 1, ":end": endsAt, ":limit": limit.calls },
      });
      try {
        await store.send(update);
        return null;
      } catch (error) {
        if (isConditionFailure(error)) return secondsLeft;
        throw error;
      }
    },
  };
}
