import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

/** Path within a pack → content. */
export type PackFiles = Map<string, string | Uint8Array>;

/**
 * Recordings of half a second: a tone, one that can just be heard (its peak is 0.03 of full scale), one that cannot (0.015)
 * and silence; and a tone of a tenth of a second.
 */
export async function readSound(name: "tone" | "quiet" | "faint" | "silence" | "blip"): Promise<Uint8Array> {
  return await readFile(path.join(import.meta.dirname, "fixtures", `${name}.mp3`));
}

export const sampleSegment = {
  name: "Doctor",
  audio: "segment-1.mp3",
  original_script: "Good morning.",
  translated_script: "नमस्ते।",
  original_language: "english",
};

/** A small pack without problems: one example and one Nepali dialogue, each of one segment. */
export async function samplePack(): Promise<PackFiles> {
  const files: PackFiles = new Map();
  files.set("nepali/metadata.json", JSON.stringify([{ id: "health", name: "Health" }]));
  for (const [topic, id] of [
    ["health", "health-1"],
    ["example", "example-1"],
  ]) {
    const folder = `nepali/${topic}`;
    files.set(`${folder}/metadata.json`, JSON.stringify([{ id, scenario: "At the doctor's" }]));
    files.set(`${folder}/${id}/metadata.json`, JSON.stringify([sampleSegment]));
    files.set(`${folder}/${id}/segments/segment-1.mp3`, await readSound("tone"));
    files.set(`${folder}/${id}/segments/segment-1_translated.mp3`, await readSound("tone"));
  }
  return files;
}

/** A directory that is gone after the test. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), "pack-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Writes files into a new temporary directory and gives its path. */
export async function writeFiles(files: PackFiles): Promise<string> {
  const directory = await temporaryDirectory();
  for (const [name, content] of files) {
    const file = path.join(directory, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  return directory;
}
