import type { ScriptSegment } from "../authoring/script-source.ts";
import { printedArabic } from "../voices/arabic-vowels.ts";

type Texts = Pick<ScriptSegment, "speaker" | "original" | "translation">;

/** A former segment and its successor, as indexes from 0; null where one of them is missing. */
export type Pair = { former: number | null; next: number | null };

/** Unicode counts the listed signs as punctuation or other symbols. */
const wordOrSpokenSign = /[\p{Letter}\p{Mark}\p{Number}]+|[\p{Currency_Symbol}\p{Math_Symbol}%٪％‰&@#°]/gu;

export function spokenWords(text: string): string {
  const words = printedArabic(text.normalize("NFC")).toLowerCase().match(wordOrSpokenSign);
  return (words ?? []).join(" ");
}

function pairsOfCharacters(text: string): Set<string> {
  const characters = [...spokenWords(text)];
  return new Set(characters.map((one, at) => one + (characters[at + 1] ?? "")));
}

/** Returns Dice's coefficient, from 0 to 1. */
function likeness(one: string, other: string): number {
  if (spokenWords(one) === spokenWords(other)) return 1;
  const [first, second] = [pairsOfCharacters(one), pairsOfCharacters(other)];
  const common = [...first].filter((pair) => second.has(pair)).length;
  return (2 * common) / Math.max(1, first.size + second.size);
}

const leastLikeness = 0.5;

function closeness(one: Texts, other: Texts): number {
  const originals = likeness(one.original, other.original);
  const translations = likeness(one.translation, other.translation);
  return Math.max(originals, translations) < leastLikeness ? 0 : originals + translations;
}

/**
 * Pairs the segments of two versions of a dialogue, in order, so that the pairs are as similar as possible (Needleman
 * and Wunsch, 1970: https://doi.org/10.1016/0022-2836(70)90057-4).
 */
export function alignSegments(former: readonly Texts[], next: readonly Texts[]): Pair[] {
  const close = former.map((one) => next.map((other) => closeness(one, other)));
  // `best[i][j]` is the greatest total closeness of pairs among the segments from `i` and `j` on.
  const best = Array.from({ length: former.length + 1 }, () => new Float64Array(next.length + 1));
  const bestAt = (i: number, j: number) => best[i]?.[j] ?? 0;
  const closeAt = (i: number, j: number) => close[i]?.[j] ?? 0;
  for (let i = former.length - 1; i >= 0; i -= 1) {
    for (let j = next.length - 1; j >= 0; j -= 1) {
      const paired = closeAt(i, j) > 0 ? closeAt(i, j) + bestAt(i + 1, j + 1) : 0;
      best[i]?.fill(Math.max(paired, bestAt(i + 1, j), bestAt(i, j + 1)), j, j + 1);
    }
  }
  const pairs: Pair[] = [];
  let [i, j] = [0, 0];
  while (i < former.length || j < next.length) {
    const isPair = closeAt(i, j) > 0 && bestAt(i, j) === closeAt(i, j) + bestAt(i + 1, j + 1);
    const isRemoved = !isPair && i < former.length && (j === next.length || bestAt(i, j) === bestAt(i + 1, j));
    pairs.push({ former: isPair || isRemoved ? i : null, next: isRemoved ? null : j });
    if (isPair || isRemoved) i += 1;
    if (!isRemoved) j += 1;
  }
  return pairs;
}
