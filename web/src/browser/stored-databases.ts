import { type DatabaseEntry, dayMs } from "./stored-entry.ts";

export const storedDatabases = {
  /** Identifies the latest tokens, so that each tab can check that it reads these tokens. */
  latestTokens: {
    place: "database",
    key: "parlance-session",
    version: 1,
    owner: "features/accounts",
    lasts: "while logged in",
    clearedBy: "sign-out",
  },
  cachedAudio: {
    place: "database",
    key: "parlance-audio",
    version: 1,
    owner: "features/content",
    lasts: dayMs,
    clearedBy: "session end",
  },
  /** Dialogues for exams, and dialogues that learners keep on this device. */
  offlineContent: {
    place: "database",
    key: "parlance-held",
    version: 2,
    owner: "features/content",
    lasts: "until deleted",
    clearedBy: "log-out",
  },
  recordings: {
    place: "database",
    key: "parlance",
    version: 3,
    owner: "features/practice/recordings",
    lasts: "until made room for",
    clearedBy: "log-out",
  },
  examRecordings: {
    place: "database",
    key: "parlance-mocks",
    version: 1,
    owner: "features/exam/recordings",
    lasts: "until deleted",
    clearedBy: "log-out",
  },
  /** Unsent changes of exams, and the running exam. */
  examFacts: {
    place: "database",
    key: "parlance-exam",
    version: 1,
    owner: "features/exam/attempts",
    lasts: "until done",
    clearedBy: "log-out",
  },
  /** Shared recordings that wait for their upload, as MP3. */
  sharedUploads: {
    place: "database",
    key: "parlance-shared",
    version: 1,
    owner: "features/sharing",
    lasts: "until done",
    clearedBy: "log-out",
  },
  /** Study data, including changes that the server does not have yet. */
  study: {
    place: "database",
    key: "parlance-study",
    version: 1,
    owner: "features/study",
    lasts: "while logged in",
    clearedBy: "log-out",
  },
} as const satisfies Record<string, DatabaseEntry>;
