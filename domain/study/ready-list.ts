import type { LanguageName } from "../content/language.ts";
import type { Segment } from "../content/pack.ts";
import { segmentId, topicOf } from "../content/scenario.ts";
import { maxTermLength, type Term } from "./study-change.ts";
import { isFromEnglish, type SegmentSide, sentenceOfSide, sidesOf } from "./term-selection.ts";
import { termKey } from "./term-text.ts";

export const readyListLength = 20;
/** Estimated time to read a term, say it aloud and compare. */
const secondsPerTerm = 12;

export type ReadyTerm = Omit<Term, "created_at"> & {
  /** The side in the language of the original. */
  shownFirst: "english" | "translation";
};

export type DialogueOfTerms = { scenarioId: string; segments: readonly Segment[] };

function rangeOf(script: string, wording: string) {
  const start = Math.max(0, script.toLowerCase().indexOf(wording.toLowerCase()));
  return { start, end: start + wording.length };
}

function termsOfDialogue({ scenarioId, segments }: DialogueOfTerms, language: LanguageName): ReadyTerm[] {
  return segments.flatMap((segment, index) =>
    (segment.units ?? []).flatMap((unit): ReadyTerm[] => {
      const isTooLong = Math.max([...unit.original].length, [...unit.translation].length) > maxTermLength;
      if (unit.kind !== "term" || isTooLong) return [];
      const sides = sidesOf(segment, language, unit);
      const side: SegmentSide = "original";
      const sentence = sentenceOfSide(segment, language, side, rangeOf(segment.original_script, unit.original));
      return [
        {
          ...{ language, ...sides, sentence, note: "", topic_id: topicOf(scenarioId) },
          segment: { language, scenario_id: scenarioId, segment_id: segmentId(index) },
          shownFirst: isFromEnglish(segment, language) ? "english" : "translation",
        },
      ];
    }),
  );
}

export function readyList(
  dialogues: readonly DialogueOfTerms[],
  language: LanguageName,
  own: readonly Term[],
): ReadyTerm[] {
  const known = new Set(own.map(termKey));
  const list: ReadyTerm[] = [];
  for (const term of dialogues.flatMap((dialogue) => termsOfDialogue(dialogue, language))) {
    if (list.length === readyListLength) break;
    if (known.has(termKey(term))) continue;
    known.add(termKey(term));
    list.push(term);
  }
  return list;
}

export const minutesOfReadyList = (terms: number): number => Math.max(1, Math.ceil((terms * secondsPerTerm) / 60));
