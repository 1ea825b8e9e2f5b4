import { readdir, stat } from "node:fs/promises";
import path from "node:path";

/** What file managers leave in folders, and what is hidden from people (.DS_Store, ._segment-1.mp3). */
const isHidden = (name: string) => name.split("/").some((part) => /^(\.|Thumbs\.db$|desktop\.ini$)/.test(part));

/**
 * The files below a directory: path relative to it (with "/" on every system) → size in bytes, sorted by path. Hidden files
 * are left out. A missing directory has no files.
 */
export async function listFiles(directory: string): Promise<Map<string, number>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(noneIfMissing);
  const paths = entries.filter((entry) => !entry.isDirectory()).map((entry) => path.join(entry.parentPath, entry.name));
  const sizes = await Promise.all(paths.map(async (file) => (await stat(file)).size));
  const relative = paths.map((file, index) => {
    const name = path.relative(directory, file).split(path.sep).join("/");
    return [name, sizes[index] ?? 0] as const;
  });
  const shown = relative.filter(([name]) => !isHidden(name));
  return new Map(shown.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function noneIfMissing(error: unknown): never[] {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
  throw error;
}
