export const hourMs = 60 * 60_000;
export const dayMs = 24 * hourMs;

type Owner =
  | "browser"
  | "guest"
  | "src"
  | "app"
  | `features/${"accounts" | "content" | "language" | "profile" | "progress" | "recognition" | "scenario" | "sharing" | "study" | "support"}`
  | `features/exam/${"attempts" | "recordings" | "session" | "sheet"}`
  | `features/practice/${"notes" | "recordings" | "screen" | "studio"}`
  | "features/recording/microphone"
  | "worker";

type Entry = {
  owner: Owner;
  /** A number is in ms. */
  lasts:
    | number
    | "until changed"
    | "until done"
    | "until deleted"
    | "until made room for"
    | "while logged in"
    | "while the tab is open";
  /**
   * The event after which the entry is removed. A log-out also removes the entries of a session end, and a deletion of
   * the account also removes those of a log-out. Amplify or `features/accounts` removes the entries of "sign-out".
   */
  clearedBy: "session end" | "log-out" | "deletion" | "sign-out" | "nothing";
};

export type ItemEntry = Entry & {
  place: "local" | "session";
  /** `{learner}` is the learner's id. */
  key: string;
};

export type DatabaseEntry = Entry & { place: "database"; key: string; version: number };

export type CacheEntry = Entry & { place: "cache"; key: string };

export type ClearingEvent = Exclude<Entry["clearedBy"], "sign-out" | "nothing">;
