import { createHash } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import * as z from "zod/mini";

const Made = z.object({
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
export type Made = z.infer<typeof Made>;

const Manifest = z.record(z.string(), Made);

/** What was made for each recording that the scripts call for, by its key; it is not part of what is published. */
export type Manifest = z.infer<typeof Manifest>;

/** Reads the manifest; a missing one, or one of an older form, is empty. */
export async function readManifest(file: string): Promise<Manifest> {
  const text = await readFile(file, "utf8").catch(() => "{}");
  return Manifest.safeParse(JSON.parse(text)).data ?? {};
}

/** Writes the manifest sorted, so that it changes only where recordings did, and whole or not at all. */
export async function writeManifest(file: string, manifest: Manifest): Promise<void> {
  const sorted = Object.entries(manifest).sort(([a], [b]) => (a < b ? -1 : 1));
  await writeWhole(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

/** Writes a file so that whoever reads it finds all of it, or what was there before. */
export async function writeWhole(file: string, content: string | Buffer): Promise<void> {
  await writeFile(`${file}.part`, content);
  await rename(`${file}.part`, file);
}

/** Stands for data, in 20 characters. */
export function fingerprint(...data: (string | Buffer)[]): string {
  const hash = createHash("sha256");
  for (const part of data) hash.update(part).update("\0");
  return hash.digest("hex").slice(0, 20);
}
