import type { Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import path from "node:path";
import { describeKind } from "./regular-file.ts";

/** Also true for files that file managers create, such as ._segment-1.mp3 and Thumbs.db. */
const isHidden = (name: string) => /^(\.|Thumbs\.db$|desktop\.ini$)/.test(name);

const notUtf8 = "has a name that is not in UTF-8: rename it";

/** Packs, scripts and recordings need at most five levels. */
const maxDepth = 8;

/** The content of a directory and its subdirectories by relative path, with "/" on every system. */
export type Listing = {
  /** Sizes in bytes, sorted by path. */
  files: ReadonlyMap<string, number>;
  folders: ReadonlySet<string>;
  /** Reasons by path, as the end of a sentence. */
  skipped: ReadonlyMap<string, string>;
};

/** Leaves out hidden files and directories. A missing directory counts as empty. */
export async function listFolder(directory: string): Promise<Listing> {
  const files = new Map<string, number>();
  const folders = new Set<string>();
  const others = new Map<string, string>();
  const visit = async (folder: string, depth: number): Promise<void> => {
    const entries = await readdir(path.join(directory, folder), { withFileTypes: true }).catch(ignoreMissing);
    if (entries)
      await Promise.all(entries.filter(({ name }) => !isHidden(name)).map((each) => note(each, folder, depth)));
    else if (folder !== "") others.set(folder, notUtf8);
  };
  const note = async (entry: Dirent, folder: string, depth: number): Promise<void> => {
    const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isFile()) {
      const size = await readSize(path.join(directory, name));
      if (size === null) others.set(name, notUtf8);
      else files.set(name, size);
    } else if (!entry.isDirectory()) others.set(name, `is ${describeKind(entry)}, not a file`);
    else if (depth === maxDepth) others.set(name, `is a directory ${maxDepth} levels down, which is too deep`);
    else {
      folders.add(name);
      await visit(name, depth + 1);
    }
  };
  await visit("", 1);
  return { files: sortByPath(files), folders, skipped: sortByPath(others) };
}

export async function listFiles(directory: string): Promise<ReadonlyMap<string, number>> {
  return (await listFolder(directory)).files;
}

/** Node decodes names as UTF-8, so it does not find a file whose name is not in UTF-8. */
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
