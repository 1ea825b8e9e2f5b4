import { readFile } from "node:fs/promises";
import path from "node:path";
import type { DialogueScript } from "../authoring/script-source.ts";
import { fingerprint } from "../files/manifest.ts";
import { defaultPauseSeconds, findSpeechSpans, type Span } from "../sound/cut-at-silences.ts";
import { decodeFile, decodeStretch, maxFileSeconds } from "../sound/decode-file.ts";
import { audioRecipeVersion } from "../sound/finish-audio.ts";
import { leadIn, leadOut } from "../sound/waveform.ts";
import type { AudioSource } from "./audio-source.ts";
import { dialogueFolder, segmentKeys } from "./needed-audio.ts";

/** A recording of all originals or all translations of a dialogue. A build cuts the recording at its silences. */
export type LongRecording = {
  /** As in "recordings/nepali/health/health-1/originals.wav". */
  file: string;
  sources: ReadonlyMap<string, AudioSource>;
  cuts: () => Promise<readonly Cut[]>;
};

export type Cut = Span & { text: string };

export const longRecordingKinds = ["originals", "translations"] as const;
export type LongRecordingKind = (typeof longRecordingKinds)[number];

const longRecordingKey = (script: DialogueScript, kind: LongRecordingKind) => `${dialogueFolder(script)}/${kind}`;

export function isLongRecording(key: string, scripts: readonly DialogueScript[]): boolean {
  return scripts.some((script) => longRecordingKinds.some((kind) => key === longRecordingKey(script, kind)));
}

/** Does not decode the recordings. */
export async function findLongRecordings(
  scripts: readonly DialogueScript[],
  recorded: ReadonlyMap<string, string>,
  shortestPause = defaultPauseSeconds,
): Promise<LongRecording[]> {
  const found: LongRecording[] = [];
  for (const script of scripts) {
    for (const kind of longRecordingKinds) {
      const file = recorded.get(longRecordingKey(script, kind));
      if (file) found.push(await createLongRecording(script, kind, file, shortestPause));
    }
  }
  return found;
}

async function createLongRecording(
  script: DialogueScript,
  kind: LongRecordingKind,
  file: string,
  shortestPause: number,
): Promise<LongRecording> {
  const name = `recordings/${longRecordingKey(script, kind)}${path.extname(file)}`;
  const one = kind === "originals" ? "original" : "translation";
  const texts = script.segments.map((segment) => segment[one]);
  const bytes = await readFile(file);
  let found: Promise<readonly Cut[]> | undefined;
  const cuts = () => {
    found ??= cutRecording(texts, name, file, shortestPause);
    return found;
  };
  const sources = texts.map((_, index): [string, AudioSource] => {
    const source: AudioSource = {
      fingerprints: [
        fingerprint(audioRecipeVersion, bytes, `${index + 1} of ${texts.length}, pauses of ${shortestPause} s`),
      ],
      voice: "human",
      fits: new Map(),
      bitrate: 48,
      price: 0,
      record: async () => await readStretch(file, (await cuts())[index]),
    };
    return [segmentKeys(script, index)[one], source];
  });
  return { file: name, sources: new Map(sources), cuts };
}

/** @param pause the minimum pause between two segments, in seconds */
export async function cutRecording(
  texts: readonly string[],
  name: string,
  file: string,
  pause = defaultPauseSeconds,
): Promise<readonly Cut[]> {
  const sound = await decodeFile(file, maxFileSeconds).catch((error: Error) => {
    if (!("code" in error)) error.message = `${name}: ${error.message}`;
    throw error;
  });
  const spans = findSpeechSpans(sound, pause);
  if (spans.length === texts.length) {
    return spans.map((span, index) => ({ ...span, text: texts[index] ?? "" }));
  }
  const heard =
    ["no speech was", "1 stretch of speech was"][spans.length] ?? `${spans.length} stretches of speech were`;
  const places = spans.map(({ from, to }) => `${formatTime(from)} to ${formatTime(to)}`).join(", ");
  throw new Error(
    `${name}: ${heard} found, but the script has ${texts.length} segments${places ? ` (${places})` : ""}. Pause longer than ${pause} s between two segments and shorter within one, or set the pause with --pause SECONDS.`,
  );
}

/** Keeps quiet sounds at the edges. The result may start before 0. */
export const paddedSpan = ({ from, to }: Span): Span => ({ from: from - leadIn, to: to + leadOut });

async function readStretch(file: string, span: Span | undefined) {
  if (!span) throw new Error("it was not found in the long recording");
  return await decodeStretch(file, paddedSpan(span));
}

/** As in "1:07.3". */
export function formatTime(seconds: number): string {
  const tenths = Math.round(seconds * 10);
  return `${Math.floor(tenths / 600)}:${((tenths % 600) / 10).toFixed(1).padStart(4, "0")}`;
}
