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
  /** The validity of the entry in ms, or the event after which the entry is no longer needed. */
  lasts:
    | number
    | "until changed"
    | "until done"
    | "until deleted"
    | "until made room for"
    | "while logged in"
    | "while the tab is open";
  /**
   * The event after which the entry is removed; its owner may remove it earlier. Each of the first three events also
   * removes the entries of the events listed before it.
   * - "session end": an end of the session for any reason.
   * - "log-out": a log-out in any tab.
   * - "deletion": a deletion of the account.
   * - "sign-out": a sign-out. Amplify or `features/accounts` removes the entry, and `clearStored` does not.
   * - "nothing": none of these events, for example for a preference of the browser.
   */
  clearedBy: "session end" | "log-out" | "deletion" | "sign-out" | "nothing";
};

export type ItemEntry = Entry & {
  place: "local" | "session";
  /** `{learner}` is the learner's id. The entry's owner defines the values of other names in braces. */
  key: string;
};

export type DatabaseEntry = Entry & { place: "database"; key: string; version: number };

/** A cache of the Cache Storage, for the service worker. */
export type CacheEntry = Entry & { place: "cache"; key: string };

/** The events after which `clearStored` removes entries. */
export type ClearingEvent = Exclude<Entry["clearedBy"], "sign-out" | "nothing">;
