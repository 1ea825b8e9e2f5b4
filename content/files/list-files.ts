import type { Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import path from "node:path";
import { describeKind } from "./regular-file.ts";

/** Hidden files, and what file managers leave in folders (.DS_Store, ._segment-1.mp3). */
const isHidden = (name: string) => /^(\.|Thumbs\.db$|desktop\.ini$)/.test(name);

/** Packs, scripts and recordings have five levels at most. */
const maxDepth = 8;

/** Everything below a directory, by path relative to it (with "/" on every system). */
export type Listing = {
  /** Sizes of the files in bytes, sorted by path. */
  files: ReadonlyMap<string, number>;
  folders: ReadonlySet<string>;
  /** Why everything else is not read, as the end of a sentence. */
  skipped: ReadonlyMap<string, string>;
};

/** Lists a directory. Links are not followed, and hidden files are left out. A missing directory is empty. */
export async function listFolder(directory: string): Promise<Listing> {
  const files = new Map<string, number>();
  const folders = new Set<string>();
  const others = new Map<string, string>();
  const visit = async (folder: string, depth: number): Promise<void> => {
    const entries = await readdir(path.join(directory, folder), { withFileTypes: true });
    await Promise.all(entries.filter((entry) => !isHidden(entry.name)).map((entry) => note(entry, folder, depth)));
  };
  const note = async (entry: Dirent, folder: string, depth: number): Promise<void> => {
    const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isFile()) {
      const size = await readSize(path.join(directory, name));
      if (size === null) others.set(name, "cannot be found under this name: write its name in UTF-8");
      else files.set(name, size);
    } else if (!entry.isDirectory()) others.set(name, `is ${describeKind(entry)}, not a file`);
    else if (depth === maxDepth) others.set(name, `is a directory ${maxDepth} levels down, where nothing belongs`);
    else {
      folders.add(name);
      await visit(name, depth + 1);
    }
  };
  await visit("", 1).catch(ignoreMissing);
  return { files: sortByPath(files), folders, skipped: sortByPath(others) };
}

/** The sizes in bytes of the files below a directory, sorted by path; everything that is no plain file is left out. */
export async function listFiles(directory: string): Promise<ReadonlyMap<string, number>> {
  return (await listFolder(directory)).files;
}

/** Null where Node read the name otherwise than it is written: it takes every name for UTF-8. */
async function readSize(file: string): Promise<number | null> {
  const found = await lstat(file).catch(ignoreMissing);
  return found ? found.size : null;
}

function sortByPath<T>(map: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
  return new Map([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function ignoreMissing(error: unknown): void {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return;
  throw error;
}
