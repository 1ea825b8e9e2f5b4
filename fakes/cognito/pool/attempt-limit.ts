import type { DatabaseSync } from "node:sqlite";
import { attemptLimitExceeded } from "./failure.ts";

export type AttemptPurpose = "sign-up" | "sign-up-request" | "reset" | "reset-request" | "change-password";

export type AttemptLimit = {
  /** @throws CognitoFailure LimitExceededException */
  refuseIfSpent: (username: string, purpose: AttemptPurpose) => void;
  count: (username: string, purpose: AttemptPurpose) => void;
  forget: (username: string, purpose: AttemptPurpose) => void;
};

// AWS allows 5 to 20 attempts an hour, depending on the risk that AWS sees.
const allowedAttempts = 5;
const windowMs = 60 * 60_000;

/** A new code does not reset the count. Otherwise a new code after every few guesses would bypass the limit. */
export function openAttemptLimit(state: DatabaseSync, now: () => Date): AttemptLimit {
  state.exec(`CREATE TABLE IF NOT EXISTS cognito_wrong_tries (
    username TEXT NOT NULL,
    purpose TEXT NOT NULL,
    at INTEGER NOT NULL
  )`);
  state.exec("CREATE INDEX IF NOT EXISTS cognito_wrong_tries_of_user ON cognito_wrong_tries (username, purpose)");
  return {
    refuseIfSpent: (username, purpose) => {
      const row = state
        .prepare("SELECT count(*) AS tries FROM cognito_wrong_tries WHERE username = ? AND purpose = ? AND at > ?")
        .get(username, purpose, now().getTime() - windowMs);
      if (Number(row?.["tries"]) >= allowedAttempts) throw attemptLimitExceeded();
    },
    count: (username, purpose) => {
      const at = now().getTime();
      state.prepare("DELETE FROM cognito_wrong_tries WHERE at <= ?").run(at - windowMs);
      state.prepare("INSERT INTO cognito_wrong_tries VALUES (?, ?, ?)").run(username, purpose, at);
    },
    forget: (username, purpose) =>
      state.prepare("DELETE FROM cognito_wrong_tries WHERE username = ? AND purpose = ?").run(username, purpose),
  };
}
