import { hourMs, type ItemEntry } from "./stored-entry.ts";

export const storedByAccounts = {
  /** The learner's account, for use without a network. */
  account: {
    place: "local",
    key: "account_{learner}",
    owner: "features/accounts",
    lasts: "while logged in",
    clearedBy: "session end",
  },
  /** The time when a password reset expires, in ms since 1970. */
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

  codeRequest: {
    place: "session",
    key: "code_request",
    owner: "features/accounts",
    lasts: "until done",
    clearedBy: "nothing",
  },
  googleSignIn: {
    place: "session",
    key: "google_sign_in",
    owner: "features/accounts",
    lasts: "until done",
    clearedBy: "nothing",
  },
} as const satisfies Record<string, ItemEntry>;
