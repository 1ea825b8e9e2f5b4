import type { DBSchema } from "idb";
import { isLaterChange, subjectOf } from "../../../../../domain/study/merge-changes.ts";
import type { StudyChange } from "../../../../../domain/study/study-change.ts";
import { createDatabaseConnection, prefixKeyRange } from "../../../browser/database.ts";
import { stored } from "../../../browser/stored.ts";

/** "refused": the server refused the change, but this browser keeps it. */
export type ChangeStatus = "sent" | "unsent" | "refused";

export type StoredChange = { userId: string; subject: string; change: StudyChange; status: ChangeStatus };

interface StudySchema extends DBSchema {
  changes: {
    key: [userId: string, subject: string];
    value: StoredChange;
    indexes: { byStatus: [userId: string, status: ChangeStatus] };
  };
  /** The next fetch returns the batches after number `last`. */
  cursors: { key: string; value: { userId: string; last: number } };
}

/** Calls reject if the browser offers no storage. */
export type StudyStore = {
  list: (userId: string) => Promise<StoredChange[]>;
  listUnsent: (userId: string) => Promise<StoredChange[]>;
  find: (userId: string, subject: string) => Promise<StoredChange | undefined>;
  cursor: (userId: string) => Promise<number>;
  /** Ignores a change that is not later than the stored change of its subject. */
  put: (userId: string, changes: readonly StudyChange[], status: ChangeStatus) => Promise<void>;
  /** Like `put` with the status "sent". Also raises the cursor to `last`. */
  putFromServer: (userId: string, changes: readonly StudyChange[], last: number) => Promise<void>;
  /** Ignores a change if a later one of its subject is stored. */
  setStatus: (userId: string, changes: readonly StudyChange[], status: ChangeStatus) => Promise<void>;
  clear: (userId: string) => Promise<void>;
};

const storeNames = ["changes", "cursors"] as const;

/** A strict commit is slower, but survives a crash of the operating system or a power failure. */
const durableOptions = { durability: "strict" } as const;

export function openStudyStore(): StudyStore {
  const { connect } = createDatabaseConnection<StudySchema>(stored.study, (database) => {
    const changes = database.createObjectStore("changes", { keyPath: ["userId", "subject"] });
    changes.createIndex("byStatus", ["userId", "status"]);
    database.createObjectStore("cursors", { keyPath: "userId" });
  });
  const write = async () => (await connect()).transaction(storeNames, "readwrite", durableOptions);
  type Writing = Awaited<ReturnType<typeof write>>;

  const putAll = async (writing: Writing, userId: string, changes: readonly StudyChange[], status: ChangeStatus) => {
    const store = writing.objectStore("changes");
    for (const change of changes) {
      const subject = subjectOf(change);
      const known = await store.get([userId, subject]);
      const isNews = !known || isLaterChange(change, known.change);
      if (isNews) await store.put({ userId, subject, change, status });
    }
  };

  return {
    list: async (userId) => (await connect()).getAll("changes", prefixKeyRange(userId)),
    listUnsent: async (userId) => (await connect()).getAllFromIndex("changes", "byStatus", [userId, "unsent"]),
    find: async (userId, subject) => (await connect()).get("changes", [userId, subject]),
    cursor: async (userId) => (await (await connect()).get("cursors", userId))?.last ?? 0,
    put: async (userId, changes, status) => {
      const writing = await write();
      await putAll(writing, userId, changes, status);
      await writing.done;
    },
    putFromServer: async (userId, changes, last) => {
      const writing = await write();
      await putAll(writing, userId, changes, "sent");
      const known = await writing.objectStore("cursors").get(userId);
      await writing.objectStore("cursors").put({ userId, last: Math.max(last, known?.last ?? 0) });
      await writing.done;
    },
    setStatus: async (userId, changes, status) => {
      const writing = await write();
      const store = writing.objectStore("changes");
      for (const change of changes) {
        const known = await store.get([userId, subjectOf(change)]);
        if (known && !isLaterChange(known.change, change)) await store.put({ ...known, status });
      }
      await writing.done;
    },
    clear: async (userId) => {
      const writing = await write();
      await writing.objectStore("changes").delete(prefixKeyRange(userId));
      await writing.objectStore("cursors").delete(userId);
      await writing.done;
    },
  };
}
