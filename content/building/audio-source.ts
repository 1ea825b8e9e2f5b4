import { readFile } from "node:fs/promises";
import path from "node:path";
import type { VoiceFit } from "../../domain/content/pack.ts";
import { escapeUnprintable } from "../../domain/escape-unprintable.ts";
import { listFolder } from "../files/list-files.ts";
import { fingerprint, type Made } from "../files/manifest.ts";
import { decodeFile } from "../sound/decode-file.ts";
import { audioRecipeVersion } from "../sound/finish-audio.ts";
import type { BitRate } from "../sound/mp3.ts";
import type { Waveform } from "../sound/waveform.ts";
import type { Utterance, Voice } from "../voices/voice.ts";

export type AudioSource = {
  /** `Made.from` of each acceptable audio file. The first is of the file that a build would make now. */
  fingerprints: readonly [string, ...string[]];
  voice: Made["voice"];
  /** By fingerprint. Empty for people's recordings. */
  fits: ReadonlyMap<string, VoiceFit>;
  bitrate: BitRate;
  /** In US dollars. */
  price: number;
  /** The paid speaker, as in "english: Olivia (neural)". */
  speaker?: string;
  record: () => Promise<Waveform>;
};

const suffixes = [".wav", ".flac", ".mp3", ".m4a", ".ogg"];

export type RecordedFiles = {
  /** Paths by key. A key is a relative path without the ending, as in "nepali/health/health-1/segment-1". */
  files: ReadonlyMap<string, string>;
  faults: readonly { name: string; message: string }[];
};

export async function listRecordedFiles(directory: string): Promise<RecordedFiles> {
  const files = new Map<string, string>();
  const listing = await listFolder(directory);
  const faults: { name: string; message: string }[] = [];
  const report = (name: string, fault: string) =>
    faults.push({ name, message: escapeUnprintable(`recordings/${name}: ${fault}`) });
  for (const [name, fault] of listing.skipped) report(name, fault);
  for (const name of listing.files.keys()) {
    const suffix = path.extname(name).toLowerCase();
    const key = name.slice(0, name.length - suffix.length);
    const before = files.get(key);
    if (!suffixes.includes(suffix)) report(name, `has to be one of ${suffixes.join(", ")}`);
    else if (before) report(name, `${path.basename(before)} is for the same segment; keep one`);
    else files.set(key, path.join(directory, name));
  }
  return { files, faults };
}

export async function findRecordedFiles(directory: string): Promise<ReadonlyMap<string, string>> {
  const { files, faults } = await listRecordedFiles(directory);
  if (faults.length > 0) throw new Error(faults.map(({ message }) => message).join("\n"));
  return files;
}

export async function sourceFromRecording(file: string): Promise<AudioSource> {
  return {
    fingerprints: [fingerprint(audioRecipeVersion, await readFile(file))],
    voice: "human",
    fits: new Map(),
    bitrate: 48,
    price: 0,
    record: () => decodeFile(file),
  };
}

/** The source also accepts an existing audio file that another voice in `voices` made. */
export function sourceFromVoice(utterance: Utterance, voice: Voice, voices: readonly Voice[]): AudioSource {
  const from = (by: Voice) => fingerprint(audioRecipeVersion, by.name, by.recipeOf(utterance));
  const speaker = voice.speakerOf(utterance);
  const fitFor = (by: Voice) => by.fitFor(utterance.language);
  const others = voices.filter((other) => other !== voice && other.speaks(utterance.language));
  return {
    fingerprints: [from(voice), ...others.map(from)],
    voice: "synthetic",
    fits: new Map([voice, ...others].map((by) => [from(by), fitFor(by)])),
    bitrate: 16,
    price: voice.priceOf(utterance),
    ...(speaker === null ? {} : { speaker: `${utterance.language}: ${speaker}` }),
    record: () => voice.say(utterance),
  };
}
