import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

export type PackFiles = Map<string, string | Uint8Array>;

/**
 * "blip" is a tone of less than 0.2 seconds. The other sounds last about 0.6 seconds. The peak of "quiet" is above the
 * minimum of the audio checker. The peak of "faint" is below that minimum.
 */
export async function readSound(name: "tone" | "quiet" | "faint" | "silence" | "blip"): Promise<Uint8Array> {
  return await readFile(path.join(import.meta.dirname, "fixtures", `${name}.mp3`));
}

const translations = { nepali: "नमस्ते।", spanish: "Buenos días." } as const;

export const sampleSegment = {
  name: "Doctor",
  audio: "segment-1.mp3",
  original_script: "Good morning.",
  translated_script: translations.nepali,
  original_language: "english",
};

/** Creates a small pack without problems: a dialogue of one segment and, in Nepali, an example. */
export async function createSamplePack(language: keyof typeof translations = "nepali"): Promise<PackFiles> {
  const files: PackFiles = new Map();
  const segment = { ...sampleSegment, translated_script: translations[language] };
  files.set(`${language}/metadata.json`, JSON.stringify([{ id: "health", name: "Health" }]));
  const examples = language === "nepali" ? [["example", "example-1"]] : [];
  for (const [topic, id] of [["health", "health-1"], ...examples]) {
    const folder = `${language}/${topic}`;
    files.set(`${folder}/metadata.json`, JSON.stringify([{ id, scenario: "At the doctor's" }]));
    files.set(`${folder}/${id}/metadata.json`, JSON.stringify([segment]));
    files.set(`${folder}/${id}/segments/segment-1.mp3`, await readSound("tone"));
    files.set(`${folder}/${id}/segments/segment-1_translated.mp3`, await readSound("tone"));
  }
  return files;
}

export async function createTemporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), "pack-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

export async function writeInto(directory: string, files: PackFiles): Promise<void> {
  for (const [name, content] of files) {
    const file = path.join(directory, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

export async function writeFiles(files: PackFiles): Promise<string> {
  const directory = await createTemporaryDirectory();
  await writeInto(directory, files);
  return directory;
}
