import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import * as z from "zod/mini";
import { inParallel } from "../files/in-parallel.ts";
import { finishRecording } from "../sound/finish-recording.ts";
import { type Mp3Decoder, startMp3Decoder } from "../sound/mp3.ts";
import { fingerprint, type Made, type Manifest, writeWhole } from "./manifest.ts";
import type { RecordingSource } from "./recording-source.ts";
import type { Workshop } from "./workshop.ts";

const atOnce = 2;

/** A recording of the pack that is being made: what is known of it, and its bytes. */
export type Ready = { made: Made; read: () => Promise<Buffer> };

const Note = z.object({ seconds: z.number(), loudness: z.number(), peak: z.number() });

/** Called after each recording with how many of how many are done. */
export type Report = (done: number, total: number) => void;

/**
 * Finds what need not be made: what is right in the pack already, and what an interrupted build had made.
 * @param files where each recording of the manifest lies, by key
 */
export async function findReady(
  workshop: Workshop,
  sources: ReadonlyMap<string, RecordingSource>,
  before: { manifest: Manifest; files: ReadonlyMap<string, string> },
): Promise<Map<string, Ready>> {
  const ready = new Map<string, Ready>();
  for (const [key, source] of sources) {
    const found = (await keep(key, source, before)) ?? (await resume(workshop, source));
    if (found) ready.set(key, found);
  }
  return ready;
}

/** A recording to be made, and the keys of all segments in which the same is said by the same voice. */
export type Missing = { source: RecordingSource; keys: readonly string[] };

/** What is not ready yet; what occurs several times is made once. */
export function missingIn(sources: ReadonlyMap<string, RecordingSource>, ready: ReadonlyMap<string, Ready>): Missing[] {
  const missing = [...sources].filter(([key]) => !ready.has(key));
  const groups = Map.groupBy(missing, ([, source]) => source.from[0]);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ source: first[1], keys: group.map(([key]) => key) }] : [];
  });
}

/**
 * Makes what is missing. Nothing of the pack is changed.
 * @throws Error that names every recording that could not be made; the others are kept for the next time
 */
export async function makeRecordings(
  workshop: Workshop,
  missing: readonly Missing[],
  report?: Report,
): Promise<Map<string, Ready>> {
  const made = new Map<string, Ready>();
  const faults: string[] = [];
  let done = 0;
  const decoder = await startMp3Decoder();
  await inParallel(missing, atOnce, async ({ source, keys }) => {
    try {
      const one = await make(workshop, source, decoder);
      for (const key of keys) made.set(key, one);
    } catch (error) {
      // What has a code keeps all others from being made too: a disk that is full, a program that is missing.
      if (!(error instanceof Error) || "code" in error) throw error;
      faults.push(...keys.map((key) => `${key}: ${error.message}`));
    }
    done += 1;
    report?.(done, missing.length);
  }).finally(() => decoder.free());
  if (faults.length > 0) throw new Error(faults.toSorted().join("\n"));
  return made;
}

async function keep(
  key: string,
  source: RecordingSource,
  { manifest, files }: { manifest: Manifest; files: ReadonlyMap<string, string> },
): Promise<Ready | null> {
  const [made, file] = [manifest[key], files.get(key)];
  if (!made || !file || !source.from.includes(made.from)) return null;
  const read = () => readFile(file);
  const bytes = await read().catch(() => null);
  return bytes && fingerprint(bytes) === made.bytes ? { made, read } : null;
}

const placesOf = ({ making }: Workshop, from: string) => ({
  sound: path.join(making, `${from}.mp3`),
  note: path.join(making, `${from}.json`),
});

async function resume(workshop: Workshop, { from: all, voice }: RecordingSource): Promise<Ready | null> {
  const [from] = all;
  const { sound, note } = placesOf(workshop, from);
  const read = () => readFile(sound);
  try {
    const measured = Note.parse(JSON.parse(await readFile(note, "utf8")));
    return { made: { from, bytes: fingerprint(await read()), voice, ...measured }, read };
  } catch {
    return null;
  }
}

async function make(workshop: Workshop, source: RecordingSource, decoder: Mp3Decoder): Promise<Ready> {
  const { voice, bitrate, record } = source;
  const [from] = source.from;
  const { mp3, ...measured } = await finishRecording(await record(), bitrate, decoder);
  const { sound, note } = placesOf(workshop, from);
  await writeWhole(sound, mp3);
  const rounded = Note.parse(
    Object.fromEntries(Object.entries(measured).map(([name, value]) => [name, Number(value.toFixed(2))])),
  );
  // Once this is there the recording is whole.
  await writeWhole(note, JSON.stringify(rounded));
  return { made: { from, bytes: fingerprint(mp3), voice, ...rounded }, read: () => readFile(sound) };
}

/** Forgets what was made for a build, once it is in the pack. */
export async function forgetMaking({ making }: Workshop): Promise<void> {
  await rm(making, { recursive: true, force: true });
}
