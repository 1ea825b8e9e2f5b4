import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod/mini";
import { readJson } from "../files/json-file.ts";
import { readRegularFile } from "../files/regular-file.ts";

const ManifestEntry = z.object({
  /** Fingerprint of all that decides how it sounds. */
  from: z.string(),
  /** Fingerprint of its bytes. */
  bytes: z.string(),
  /** Whose voice is heard. */
  voice: z.enum(["human", "synthetic"]),
  seconds: z.number(),
  /** In LUFS. */
  loudness: z.number(),
  /** In dBTP. */
  peak: z.number(),
});
/** What is known of a recording that was made. */
export type Made = z.infer<typeof ManifestEntry>;

const Manifest = z.record(z.string(), ManifestEntry);

/** What was made for each recording that the scripts call for, by its key; it is not part of what is published. */
export type Manifest = z.infer<typeof Manifest>;

/** In bytes; of each recording it holds about 200. */
const maxManifestBytes = 64 * 1024 * 1024;

/** Reads the manifest; a missing one is empty. @throws Error that says what to do about one that is damaged */
export async function readManifest(file: string): Promise<Manifest> {
  if (!existsSync(file)) return {};
  const read = readJson(await readRegularFile(file, { most: maxManifestBytes }), Manifest);
  if ("data" in read) return read.data;
  throw new Error(
    `${file} ${read.fault.split(":")[0]}: put back a copy of it, or remove it, and every recording is made anew.`,
  );
}

/** The text of a manifest: sorted, so that it changes only where recordings did. */
export function formatManifest(manifest: Manifest): string {
  const sorted = Object.entries(manifest).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`;
}

/** Writes a file so that whoever reads it finds all of it, or what was there before. */
export async function writeAtomically(file: string, content: string | Buffer): Promise<void> {
  await writeAllOrNone(new Map([[file, async () => content]]));
}

/**
 * Writes files so that all are there, in the order given, or none: a disk that grows full leaves everything as it was.
 * @param files how to get what belongs in each, by path
 */
export async function writeAllOrNone(files: ReadonlyMap<string, () => Promise<string | Buffer>>): Promise<void> {
  const part = (file: string) => `${file}.part`;
  const begun: string[] = [];
  try {
    for (const [file, read] of files) {
      await mkdir(path.dirname(file), { recursive: true });
      begun.push(file);
      await writeFile(part(file), await read());
    }
  } catch (error) {
    await Promise.all(begun.map((file) => rm(part(file), { force: true })));
    throw error;
  }
  for (const file of files.keys()) await rename(part(file), file);
}

/** Stands for data, in 20 characters. */
export function fingerprint(...data: (string | Buffer)[]): string {
  const hash = createHash("sha256");
  for (const part of data) hash.update(part).update("\0");
  return hash.digest("hex").slice(0, 20);
}
