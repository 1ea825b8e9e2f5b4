import { escapeUnprintable } from "../../domain/escape-unprintable.ts";
import type { DialogueScript } from "../authoring/script-source.ts";
import type { Utterance, Voice } from "../voices/voice.ts";
import { type AudioSource, findRecordedFiles, sourceFromRecording, sourceFromVoice } from "./audio-source.ts";
import { findLongRecordings, isLongRecording, type LongRecording } from "./long-recording.ts";
import { findNeededAudio } from "./needed-audio.ts";
import type { Workspace } from "./workspace.ts";

export type Sources = { sources: ReadonlyMap<string, AudioSource>; long: readonly LongRecording[] };

/**
 * Finds a source for each audio file: the segment's own recording, otherwise a part of a long recording, otherwise a
 * voice.
 * @param shortestPause between two segments of a long recording, in seconds
 * @throws Error that names the files that no script needs, or counts the utterances without a source by language
 */
export async function findSources(
  { recordings }: Workspace,
  scripts: readonly DialogueScript[],
  voices: readonly Voice[],
  shortestPause?: number,
): Promise<Sources> {
  const needed = findNeededAudio(scripts);
  const recorded = await findRecordedFiles(recordings);
  const stray = [...recorded.keys()].filter((key) => !needed.has(key) && !isLongRecording(key, scripts));
  if (stray.length > 0) {
    throw new Error(
      stray
        .map((key) => escapeUnprintable(`recordings/${key}: no script has this segment; rename or remove it`))
        .join("\n"),
    );
  }
  const long = await findLongRecordings(scripts, recorded, shortestPause);
  const cut = new Map(long.flatMap(({ sources }) => [...sources]));
  const sources = new Map<string, AudioSource>();
  const silent = new Map<string, number>();
  for (const [key, utterance] of needed) {
    const file = recorded.get(key);
    const source = file ? await sourceFromRecording(file) : (cut.get(key) ?? findVoiceSource(utterance, voices));
    if (source) sources.set(key, source);
    else silent.set(utterance.language, (silent.get(utterance.language) ?? 0) + 1);
  }
  if (silent.size === 0) return { sources, long };
  const lacks = [...silent].map(([language, count]) => `${count} in ${language}`).join(", ");
  throw new Error(`No voice speaks these texts: ${lacks}. Record them, or choose another voice (--voice polly).`);
}

function findVoiceSource(utterance: Utterance, voices: readonly Voice[]): AudioSource | null {
  const voice = voices.find((one) => one.speaks(utterance.language));
  return voice ? sourceFromVoice(utterance, voice, voices) : null;
}
