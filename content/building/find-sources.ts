import path from "node:path";
import type { LanguageName } from "../../domain/content/language.ts";
import { escapeUnprintable } from "../../domain/escape-unprintable.ts";
import type { DialogueScript } from "../authoring/script-source.ts";
import type { Utterance, Voice } from "../voices/voice.ts";
import { type AudioSource, listRecordedFiles, sourceFromRecording, sourceFromVoice } from "./audio-source.ts";
import type { DialogueFaults } from "./dialogue-faults.ts";
import { findLongRecordings, isLongRecording, type LongRecording } from "./long-recording.ts";
import { findNeededAudio } from "./needed-audio.ts";
import type { Workspace } from "./workspace.ts";

export type Sources = { sources: ReadonlyMap<string, AudioSource>; long: readonly LongRecording[] };

/** @param shortestPause between two segments of a long recording, in seconds */
export async function findSources(
  { recordings }: Workspace,
  scripts: readonly DialogueScript[],
  voices: readonly Voice[],
  faults: DialogueFaults,
  shortestPause?: number,
): Promise<Sources> {
  const needed = findNeededAudio(scripts);
  const recorded = await listRecordedFiles(recordings);
  for (const { name, message } of recorded.faults) faults.report(name, message);
  for (const key of recorded.files.keys()) {
    // The script of a faulty dialogue may not be in `scripts`, so its recordings may still be needed.
    if (needed.has(key) || isLongRecording(key, scripts) || faults.isFaulty(path.posix.dirname(key))) continue;
    faults.report(key, escapeUnprintable(`recordings/${key}: no script has this segment; rename or remove it`));
  }
  const long = await findLongRecordings(scripts, recorded.files, shortestPause);
  const cut = new Map(long.flatMap(({ sources }) => [...sources]));
  const sources = new Map<string, AudioSource>();
  const silent: { dialogue: string; language: LanguageName }[] = [];
  for (const [key, utterance] of needed) {
    const file = recorded.files.get(key);
    const source = file ? await sourceFromRecording(file) : (cut.get(key) ?? findVoiceSource(utterance, voices));
    if (source) sources.set(key, source);
    else silent.push({ dialogue: path.posix.dirname(key), language: utterance.language });
  }
  for (const [dialogue, texts] of Map.groupBy(silent, (one) => one.dialogue)) {
    const counts = Map.groupBy(texts, ({ language }) => language);
    const lacks = [...counts].map(([language, { length }]) => `${length} in ${language}`).join(", ");
    faults.report(
      dialogue,
      `${dialogue}: no voice speaks these texts: ${lacks}. Record them, or choose another voice (--voice polly).`,
    );
  }
  return { sources, long };
}

function findVoiceSource(utterance: Utterance, voices: readonly Voice[]): AudioSource | null {
  const voice = voices.find((one) => one.speaks(utterance.language));
  return voice ? sourceFromVoice(utterance, voice, voices) : null;
}
