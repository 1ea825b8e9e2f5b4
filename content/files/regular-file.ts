import { constants, type Dirent, type Stats } from "node:fs";
import { open } from "node:fs/promises";

const mebibyte = 1024 * 1024;

/** Names the kind of a folder's entry that is not a plain file. */
export function describeKind(entry: Dirent | Stats): string {
  if (entry.isSymbolicLink()) return "a symbolic link";
  if (entry.isDirectory()) return "a directory";
  if (entry.isFIFO()) return "a named pipe";
  if (entry.isSocket()) return "a socket";
  return "a device";
}

/** Without waiting for the other end of a pipe. Windows has neither flag, nor links that anybody may make. */
const noFollowFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
const followFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Reads a plain file of somebody else's folder; a link is not followed unless asked.
 * @param most how many bytes it may have
 * @throws Error that says what else it is, or that it is too large
 */
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

/** Why it cannot be opened: a link that is not followed, or a socket. */
function toReadError(file: string, error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? error.code : "";
  if (code === "ELOOP") return new Error(`${file} is a symbolic link, not a file.`);
  if (code === "ENXIO") return new Error(`${file} is a socket, not a file.`);
  return error;
}
