import { readFile } from "node:fs/promises";
import path from "node:path";
import { escapeUnprintable } from "../../domain/escape-unprintable.ts";
import { listFolder } from "../files/list-files.ts";
import { decodeFile } from "../sound/decode-file.ts";
import { audioRecipeVersion } from "../sound/finish-audio.ts";
import type { BitRate } from "../sound/mp3.ts";
import type { Waveform } from "../sound/waveform.ts";
import type { Utterance, Voice } from "../voices/voice.ts";
import { fingerprint, type Made } from "./manifest.ts";

/** Where a recording comes from: a person's file, or a synthesiser. */
export type AudioSource = {
  /** Fingerprints of what may have been made of it already, the first of what would be made now. */
  fingerprints: readonly [string, ...string[]];
  voice: Made["voice"];
  bitrate: BitRate;
  /** In US dollars. */
  price: number;
  /** @throws Error with one sentence */
  record: () => Promise<Waveform>;
};

const suffixes = [".wav", ".mp3", ".m4a", ".ogg"];

/** The files that people recorded, by key. @throws Error if a segment has two, or a file is of no known kind */
export async function findRecordedFiles(directory: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const listing = await listFolder(directory);
  const faults = [...listing.skipped].map(([name, fault]) => `recordings/${name}: ${fault}`);
  for (const name of listing.files.keys()) {
    const suffix = path.extname(name).toLowerCase();
    const key = name.slice(0, name.length - suffix.length);
    const before = files.get(key);
    if (!suffixes.includes(suffix)) faults.push(`recordings/${name}: is none of ${suffixes.join(", ")}`);
    else if (before) faults.push(`recordings/${name}: ${path.basename(before)} is there for this already; keep one`);
    else files.set(key, path.join(directory, name));
  }
  if (faults.length > 0) throw new Error(faults.map(escapeUnprintable).join("\n"));
  return files;
}

/** A person's recording. @param file its path */
export async function sourceFromRecording(file: string): Promise<AudioSource> {
  return {
    fingerprints: [fingerprint(audioRecipeVersion, await readFile(file))],
    voice: "human",
    bitrate: 48,
    price: 0,
    record: () => decodeFile(file),
  };
}

/** What a voice says. What another of `voices` has said is as good. */
export function sourceFromVoice(utterance: Utterance, voice: Voice, voices: readonly Voice[]): AudioSource {
  const from = (by: Voice) => fingerprint(audioRecipeVersion, by.name, by.recipeOf(utterance));
  const others = voices.filter((other) => other !== voice && other.speaks(utterance.language));
  return {
    fingerprints: [from(voice), ...others.map(from)],
    voice: "synthetic",
    bitrate: 16,
    price: voice.priceOf(utterance),
    record: () => voice.say(utterance),
  };
}
