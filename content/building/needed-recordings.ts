import type { LanguageName } from "../../domain/content/language.ts";
import { segmentId } from "../../domain/content/scenario.ts";
import type { DialogueScript, ScriptSegment } from "../authoring/script-source.ts";
import type { Utterance } from "../voices/voice.ts";

/** The ending of the name of a segment's reference translation. */
export const translatedEnding = "_translated";

/** What the keys of a dialogue's recordings begin with. */
export function folderOf({ language, topic, id }: DialogueScript): string {
  return `${language}/${topic}/${id}`;
}

/** The key of a segment's two recordings, by the segment's position counted from 0. */
export function keysOf(script: DialogueScript, index: number) {
  const original = `${folderOf(script)}/${segmentId(index)}`;
  return { original, translation: `${original}${translatedEnding}` };
}

/** The language into which a segment is interpreted. */
export function listenerOf(language: LanguageName, { speaker }: ScriptSegment): LanguageName {
  return speaker === "english" ? language : "english";
}

/** All that has to be recorded for dialogues, by key. A translation is spoken in the voice of whom it translates. */
export function neededRecordings(scripts: readonly DialogueScript[]): Map<string, Utterance> {
  const needed = new Map<string, Utterance>();
  for (const script of scripts) {
    for (const [index, segment] of script.segments.entries()) {
      const keys = keysOf(script, index);
      const sex = segment.speaker === "english" ? script.voices.english : script.voices.other;
      const listener = listenerOf(script.language, segment);
      needed.set(keys.original, { language: segment.speaker, sex, text: segment.original });
      needed.set(keys.translation, { language: listener, sex, text: segment.translation });
    }
  }
  return needed;
}
