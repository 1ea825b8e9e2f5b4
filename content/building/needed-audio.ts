import type { LanguageName } from "../../domain/content/language.ts";
import { segmentId } from "../../domain/content/scenario.ts";
import type { DialogueScript, ScriptSegment } from "../authoring/script-source.ts";
import type { Utterance } from "../voices/voice.ts";

/** The ending of the name of a segment's reference translation. */
export const referenceAudioSuffix = "_translated";

/** What the keys of a dialogue's recordings begin with. */
export function dialogueFolder({ language, topic, id }: DialogueScript): string {
  return `${language}/${topic}/${id}`;
}

/** The key of a segment's two recordings, by the segment's position counted from 0. */
export function segmentKeys(script: DialogueScript, index: number) {
  const original = `${dialogueFolder(script)}/${segmentId(index)}`;
  return { original, translation: `${original}${referenceAudioSuffix}` };
}

/** The language into which a segment is interpreted. */
export function targetLanguage(language: LanguageName, { speaker }: ScriptSegment): LanguageName {
  return speaker === "english" ? language : "english";
}

/** All that has to be recorded for dialogues, by key. A translation is spoken in the voice of whom it translates. */
export function findNeededAudio(scripts: readonly DialogueScript[]): Map<string, Utterance> {
  const needed = new Map<string, Utterance>();
  for (const script of scripts) {
    for (const [index, segment] of script.segments.entries()) {
      const keys = segmentKeys(script, index);
      const sex = segment.speaker === "english" ? script.voices.english : script.voices.other;
      const listener = targetLanguage(script.language, segment);
      needed.set(keys.original, { language: segment.speaker, sex, text: segment.original });
      needed.set(keys.translation, { language: listener, sex, text: segment.translation });
    }
  }
  return needed;
}
