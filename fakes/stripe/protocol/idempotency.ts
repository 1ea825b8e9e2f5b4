import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { StripeFailure } from "../account/failure.ts";

/** `body` is JSON. */
export type ApiResponse = { status: number; body: string };

/** Stripe deletes a key after a day at the earliest: https://docs.stripe.com/api/idempotent_requests */
const keptSeconds = 86_400;

export type Idempotency = {
  /**
   * Returns a function that unlocks the key.
   * @throws StripeFailure 409 if another request has the lock,
   * https://docs.stripe.com/error-codes#idempotency-key-in-use
   */
  lock: (key: string) => () => void;
  /** @throws StripeFailure 400 if the key was stored with another request */
  recall: (key: string, request: string, now: number) => ApiResponse | null;
  remember: (key: string, request: string, answer: ApiResponse, now: number) => void;
};

const schema = `CREATE TABLE IF NOT EXISTS stripe_idempotency (
  key TEXT PRIMARY KEY, request TEXT NOT NULL, status INTEGER NOT NULL, body TEXT NOT NULL, created INTEGER NOT NULL)`;

const digest = (request: string) => createHash("sha256").update(request).digest("hex");

export function openIdempotency(state: DatabaseSync): Idempotency {
  state.exec(schema);
  const forget = state.prepare("DELETE FROM stripe_idempotency WHERE created < ?");
  const find = state.prepare("SELECT * FROM stripe_idempotency WHERE key = ?");
  const lockedKeys = new Set<string>();
  const insert = state.prepare("INSERT INTO stripe_idempotency VALUES (?, ?, ?, ?, ?)");
  return {
    lock: (key) => {
      if (lockedKeys.has(key)) {
        const message = `There is currently another in-progress request using this Idempotent Key: ${key}. Please try again later.`;
        throw new StripeFailure(409, "idempotency_error", message, { code: "idempotency_key_in_use" });
      }
      lockedKeys.add(key);
      return () => void lockedKeys.delete(key);
    },
    recall: (key, request, now) => {
      forget.run(now - keptSeconds);
      const row = find.get(key);
      if (!row) return null;
      if (row["request"] !== digest(request)) {
        const message =
          "Keys for idempotent requests can only be used with the same parameters they were first used with. " +
          `Try using a key other than '${key}' if you meant to execute a different request.`;
        throw new StripeFailure(400, "idempotency_error", message);
      }
      return { status: Number(row["status"]), body: String(row["body"]) };
    },
    remember: (key, request, { status, body }, now) => void insert.run(key, digest(request), status, body, now),
  };
}
