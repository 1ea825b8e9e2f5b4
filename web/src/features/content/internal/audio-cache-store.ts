import type { DBSchema } from "idb";
import { createDatabaseConnection } from "../../../browser/database.ts";
import { stored } from "../../../browser/stored.ts";
import type { CachedFileInfo } from "./audio-cache-rules.ts";

/** Contains an ArrayBuffer, because some browsers lose stored Blobs. */
export type CachedAudio = CachedFileInfo & { content: ArrayBuffer; type: string };

/** Any call may reject. */
export type AudioCacheStore = {
  open: () => Promise<void>;
  read: (key: string) => Promise<CachedAudio | undefined>;
  list: () => Promise<CachedFileInfo[]>;
  /** Removes the evicted entries and stores `entry` in one transaction. */
  put: (entry: CachedAudio, evicted: readonly string[]) => Promise<void>;
  remove: (key: string) => Promise<void>;
  clear: () => Promise<void>;
};

interface Schema extends DBSchema {
  files: { key: string; value: CachedAudio };
  // A separate object store, so that the search for entries to evict does not read megabytes.
  facts: { key: string; value: CachedFileInfo };
}

const stores = ["files", "facts"] as const;

export function createAudioCacheStore(): AudioCacheStore {
  const { connect } = createDatabaseConnection<Schema>(stored.cachedAudio, (database) => {
    for (const store of stores) database.createObjectStore(store, { keyPath: "key" });
  });

  return {
    open: async () => void (await connect()),
    read: async (key) => (await connect()).get("files", key),
    list: async () => (await connect()).getAll("facts"),
    put: async (entry, evicted) => {
      const { key, timestamp, size } = entry;
      const transaction = (await connect()).transaction(stores, "readwrite");
      const [files, facts] = [transaction.objectStore("files"), transaction.objectStore("facts")];
      await Promise.all([
        ...evicted.flatMap((old) => [files.delete(old), facts.delete(old)]),
        files.put(entry),
        facts.put({ key, timestamp, size }),
        transaction.done,
      ]);
    },
    remove: async (key) => {
      const transaction = (await connect()).transaction(stores, "readwrite");
      await Promise.all([...stores.map((store) => transaction.objectStore(store).delete(key)), transaction.done]);
    },
    clear: async () => {
      const transaction = (await connect()).transaction(stores, "readwrite");
      await Promise.all([...stores.map((store) => transaction.objectStore(store).clear()), transaction.done]);
    },
  };
}
