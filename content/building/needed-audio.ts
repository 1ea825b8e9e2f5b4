import type { LanguageName } from "../../domain/content/language.ts";
import { segmentId } from "../../domain/content/scenario.ts";
import type { DialogueScript, ScriptSegment } from "../authoring/script-source.ts";
import { findEnglishWords } from "../voices/english-words.ts";
import type { Utterance } from "../voices/voice.ts";

export const referenceAudioSuffix = "_translated";

export function dialogueFolder({ language, topic, id }: Pick<DialogueScript, "language" | "topic" | "id">): string {
  return `${language}/${topic}/${id}`;
}

export function segmentKeys(script: DialogueScript, index: number) {
  const original = `${dialogueFolder(script)}/${segmentId(index)}`;
  return { original, translation: `${original}${referenceAudioSuffix}` };
}

export function targetLanguage(language: LanguageName, { speaker }: ScriptSegment): LanguageName {
  return speaker === "english" ? language : "english";
}

export function findNeededAudio(scripts: readonly DialogueScript[]): Map<string, Utterance> {
  const needed = new Map<string, Utterance>();
  for (const script of scripts) {
    for (const [index, segment] of script.segments.entries()) {
      const keys = segmentKeys(script, index);
      const sex = segment.speaker === "english" ? script.voices.english : script.voices.other;
      const listener = targetLanguage(script.language, segment);
      const utter = (language: LanguageName, text: string): Utterance => {
        const englishWords = language === "english" ? [] : findEnglishWords(text, script.english_words ?? []);
        return { language, sex, text, ...(englishWords.length > 0 ? { englishWords } : {}) };
      };
      needed.set(keys.original, utter(segment.speaker, segment.original));
      needed.set(keys.translation, utter(listener, segment.translation));
    }
  }
  return needed;
}
