import type { StoredFile } from "./bucket.ts";
import { type Files, isAudioFile, isMetadata } from "./layout.ts";
import type { PackFile } from "./pack-files.ts";

/** Name → size in bytes. */
export type Sizes = ReadonlyMap<string, number>;

/** What a publication or a rollback changes. */
export type Changes = {
  /** What there was to be read before, and what there is afterwards. */
  before: Files;
  after: Files;
  /** Files to put into the bucket, with their bytes. */
  upload: ReadonlyMap<string, PackFile>;
  remove: Sizes;
  /** Recordings under names that stay, with other bytes than before. */
  overwritten: readonly string[];
  /** What nothing names any more and what stays nevertheless, as nobody asked for its removal. */
  unused: Sizes;
  /** Recordings that go with the publication after, as learners may be in mid-dialogue and a rollback may need them. */
  keptForRollback: Sizes;
};

/** The files that are not in the bucket as they are to be. */
export function findMissingFiles(files: ReadonlyMap<string, PackFile>, stored: ReadonlyMap<string, StoredFile>) {
  return new Map([...files].filter(([name, { md5 }]) => stored.get(name)?.md5 !== md5));
}

/** The recordings among the uploads that take the place of another. */
export function findOverwritten(upload: Iterable<string>, stored: ReadonlyMap<string, StoredFile>): string[] {
  return [...upload].filter((name) => isAudioFile(name) && stored.has(name)).sort();
}

/** Sizes of what is stored under names. */
export function storedSizes(names: Iterable<string>, stored: ReadonlyMap<string, StoredFile>): Sizes {
  return new Map([...names].map((name) => [name, stored.get(name)?.bytes ?? 0]));
}

/** What a file list has of metadata, of which alone a record holds the text. */
export const metadataIn = (files: Files) => Object.keys(files).filter(isMetadata);
