import { reloadedAtItem, signInItem } from "./stored-before-app.ts";
import { storedByAccounts } from "./stored-by-accounts.ts";
import { storedByGuests } from "./stored-by-guests.ts";
import { appFilesCache, fontsCache } from "./stored-by-worker.ts";
import { storedDatabases } from "./stored-databases.ts";
import { type CacheEntry, type ClearingEvent, type DatabaseEntry, dayMs, type ItemEntry } from "./stored-entry.ts";
import { storedPreferences } from "./stored-preferences.ts";

/**
 * The register of everything that the app and its libraries store in a browser. The app uses no cookies.
 * Why: docs/decisions/0083-register-of-browser-storage.md
 */
export const stored = {
  ...storedDatabases,
  ...storedByGuests,
  ...storedByAccounts,
  ...storedPreferences,

  signIn: signInItem,

  /**
   * Values of `writeCached`, such as lists of dialogues, progress and exam attempts. Some values are used for longer
   * without a network.
   */
  cached: { place: "local", key: "cache_{learner}_{name}", owner: "browser", lasts: dayMs, clearedBy: "session end" },

  /** Times of the server and of this device, so that setting the clock back does not extend access. */
  seenTimes: {
    place: "local",
    key: "seen_times",
    owner: "browser",
    lasts: "while logged in",
    clearedBy: "session end",
  },

  /** Records that a language was chosen. The specification requires this item. */
  languageSelected: {
    place: "local",
    key: "language_selected",
    owner: "features/language",
    lasts: "while logged in",
    clearedBy: "session end",
  },
  languageSelectedHere: {
    place: "session",
    key: "language_selected",
    owner: "features/language",
    lasts: "while logged in",
    clearedBy: "session end",
  },

  /** The id of the learner whose account is being deleted. */
  unfinishedDeletion: {
    place: "local",
    key: "deleting_account",
    owner: "features/profile",
    lasts: "until done",
    clearedBy: "log-out",
  },
  supportDraft: {
    place: "session",
    key: "support_draft_{learner}",
    owner: "features/support",
    lasts: "until done",
    clearedBy: "log-out",
  },

  /** Changes of markings that are not yet in the exam database. */
  changesAhead: {
    place: "local",
    key: "exam_changes_{learner}_{name}",
    owner: "features/exam/attempts",
    lasts: "until done",
    clearedBy: "log-out",
  },
  scenarioSession: {
    place: "local",
    key: "scenario_session_{learner}_{name}",
    owner: "features/scenario",
    lasts: 7 * dayMs,
    clearedBy: "session end",
  },
  /** Not sent to the server. */
  notes: {
    place: "session",
    key: "practice_notes_{learner}_{dialogue}_{segment}",
    owner: "features/practice/notes",
    lasts: "until done",
    clearedBy: "log-out",
  },
  queuedProgress: {
    place: "local",
    key: "userProgress_{learner}_{name}",
    owner: "features/progress",
    lasts: "until done",
    clearedBy: "log-out",
  },
  // The app does not write the next two items. The specification requires a log-out to remove them.
  formerRecordings: {
    place: "local",
    key: "recording_{name}",
    owner: "features/practice/recordings",
    lasts: "while logged in",
    clearedBy: "log-out",
  },
  formerAttempts: {
    place: "local",
    key: "attempts_{name}",
    owner: "features/progress",
    lasts: "while logged in",
    clearedBy: "log-out",
  },

  /** The token and id of a link. The server stores only a hash of the token. */
  shareToken: {
    place: "local",
    key: "share_token_{learner}_{name}",
    owner: "features/sharing",
    lasts: "until done",
    clearedBy: "log-out",
  },
  /** The creation time of a share's newest comment that was announced or shown. */
  newestKnownComment: {
    place: "local",
    key: "newest_known_comment_{learner}_{name}",
    owner: "features/sharing",
    lasts: "until done",
    clearedBy: "log-out",
  },
  appFiles: appFilesCache,
  fonts: fontsCache,

  reloadedAt: reloadedAtItem,
  /** Written by React Router. */
  scrollPositions: {
    place: "session",
    key: "react-router-scroll-positions",
    owner: "app",
    lasts: "while the tab is open",
    clearedBy: "nothing",
  },
} as const satisfies Record<string, ItemEntry | DatabaseEntry | CacheEntry>;

export type RegisteredEntry = (typeof stored)[keyof typeof stored];

export type StoredItem = Extract<RegisteredEntry, { place: "local" | "session" }>;

export type StoredPreference = Extract<StoredItem, { lasts: "until changed"; key: `parlance_${string}` }>;

export type StoredDatabase = Extract<RegisteredEntry, { place: "database" }>;

export type ClearedDatabase = {
  [Name in keyof typeof stored]: (typeof stored)[Name] extends { place: "database"; clearedBy: ClearingEvent }
    ? Name
    : never;
}[keyof typeof stored];

type ParameterNames<Key extends string> = Key extends `${string}{${infer Blank}}${infer Rest}`
  ? Blank | ParameterNames<Rest>
  : never;

export type KeyParameters<Of extends StoredItem> = Readonly<Record<ParameterNames<Of["key"]>, string>>;

export type KeyParameterArguments<Of extends StoredItem> = [ParameterNames<Of["key"]>] extends [never]
  ? []
  : [filling: KeyParameters<Of>];
