import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod/mini";
import { readJson } from "./json-file.ts";
import { readRegularFile } from "./regular-file.ts";

export const ManifestEntry = z.object({
  /** Fingerprint of the input, such as a recording, or a text and its voice. */
  from: z.string(),
  /** Fingerprint of the file's bytes. */
  bytes: z.string(),
  voice: z.enum(["human", "synthetic"]),
  seconds: z.number(),
  /** In LUFS. */
  loudness: z.number(),
  /** In dBTP. */
  peak: z.number(),
  /** Measurements of a person's recording before its level was changed. */
  source: z.optional(
    z.object({ loudness: z.nullable(z.number()), audibleSeconds: z.number(), clippedShare: z.number() }),
  ),
});
export type Made = z.infer<typeof ManifestEntry>;

const Manifest = z.record(z.string(), ManifestEntry);

/** Entries by key, such as "nepali/health/health-1/segment-1". The manifest is not part of the pack. */
export type Manifest = z.infer<typeof Manifest>;

/** An entry needs about 200 to 350 bytes. */
const maxManifestBytes = 64 * 1024 * 1024;

/** @throws Error that says how to repair a damaged manifest */
export async function readManifest(file: string): Promise<Manifest> {
  if (!existsSync(file)) return {};
  const read = readJson(await readRegularFile(file, { most: maxManifestBytes }), Manifest);
  if ("data" in read) return read.data;
  throw new Error(`${file} ${read.fault.split(":")[0]}: restore a copy, or remove it to make all audio files again.`);
}

/** Sorts the keys, so that a diff shows only changed entries. */
export function formatManifest(manifest: Manifest): string {
  const sorted = Object.entries(manifest).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`;
}

/** A reader of the file finds either the whole new content or the previous content. */
export async function writeAtomically(file: string, content: string | Buffer): Promise<void> {
  await writeAllOrNone(new Map([[file, async () => content]]));
}

/**
 * If a content cannot be written, for example because the disk is full, no file changes. Otherwise the files change in
 * the order of the map.
 * @param files functions that return the content, by path
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

export function fingerprint(...data: (string | Buffer)[]): string {
  const hash = createHash("sha256");
  for (const part of data) hash.update(part).update("\0");
  return hash.digest("hex").slice(0, 20);
}
