import { findLanguage, type LanguageName } from "../content/language.ts";
import { interpretingDirectionOf, type ScoringUnit, type Segment } from "../content/pack.ts";
import { sentenceAt } from "./sentence-at.ts";
import { maxTermLength, maxTermSentenceLength, type Term } from "./study-change.ts";

/** Scoring units have the same names for their sides. */
export type SegmentSide = "original" | "translation";

/** `end` is excluded. */
export type TextRange = { start: number; end: number };

export type TermWords = Pick<Term, "english" | "translation" | "sentence">;

/** Contains no parentheses or hyphens, because they may belong to a term. */
const marks = String.raw`[\s.,;:!?…¿¡"“”„'‘’«»।॥۔؟،؛、，。！？：；「」။၊។།]+`;
const outerMarks = new RegExp(`^${marks}|${marks}$`, "gu");

const scriptOf = (segment: Segment, side: SegmentSide) =>
  side === "original" ? segment.original_script : segment.translated_script;

function occursAround(script: string, wording: string, { start, end }: TextRange): boolean {
  for (let at = script.indexOf(wording); at >= 0; at = script.indexOf(wording, at + 1)) {
    if (at <= start && end <= at + wording.length) return true;
  }
  return false;
}

function unitAround(segment: Segment, side: SegmentSide, range: TextRange): ScoringUnit | undefined {
  const script = scriptOf(segment, side).toLowerCase();
  return (segment.units ?? [])
    .filter((unit) => occursAround(script, unit[side].toLowerCase(), range))
    .toSorted((one, other) => one[side].length - other[side].length)[0];
}

function trimRange(script: string, { start, end }: TextRange): TextRange {
  const selected = script.slice(start, end);
  const words = selected.replace(outerMarks, "");
  const from = start + Math.max(0, selected.indexOf(words));
  return { start: from, end: from + words.length };
}

const otherSide = { original: "translation", translation: "original" } as const;

export function isFromEnglish(segment: Segment, language: LanguageName): boolean {
  // If the pack names no language, the original counts as English.
  return (interpretingDirectionOf(segment, language)?.from ?? "english") === "english";
}

export function sidesOf(
  segment: Segment,
  language: LanguageName,
  words: Readonly<Record<SegmentSide, string>>,
): Pick<Term, "english" | "translation"> {
  return isFromEnglish(segment, language)
    ? { english: words.original, translation: words.translation }
    : { english: words.translation, translation: words.original };
}

export function languageOfSide(segment: Segment, language: LanguageName, side: SegmentSide): LanguageName | undefined {
  const direction = interpretingDirectionOf(segment, language);
  return side === "original" ? direction?.from : direction?.to;
}

export function sentenceOfSide(segment: Segment, language: LanguageName, side: SegmentSide, range: TextRange): string {
  const tag = findLanguage(languageOfSide(segment, language, side) ?? "english")?.tag ?? "en";
  const sentence = sentenceAt(scriptOf(segment, side), range, tag);
  return [...sentence].slice(0, maxTermSentenceLength).join("").trim();
}

/** The words of the other side come from the shortest scoring unit around the selection; "" if there is none. */
export function termOfSelection(
  segment: Segment,
  language: LanguageName,
  side: SegmentSide,
  selected: TextRange,
): TermWords | null {
  const script = scriptOf(segment, side);
  const range = trimRange(script, selected);
  const words = script.slice(range.start, range.end);
  if (words === "" || [...words].length > maxTermLength) return null;
  const other = unitAround(segment, side, range)?.[otherSide[side]] ?? "";
  const both = side === "original" ? { original: words, translation: other } : { original: other, translation: words };
  return { ...sidesOf(segment, language, both), sentence: sentenceOfSide(segment, language, side, range) };
}
