import type { LanguageName } from "../../domain/content/language.ts";
import { audioPaths, type Segment, SegmentList } from "../../domain/content/pack.ts";
import { metadataPath } from "../../domain/content/scenario.ts";
import { findEnglish, isPlainlyEnglish, isWrittenInScriptOf } from "../authoring/detect-language.ts";
import { findLengthProblem } from "../authoring/script-length.ts";
import type { PackReader } from "./pack-reader.ts";

type SegmentTexts = Omit<Segment, "audio">;

/** Returns each fault as the end of a sentence. */
export function findSegmentProblems(segment: SegmentTexts, language: LanguageName): string[] {
  const problems: string[] = [];
  if (segment.name.trim() === "") problems.push("does not say who speaks");
  if (segment.original_script.trim() === "") problems.push("has no original script");
  if (segment.translated_script.trim() === "") problems.push("has no translated script");
  const spoken = segment.original_language;
  if (spoken && spoken !== "english" && spoken !== language) {
    problems.push(`is in ${spoken}, but the dialogue is between English and ${language}`);
  } else if (spoken) problems.push(...findLanguageProblems(segment, spoken, language));
  const tooLong = findLengthProblem(segment.original_script);
  if (tooLong) problems.push(tooLong);
  return [...problems, ...findUnitProblems(segment)];
}

function findLanguageProblems(segment: SegmentTexts, spoken: LanguageName, language: LanguageName): string[] {
  const { original_script: original, translated_script: translated } = segment;
  if (original.trim() === "" || translated.trim() === "") return [];
  if ([original, translated].every((text) => isPlainlyEnglish(language, text))) {
    return [`has two texts in English; one should be in ${language}`];
  }
  const english = findEnglish(language, original, translated);
  const isMixedUp = english !== null && (english === "one") !== (spoken === "english");
  if (isMixedUp) return [`is marked as ${spoken}, but its two texts seem to be swapped`];
  const other = spoken === "english" ? language : "english";
  return [
    ...(isWrittenInScriptOf(spoken, original)
      ? []
      : [`has an original that is not in the writing system of ${spoken}`]),
    ...(isWrittenInScriptOf(other, translated)
      ? []
      : [`has a translation that is not in the writing system of ${other}`]),
  ];
}

function findUnitProblems({ units = [], original_script, translated_script }: SegmentTexts): string[] {
  return units.flatMap(({ original, translation }) => [
    ...(original_script.includes(original) ? [] : [`has a unit "${original}" that its original does not contain`]),
    ...(translated_script.includes(translation)
      ? []
      : [`has a unit "${translation}" that its translation does not contain`]),
  ]);
}

/** `seconds` is the length that the metadata states. */
export type NamedAudio = { file: string; seconds: number | undefined };

export type CheckedDialogue = { recordings: NamedAudio[]; segments: readonly Segment[] };

export async function checkDialogue(
  pack: PackReader,
  language: LanguageName,
  folder: string,
): Promise<CheckedDialogue> {
  const name = metadataPath(folder);
  const segments = (await pack.readJson(name, SegmentList)) ?? [];
  if (segments.length === 0 && pack.files.has(name) && !pack.hasProblem(name)) pack.report(name, "has no segments");
  const audio = new Set<string>();
  const recordings = segments.flatMap((segment, index) => {
    for (const problem of findSegmentProblems(segment, language)) pack.report(name, `segment ${index + 1} ${problem}`);
    if (audio.has(segment.audio)) pack.report(name, `segment ${index + 1} uses ${segment.audio} a second time`);
    audio.add(segment.audio);
    const { original, translation } = audioPaths(folder, segment);
    return [
      { file: original, seconds: segment.original_seconds },
      { file: translation, seconds: segment.translated_seconds },
    ].filter(({ file }) => pack.expectFile(file));
  });
  return { recordings, segments };
}
