import { randomInt } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { AttemptLimit } from "./attempt-limit.ts";
import { CognitoFailure } from "./failure.ts";

export type CodePurpose = "sign-up" | "reset";

export type Codes = {
  /** Invalidates the user's previous code for the same purpose. */
  issue: (username: string, purpose: CodePurpose) => string;
  /** @throws CognitoFailure LimitExceededException */
  request: (username: string, purpose: CodePurpose) => void;
  /**
   * Invalidates a correct code.
   * @throws CognitoFailure CodeMismatchException, ExpiredCodeException, LimitExceededException
   */
  redeem: (username: string, purpose: CodePurpose, code: string) => void;
  /** Fails as `redeem` does for a wrong code. */
  redeemForNobody: (username: string, purpose: CodePurpose) => never;
};

const lifetimeMs: Record<CodePurpose, number> = { "sign-up": 24 * 60 * 60_000, reset: 60 * 60_000 };

/** AWS returns this error also for a used code, and if no code was requested. */
export const expiredCode = () =>
  new CognitoFailure("ExpiredCodeException", "Invalid code provided, please request a code again.");

const wrongCode = () =>
  new CognitoFailure("CodeMismatchException", "Invalid verification code provided, please try again.");

export function openCodes(state: DatabaseSync, tries: AttemptLimit, now: () => Date): Codes {
  state.exec(`CREATE TABLE IF NOT EXISTS cognito_codes (
    username TEXT NOT NULL REFERENCES cognito_users (username) ON DELETE CASCADE,
    purpose TEXT NOT NULL,
    code TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (username, purpose)
  )`);
  return {
    issue: (username, purpose) => {
      const code = String(randomInt(1_000_000)).padStart(6, "0");
      state
        .prepare("INSERT OR REPLACE INTO cognito_codes VALUES (?, ?, ?, ?)")
        .run(username, purpose, code, now().getTime() + lifetimeMs[purpose]);
      return code;
    },
    request: (username, purpose) => {
      tries.refuseIfSpent(username, `${purpose}-request`);
      tries.count(username, `${purpose}-request`);
    },
    redeem: (username, purpose, code) => {
      tries.refuseIfSpent(username, purpose);
      const row = state
        .prepare("SELECT code, expires_at FROM cognito_codes WHERE username = ? AND purpose = ?")
        .get(username, purpose);
      if (!row || Number(row["expires_at"]) <= now().getTime()) throw expiredCode();
      if (row["code"] !== code) {
        tries.count(username, purpose);
        throw wrongCode();
      }
      state.prepare("DELETE FROM cognito_codes WHERE username = ? AND purpose = ?").run(username, purpose);
      tries.forget(username, purpose);
      tries.forget(username, `${purpose}-request`);
    },
    redeemForNobody: (username, purpose) => {
      tries.refuseIfSpent(username, purpose);
      tries.count(username, purpose);
      throw wrongCode();
    },
  };
}
