import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import * as z from "zod/mini";
import { inParallel } from "../files/in-parallel.ts";
import { readJson } from "../files/json-file.ts";
import { fingerprint, type Made, type Manifest, ManifestEntry, writeAtomically } from "../files/manifest.ts";
import { type FinishedAudioBytes, finishAudioInThread, type UnfinishedAudio } from "../sound/finish-audio-in-thread.ts";
import type { SourceMeasures } from "../sound/measure-source.ts";
import { startWorkers, type Workers } from "../workers/workers.ts";
import type { AudioSource } from "./audio-source.ts";
import type { Workspace } from "./workspace.ts";

export type ReadyAudio = { made: Made; read: () => Promise<Buffer> };

/** The content of the note file beside an intermediate audio file. */
const Note = z.pick(ManifestEntry, { bytes: true, seconds: true, loudness: true, peak: true, source: true });

const round = (value: number) => Number(value.toFixed(2));
/** Has four decimals, because even a small share of clipped samples can be heard. */
const roundShare = (value: number) => Number(value.toFixed(4));

export type ReportBuildProgress = (done: number, total: number) => void;

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

/** The audio is made once for all `keys`, such as those of repeated texts. */
export type MissingAudio = { source: AudioSource; keys: readonly string[] };

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
 * Does not change the pack.
 * @throws InterruptedError if `signal` stopped the work
 */
export async function makeAudioFiles(
  workshop: Workspace,
  missing: readonly MissingAudio[],
  { report, signal }: { report?: ReportBuildProgress | undefined; signal?: AbortSignal | undefined },
): Promise<{ made: Map<string, ReadyAudio>; faults: Map<string, string> }> {
  const made = new Map<string, ReadyAudio>();
  const faults = new Map<string, string>();
  let done = 0;
  const file = new URL("../sound/finish-audio-in-thread.ts", import.meta.url);
  const workers = startWorkers(finishAudioInThread, file, missing.length);
  await inParallel(missing, workers.concurrency, async ({ source, keys }) => {
    try {
      throwIfInterrupted(signal);
      const one = await makeAudioFile(workshop, source, workers);
      for (const key of keys) made.set(key, one);
    } catch (error) {
      // Ctrl-C also stops the programs that synthesise and decode. Their errors are then not faults of the audio.
      throwIfInterrupted(signal);
      // An error with a code usually affects all files. Examples are a full disk and a missing program.
      if (!(error instanceof Error) || "code" in error) throw error;
      for (const key of keys) faults.set(key, error.message);
    }
    done += 1;
    report?.(done, missing.length);
  }).finally(workers.end);
  return { made, faults };
}

function throwIfInterrupted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new InterruptedError();
}

export class InterruptedError extends Error {
  readonly code = "INTERRUPTED";

  constructor() {
    super("Interrupted. Finished audio files are kept: repeat the command to continue.");
  }
}

async function reuseFromPack(
  key: string,
  source: AudioSource,
  { manifest, files }: { manifest: Manifest; files: ReadonlyMap<string, string> },
): Promise<ReadyAudio | null> {
  const [made, file] = [manifest[key], files.get(key)];
  if (!made || !file || !source.fingerprints.includes(made.from)) return null;
  // Earlier versions did not measure recordings.
  if (made.voice === "human" && !made.source) return null;
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
  const {
    mp3: bytes,
    seconds,
    loudness,
    peak,
    source: measured,
  } = await workers.run({ sound: await record(), bitrate });
  const mp3 = Buffer.from(bytes);
  const { sound, note } = intermediatePaths(workshop, from);
  await writeAtomically(sound, mp3);
  const noted = {
    ...{ bytes: fingerprint(mp3), seconds: round(seconds), loudness: round(loudness), peak: round(peak) },
    ...(voice === "human" ? { source: roundMeasures(measured) } : {}),
  };
  // The note is written last, because it marks the audio file as complete.
  await writeAtomically(note, JSON.stringify(noted));
  return { made: { from, voice, ...noted }, read: () => readFile(sound) };
}

function roundMeasures({ loudness, audibleSeconds, clippedShare }: SourceMeasures): SourceMeasures {
  return {
    loudness: loudness === null ? null : round(loudness),
    audibleSeconds: round(audibleSeconds),
    clippedShare: roundShare(clippedShare),
  };
}

export async function deleteIntermediateFiles({ intermediate }: Workspace): Promise<void> {
  await rm(intermediate, { recursive: true, force: true });
}
