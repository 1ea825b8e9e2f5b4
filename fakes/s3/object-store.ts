import { createHash, randomUUID } from "node:crypto";
import { createReadStream, mkdirSync, openSync, readdirSync, rmSync, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { crc32 } from "./checksum.ts";
import type { Condition } from "./conditions.ts";
import { type IndexEntry, type ObjectIndex, openObjectIndex } from "./object-index.ts";

export type StoredObject = {
  key: string;
  sizeBytes: number;
  /** The MD5 of the bytes in hexadecimal, in quotes. */
  etag: string;
  /** In whole seconds. */
  lastModified: Date;
  /** In base64. */
  crc32: string;
  /** By lower-case name. */
  headers: Readonly<Record<string, string>>;
  /**
   * Opens the bytes from `start` to `end` (inclusive), or all bytes. Call this function in the same turn of the event
   * loop as the lookup, because a later upload or removal may delete these bytes.
   */
  read: (range?: { start: number; end: number }) => Readable;
};

export type NewObject = { body: Uint8Array; headers: Readonly<Record<string, string>> };

export type ObjectStore = Pick<ObjectIndex, "addBucket" | "hasBucket" | "list" | "close"> & {
  find: (bucket: string, key: string) => StoredObject | null;
  /**
   * The previous object remains until the new body is written. Only then does `condition` run. So of two concurrent
   * uploads, the second to finish sees the result of the first.
   */
  put: (bucket: string, key: string, object: NewObject, condition: Condition) => Promise<IndexEntry>;
  remove: (bucket: string, key: string, condition: Condition) => void;
};

/** A killed process may leave a body without an entry. In its first hour, such a body may be a running upload. */
const orphanAgeMs = 60 * 60 * 1000;

function removeOrphans(bodies: string, index: ObjectIndex): void {
  const named = index.files();
  for (const file of readdirSync(bodies)) {
    const path = join(bodies, file);
    if (!named.has(file) && Date.now() - statSync(path).mtimeMs > orphanAgeMs) rmSync(path, { force: true });
  }
}

/**
 * Each body is a file with a random name, so that no key can name another path. A body is written before its entry, so
 * a killed process leaves either the old or the new object. A power failure may lose the last writes.
 */
export function openObjectStore(directory: string, now: () => Date): ObjectStore {
  const index = openObjectIndex(directory);
  const bodies = join(directory, "bodies");
  mkdirSync(bodies, { recursive: true });
  removeOrphans(bodies, index);
  const dropBody = (entry: IndexEntry | null) => {
    if (entry) rmSync(join(bodies, entry.file), { force: true });
  };
  return {
    ...index,
    find: (bucket, key) => {
      const entry = index.find(bucket, key);
      if (!entry) return null;
      const path = join(bodies, entry.file);
      return { ...entry, read: (range) => createReadStream(path, { fd: openSync(path, "r"), ...range }) };
    },
    put: async (bucket, key, { body, headers }, condition) => {
      const file = randomUUID();
      await writeFile(join(bodies, file), body, { flag: "wx" });
      const etag = `"${createHash("md5").update(body).digest("hex")}"`;
      const lastModified = new Date(Math.floor(now().getTime() / 1000) * 1000);
      const entry = { key, file, sizeBytes: body.length, etag, lastModified, crc32: crc32(body), headers };
      const replaced = index.find(bucket, key);
      try {
        condition(replaced);
      } catch (refusal) {
        dropBody(entry);
        throw refusal;
      }
      index.put(bucket, entry);
      dropBody(replaced);
      return entry;
    },
    remove: (bucket, key, condition) => {
      const removed = index.find(bucket, key);
      condition(removed);
      index.remove(bucket, key);
      dropBody(removed);
    },
  };
}
