import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import * as z from "zod/mini";
import { recipe } from "./speak.ts";
import type { Utterance } from "./voices.ts";

const Manifest = z.record(z.string(), z.string());

/**
 * Audio path → fingerprint. It tells which recordings are still right, without being part of what is published.
 */
export type Manifest = z.infer<typeof Manifest>;

/** Reads the manifest; a missing one is empty. */
export async function readManifest(file: string): Promise<Manifest> {
  const text = await readFile(file, "utf8").catch(() => "{}");
  return Manifest.parse(JSON.parse(text));
}

/** Writes the manifest sorted, so that it changes only where recordings did. */
export async function writeManifest(file: string, manifest: Manifest): Promise<void> {
  const sorted = Object.entries(manifest).sort(([a], [b]) => (a < b ? -1 : 1));
  await writeFile(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

/**
 * Stands for everything that decides how a recording sounds, and for the bytes that came out; undefined if there is no
 * such file.
 */
export async function fingerprint(source: Utterance, file: string): Promise<string | undefined> {
  const bytes = await readFile(file).catch(() => undefined);
  return bytes && `${shortHash(JSON.stringify([recipe, source.options, source.text]))} ${shortHash(bytes)}`;
}

function shortHash(data: string | Buffer): string {
  return createHash("sha256").update(data).digest("hex").slice(0, 20);
}
