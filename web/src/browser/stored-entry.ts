type Owner =
  | "browser"
  | "src"
  | "app"
  | `features/${"accounts" | "content" | "language" | "profile" | "progress" | "scenario" | "support"}`
  | `features/exam/${"attempts" | "recordings" | "session" | "sheet"}`
  | `features/practice/${"recordings" | "screen" | "studio"}`
  | "features/recording/microphone";

type Entry = {
  owner: Owner;
  /** How long the entry is valid, in ms; or the event that ends it. */
  lasts:
    | number
    | "until changed"
    | "until done"
    | "until deleted"
    | "until made room for"
    | "while logged in"
    | "while the tab is open";
  /**
   * The event after which the entry is removed; its owner may remove it earlier. "session end" is an end for any
   * reason, "log-out" a log-out in any tab, "own log-out" one in this tab. Each of these also removes the entries of
   * those before it. Deleting the account removes as much as "own log-out". Amplify itself removes the entries of
   * "sign-out". "nothing" marks preferences, and entries that end with their flow.
   */
  clearedBy: "session end" | "log-out" | "own log-out" | "sign-out" | "nothing";
};

export type ItemEntry = Entry & {
  place: "local" | "session";
  /** `{learner}` is the learner's id. The owner of the entry fills in other names in braces. */
  key: string;
};

/** An IndexedDB database. */
export type DatabaseEntry = Entry & { place: "database"; key: string; version: number };

/** The ends of a learner's session, from the one that clears least to the one that clears most. */
export type ClearingEvent = Exclude<Entry["clearedBy"], "sign-out" | "nothing">;
