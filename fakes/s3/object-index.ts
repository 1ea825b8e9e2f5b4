import type { DatabaseSync } from "node:sqlite";
import * as z from "zod/mini";
import { openState } from "../foundation/state.ts";

export type IndexEntry = {
  key: string;
  file: string;
  sizeBytes: number;
  etag: string;
  lastModified: Date;
  crc32: string;
  headers: Readonly<Record<string, string>>;
};

export type ObjectIndex = {
  addBucket: (bucket: string) => void;
  hasBucket: (bucket: string) => boolean;
  find: (bucket: string, key: string) => IndexEntry | null;
  put: (bucket: string, entry: IndexEntry) => void;
  remove: (bucket: string, key: string) => void;
  /** Sorted by the UTF-8 bytes of the keys. `after` is exclusive. */
  list: (bucket: string, range: { prefix: string; after: string; limit: number }) => IndexEntry[];
  files: () => Set<string>;
  close: () => void;
};

const schema = `
  CREATE TABLE IF NOT EXISTS buckets (name TEXT PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS objects (
    bucket TEXT NOT NULL REFERENCES buckets (name), key TEXT NOT NULL, file TEXT NOT NULL, size_bytes INTEGER NOT NULL,
    etag TEXT NOT NULL, modified_ms INTEGER NOT NULL, crc32 TEXT NOT NULL, headers TEXT NOT NULL,
    PRIMARY KEY (bucket, key)
  ) WITHOUT ROWID;`;

const Row = z.object({
  key: z.string(),
  file: z.string(),
  size_bytes: z.number(),
  etag: z.string(),
  modified_ms: z.number(),
  crc32: z.string(),
  headers: z.string(),
});
const Headers = z.record(z.string(), z.string());

function entryOf(row: unknown): IndexEntry {
  const { size_bytes, modified_ms, headers, ...rest } = Row.parse(row);
  return {
    ...rest,
    sizeBytes: size_bytes,
    lastModified: new Date(modified_ms),
    headers: Headers.parse(JSON.parse(headers)),
  };
}

function openEntries(database: DatabaseSync): Pick<ObjectIndex, "find" | "put" | "remove" | "list" | "files"> {
  const select = database.prepare("SELECT * FROM objects WHERE bucket = ? AND key = ?");
  const replace = database.prepare("INSERT OR REPLACE INTO objects VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  const remove = database.prepare("DELETE FROM objects WHERE bucket = ? AND key = ?");
  // char(1114111) is the last code point.
  const list = database.prepare(
    `SELECT * FROM objects WHERE bucket = ? AND key >= ? AND key < ? || char(1114111) AND key > ?
     ORDER BY key LIMIT ?`,
  );
  return {
    find: (bucket, key) => {
      const row = select.get(bucket, key);
      return row ? entryOf(row) : null;
    },
    put: (bucket, { key, file, sizeBytes, etag, lastModified, crc32, headers }) => {
      replace.run(bucket, key, file, sizeBytes, etag, lastModified.getTime(), crc32, JSON.stringify(headers));
    },
    remove: (bucket, key) => void remove.run(bucket, key),
    list: (bucket, { prefix, after, limit }) => list.all(bucket, prefix, prefix, after, limit).map(entryOf),
    files: () =>
      new Set(
        database
          .prepare("SELECT file FROM objects")
          .all()
          .map(({ file }) => String(file)),
      ),
  };
}

/** A crash of the process loses no change. A power failure may lose the last changes. */
export function openObjectIndex(directory: string): ObjectIndex {
  const database = openState(directory);
  database.exec(schema);
  const addBucket = database.prepare("INSERT OR IGNORE INTO buckets VALUES (?)");
  const selectBucket = database.prepare("SELECT 1 FROM buckets WHERE name = ?");
  return {
    addBucket: (bucket) => void addBucket.run(bucket),
    hasBucket: (bucket) => selectBucket.get(bucket) !== undefined,
    ...openEntries(database),
    close: () => database.close(),
  };
}
