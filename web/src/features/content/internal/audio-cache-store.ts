import type { DBSchema } from "idb";
import { createDatabaseConnection } from "../../../browser/database.ts";
import { stored } from "../../../browser/stored.ts";
import type { CachedFileInfo } from "./audio-cache-rules.ts";

/** A cached file: an ArrayBuffer with its type, since some browsers lose stored Blobs. */
export type CachedAudio = CachedFileInfo & { content: ArrayBuffer; type: string };

/** Where cached files are kept. Any call may fail. */
export type AudioCacheStore = {
  /** Connects ahead of the first call that needs it. */
  open: () => Promise<void>;
  read: (key: string) => Promise<CachedAudio | undefined>;
  /** What is stored, without the contents. */
  list: () => Promise<CachedFileInfo[]>;
  /** Removes entries and then stores one, all or nothing. */
  put: (entry: CachedAudio, evicted: readonly string[]) => Promise<void>;
  remove: (key: string) => Promise<void>;
  clear: () => Promise<void>;
};

interface Schema extends DBSchema {
  files: { key: string; value: CachedAudio };
  // Apart from the contents, so that looking for what to evict does not read megabytes.
  facts: { key: string; value: CachedFileInfo };
}

const stores = ["files", "facts"] as const;

/**
 * The cache's database in this browser, apart from the learner's takes: what can be fetched again must never get in their
 * way. Opened when it is first needed, and again after it was closed on it.
 */
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
