import { hourMs, type ItemEntry } from "./stored-entry.ts";

/** Items of accounts, of their log-in and of their codes. They are part of the register `stored`. */
export const storedByAccounts = {
  /** The learner's account as the server returned it last, with the time. */
  account: {
    place: "local",
    key: "account_{learner}",
    owner: "features/accounts",
    lasts: "while logged in",
    clearedBy: "session end",
  },
  /** The time when a password reset expires, for other tabs. */
  forceReset: {
    place: "local",
    key: "force_password_reset",
    owner: "features/accounts",
    lasts: hourMs,
    clearedBy: "nothing",
  },
  forceResetHere: {
    place: "session",
    key: "force_password_reset",
    owner: "features/accounts",
    lasts: hourMs,
    clearedBy: "nothing",
  },

  /** The email address to which a code was sent, the purpose of the code, and the code itself once it is known. */
  codeRequest: {
    place: "session",
    key: "code_request",
    owner: "features/accounts",
    lasts: "until done",
    clearedBy: "nothing",
  },
  /** The purpose of a pending sign-in with Google. */
  googleSignIn: {
    place: "session",
    key: "google_sign_in",
    owner: "features/accounts",
    lasts: "until done",
    clearedBy: "nothing",
  },
} as const satisfies Record<string, ItemEntry>;
