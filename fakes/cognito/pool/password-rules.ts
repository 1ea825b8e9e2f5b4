import type { DatabaseSync } from "node:sqlite";
import { CognitoFailure, notAuthorized } from "./failure.ts";

const minimumLength = 6;

/**
 * The pool's policy has a minimum length and no character classes.
 * @throws CognitoFailure InvalidPasswordException
 */
export function refuseWeakPassword(password: string): void {
  if (password.length >= minimumLength) return;
  throw new CognitoFailure(
    "InvalidPasswordException",
    "Password did not conform with policy: Password not long enough",
  );
}

export type PasswordLockout = {
  /** @throws CognitoFailure "Password attempts exceeded" */
  refuseIfLocked: (username: string) => void;
  countWrong: (username: string) => void;
  forget: (username: string) => void;
};

// As AWS documents, the fifth wrong password locks the user for 1 s. Each further wrong password doubles this time, up
// to 15 minutes.
const freeAttempts = 5;
const longestLockMs = 15 * 60_000;
const resetAfterMs = 15 * 60_000;

export function openPasswordLockout(state: DatabaseSync, now: () => Date): PasswordLockout {
  state.exec(`CREATE TABLE IF NOT EXISTS cognito_wrong_passwords (
    username TEXT PRIMARY KEY,
    wrong INTEGER NOT NULL,
    locked_until INTEGER NOT NULL,
    last_try_at INTEGER NOT NULL
  )`);
  const record = (username: string) => {
    const row = state.prepare("SELECT * FROM cognito_wrong_passwords WHERE username = ?").get(username);
    if (!row || Number(row["last_try_at"]) + resetAfterMs <= now().getTime()) return { wrong: 0, lockedUntil: 0 };
    return { wrong: Number(row["wrong"]), lockedUntil: Number(row["locked_until"]) };
  };
  const save = (username: string, wrong: number, lockedUntil: number) =>
    state
      .prepare("INSERT OR REPLACE INTO cognito_wrong_passwords VALUES (?, ?, ?, ?)")
      .run(username, wrong, lockedUntil, now().getTime());
  return {
    refuseIfLocked: (username) => {
      const { wrong, lockedUntil } = record(username);
      if (lockedUntil <= now().getTime()) return;
      save(username, wrong, lockedUntil);
      throw notAuthorized("Password attempts exceeded");
    },
    countWrong: (username) => {
      const wrong = record(username).wrong + 1;
      const lockMs = wrong < freeAttempts ? 0 : Math.min(1000 * 2 ** (wrong - freeAttempts), longestLockMs);
      save(username, wrong, now().getTime() + lockMs);
    },
    forget: (username) => state.prepare("DELETE FROM cognito_wrong_passwords WHERE username = ?").run(username),
  };
}
