import { constants, type Dirent, type Stats } from "node:fs";
import { open } from "node:fs/promises";

const mebibyte = 1024 * 1024;

export function describeKind(entry: Dirent | Stats): string {
  if (entry.isSymbolicLink()) return "a symbolic link";
  if (entry.isDirectory()) return "a directory";
  if (entry.isFIFO()) return "a named pipe";
  if (entry.isSocket()) return "a socket";
  return "a device";
}

/**
 * O_NONBLOCK opens a pipe without waiting for its writer. O_NOFOLLOW refuses a symbolic link. Windows has neither flag.
 */
const noFollowFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
const followFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** @param most the maximum size in bytes */
export async function readRegularFile(
  file: string,
  { most, follow = false }: { most: number; follow?: boolean },
): Promise<Buffer> {
  const handle = await open(file, follow ? followFlags : noFollowFlags).catch((error: unknown) => {
    throw toReadError(file, error);
  });
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new Error(`${file} is ${describeKind(stats)}, not a file.`);
    if (stats.size > most) throw new Error(`${file} is larger than ${most / mebibyte} MB.`);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

function toReadError(file: string, error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? error.code : "";
  if (code === "ELOOP") return new Error(`${file} is a symbolic link, not a file.`);
  if (code === "ENXIO") return new Error(`${file} is a socket, not a file.`);
  return error;
}
