import type { StoredFile } from "./bucket.ts";
import { type Files, isAudioFile, isMetadata } from "./layout.ts";
import type { PackFile } from "./pack-files.ts";

/** Size in bytes by name. */
export type Sizes = ReadonlyMap<string, number>;

export type Changes = {
  before: Files;
  after: Files;
  upload: ReadonlyMap<string, PackFile>;
  remove: Sizes;
  overwritten: readonly string[];
  /** Files outside of the publication that stay, because `prune` does not cover them. */
  unused: Sizes;
  /** Audio files that stay although `prune` covers them, because a learner or a rollback may still need them. */
  keptForRollback: Sizes;
};

export function findMissingFiles(files: ReadonlyMap<string, PackFile>, stored: ReadonlyMap<string, StoredFile>) {
  return new Map([...files].filter(([name, { md5 }]) => stored.get(name)?.md5 !== md5));
}

export function findOverwritten(upload: Iterable<string>, stored: ReadonlyMap<string, StoredFile>): string[] {
  return [...upload].filter((name) => isAudioFile(name) && stored.has(name)).sort();
}

export function storedSizes(names: Iterable<string>, stored: ReadonlyMap<string, StoredFile>): Sizes {
  return new Map([...names].map((name) => [name, stored.get(name)?.bytes ?? 0]));
}

export const metadataIn = (files: Files) => Object.keys(files).filter(isMetadata);
