import { createHash } from "node:crypto";
import { GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import type { Clock } from "../clock.ts";
import { isConditionFailure } from "./condition.ts";
import type { DocumentStore } from "./document-store.ts";

/** Whether a call may go on; if not, after how many seconds (1 or more) the next may. */
export type Take = { allowed: boolean; retryAfterSeconds: number };

export type RateLimits = {
  /**
   * Counts a call of `key`, and refuses it if `limit` (1 or more) were counted since its window opened. A window opens
   * with the first call and lasts `windowSeconds`; a refused call is not counted and prolongs nothing. The key says what
   * for and of whom, e.g. "support-message:{userId}"; only its hash is stored.
   */
  take: (key: string, limit: number, windowSeconds: number) => Promise<Take>;
};

/** `expires_at` is the end of the window in seconds since 1970; the database deletes the row some time after that. */
const Window = z.object({ taken: z.int(), expires_at: z.int() });

const allowed: Take = { allowed: true, retryAfterSeconds: 0 };
/** Each try but the first follows a window that somebody else opened in between. */
const mostTries = 3;

type Condition = { UpdateExpression: string; ConditionExpression: string; values: Record<string, number> };

/** One more call of a window that is open and not full. */
const counting = (now: number, limit: number): Condition => ({
  UpdateExpression: "SET taken = taken + :one",
  ConditionExpression: "expires_at > :now AND taken < :limit",
  values: { ":one": 1, ":now": now, ":limit": limit },
});

/** The first call of a window, if none is open. */
const opening = (now: number, expiresAt: number): Condition => ({
  UpdateExpression: "SET taken = :one, expires_at = :expires",
  ConditionExpression: "attribute_not_exists(limit_key) OR expires_at <= :now",
  values: { ":one": 1, ":now": now, ":expires": expiresAt },
});

/** The rate_limits table: how often something was done lately, counted for all instances of all handlers together. */
export function rateLimitsIn(store: DocumentStore, tableName: string, clock: Clock): RateLimits {
  const update = async (limit_key: string, { values, ...condition }: Condition) => {
    const input = { TableName: tableName, Key: { limit_key }, ExpressionAttributeValues: values, ...condition };
    try {
      await store.send(new UpdateCommand(input));
      return true;
    } catch (error) {
      if (isConditionFailure(error)) return false;
      throw error;
    }
  };
  const read = async (limit_key: string) => {
    const { Item } = await store.send(
      new GetCommand({ TableName: tableName, Key: { limit_key }, ConsistentRead: true }),
    );
    return Item ? Window.parse(Item) : null;
  };
  return {
    take: async (key, limit, windowSeconds) => {
      const hash = createHash("sha256").update(key).digest("base64url");
      const nowMs = clock.now().getTime();
      const now = Math.floor(nowMs / 1000);
      const expiresAt = Math.ceil(nowMs / 1000) + windowSeconds;
      for (let tries = 0; tries < mostTries; tries += 1) {
        if (await update(hash, counting(now, limit))) return allowed;
        if (await update(hash, opening(now, expiresAt))) return allowed;
        const window = await read(hash);
        if (window && window.taken >= limit && window.expires_at > now) {
          return { allowed: false, retryAfterSeconds: window.expires_at - now };
        }
      }
      return { allowed: false, retryAfterSeconds: 1 };
    },
  };
}
