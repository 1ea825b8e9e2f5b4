import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import * as z from "zod/mini";
import { inParallel } from "../files/in-parallel.ts";
import { readJson } from "../files/json-file.ts";
import { type FinishedAudioBytes, finishAudioInThread, type UnfinishedAudio } from "../sound/finish-audio-in-thread.ts";
import { startWorkers, type Workers } from "../workers/workers.ts";
import type { AudioSource } from "./audio-source.ts";
import { fingerprint, type Made, type Manifest, writeAtomically } from "./manifest.ts";
import type { Workspace } from "./workspace.ts";

/** A recording of the pack that is being made: what is known of it, and its bytes. */
export type ReadyAudio = { made: Made; read: () => Promise<Buffer> };

const Measured = z.object({ seconds: z.number(), loudness: z.number(), peak: z.number() });
/** What lies beside a recording that is not in the pack yet; `bytes` is its fingerprint. */
const Note = z.extend(z.object({ bytes: z.string() }), Measured.shape);

/** Called after each recording with how many of how many are done. */
export type ReportBuildProgress = (done: number, total: number) => void;

/**
 * Finds what need not be made: what is right in the pack already, and what an interrupted build had made.
 * @param files where each recording of the manifest lies, by key
 */
export async function findReady(
  workshop: Workspace,
  sources: ReadonlyMap<string, AudioSource>,
  before: { manifest: Manifest; files: ReadonlyMap<string, string> },
): Promise<Map<string, ReadyAudio>> {
  const ready = new Map<string, ReadyAudio>();
  for (const [key, source] of sources) {
    const found = (await reuseFromPack(key, source, before)) ?? (await reuseIntermediate(workshop, source));
    if (found) ready.set(key, found);
  }
  return ready;
}

/** A recording to be made, and the keys of all segments in which the same is said by the same voice. */
export type MissingAudio = { source: AudioSource; keys: readonly string[] };

/** What is not ready yet; what occurs several times is made once. */
export function findMissing(
  sources: ReadonlyMap<string, AudioSource>,
  ready: ReadonlyMap<string, ReadyAudio>,
): MissingAudio[] {
  const missing = [...sources].filter(([key]) => !ready.has(key));
  const groups = Map.groupBy(missing, ([, source]) => source.fingerprints[0]);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ source: first[1], keys: group.map(([key]) => key) }] : [];
  });
}

/**
 * Makes what is missing. Nothing of the pack is changed.
 * @param signal ends it before the next recording
 * @throws Error that names every recording that could not be made; the others are kept for the next time
 */
export async function makeAudioFiles(
  workshop: Workspace,
  missing: readonly MissingAudio[],
  { report, signal }: { report?: ReportBuildProgress | undefined; signal?: AbortSignal | undefined },
): Promise<Map<string, ReadyAudio>> {
  const made = new Map<string, ReadyAudio>();
  const faults: string[] = [];
  let done = 0;
  const file = new URL("../sound/finish-audio-in-thread.ts", import.meta.url);
  const workers = startWorkers(finishAudioInThread, file, missing.length);
  await inParallel(missing, workers.concurrency, async ({ source, keys }) => {
    try {
      throwIfInterrupted(signal);
      const one = await makeAudioFile(workshop, source, workers);
      for (const key of keys) made.set(key, one);
    } catch (error) {
      // What Ctrl-C ended was no fault of the recording's: the programs that speak and read hear of it too.
      throwIfInterrupted(signal);
      // What has a code keeps all others from being made too: a disk that is full, a program that is missing.
      if (!(error instanceof Error) || "code" in error) throw error;
      faults.push(...keys.map((key) => `${key}: ${error.message}`));
    }
    done += 1;
    report?.(done, missing.length);
  }).finally(workers.end);
  if (faults.length > 0) throw new Error(faults.toSorted().join("\n"));
  return made;
}

function throwIfInterrupted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new InterruptedError();
}

/** Somebody asked for an end. */
export class InterruptedError extends Error {
  readonly code = "INTERRUPTED";

  constructor() {
    super("Interrupted. What was made is kept: the same command goes on from there.");
  }
}

async function reuseFromPack(
  key: string,
  source: AudioSource,
  { manifest, files }: { manifest: Manifest; files: ReadonlyMap<string, string> },
): Promise<ReadyAudio | null> {
  const [made, file] = [manifest[key], files.get(key)];
  if (!made || !file || !source.fingerprints.includes(made.from)) return null;
  const read = () => readFile(file);
  const bytes = await read().catch(() => null);
  return bytes && fingerprint(bytes) === made.bytes ? { made, read } : null;
}

const intermediatePaths = ({ intermediate }: Workspace, from: string) => ({
  sound: path.join(intermediate, `${from}.mp3`),
  note: path.join(intermediate, `${from}.json`),
});

async function reuseIntermediate(
  workshop: Workspace,
  { fingerprints: all, voice }: AudioSource,
): Promise<ReadyAudio | null> {
  const [from] = all;
  const { sound, note } = intermediatePaths(workshop, from);
  const read = () => readFile(sound);
  try {
    const noted = readJson(await readFile(note), Note);
    if ("fault" in noted || fingerprint(await read()) !== noted.data.bytes) return null;
    return { made: { from, voice, ...noted.data }, read };
  } catch {
    return null;
  }
}

async function makeAudioFile(
  workshop: Workspace,
  source: AudioSource,
  workers: Workers<UnfinishedAudio, FinishedAudioBytes>,
): Promise<ReadyAudio> {
  const { voice, bitrate, record } = source;
  const [from] = source.fingerprints;
  const { mp3: bytes, ...measured } = await workers.run({ sound: await record(), bitrate });
  const mp3 = Buffer.from(bytes);
  const { sound, note } = intermediatePaths(workshop, from);
  await writeAtomically(sound, mp3);
  const rounded = Measured.parse(
    Object.fromEntries(Object.entries(measured).map(([name, value]) => [name, Number(value.toFixed(2))])),
  );
  const noted = { bytes: fingerprint(mp3), ...rounded };
  // Once this is there the recording is whole.
  await writeAtomically(note, JSON.stringify(noted));
  return { made: { from, voice, ...noted }, read: () => readFile(sound) };
}

/** Forgets what was made for a build, once it is in the pack. */
export async function deleteIntermediateFiles({ intermediate }: Workspace): Promise<void> {
  await rm(intermediate, { recursive: true, force: true });
}
