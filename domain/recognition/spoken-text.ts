import { type Rewriter, rewriteTokens, timeRewriters } from "./spoken-clock.ts";
import { readHalfAfterUnit } from "./spoken-durations.ts";
import { createNumber, isMultiplier, numberPartOf, readNumber, type SpokenToken } from "./spoken-numbers.ts";
import { type SpokenWord, wordsOf } from "./spoken-words.ts";

const textAt = (tokens: readonly SpokenWord[], at: number) => tokens[at]?.text;

const startsWith = (tokens: readonly SpokenWord[], at: number, texts: readonly string[]) =>
  texts.every((text, offset) => textAt(tokens, at + offset) === text);

const fillers: readonly (readonly string[])[] = [
  ...["um", "umm", "uh", "uhm", "er", "erm", "eh", "ah", "hmm", "mm"].map((filler) => [filler]),
  ["you", "know"],
];

const removeFiller: Rewriter = (tokens, at) => {
  const filler = fillers.find((texts) => startsWith(tokens, at, texts));
  return filler ? { tokens: [], length: filler.length } : null;
};

const maxRepeatedWords = 4;

/** Keeps "four four", because "four four seven" is one number. */
const removeRepetition: Rewriter = (tokens, at) => {
  for (let length = maxRepeatedWords; length > 0; length -= 1) {
    const words = tokens.slice(at, at + length);
    const isRepeated =
      startsWith(
        tokens,
        at + length,
        words.map(({ text }) => text),
      ) && words.length === length;
    const parts = words.map(numberPartOf);
    // "Twenty-two years. Two years ago" has no repetition. The first "two" ends a number, the second starts a sentence.
    const isOtherStart = tokens[at + length]?.startsSentence || (parts[0] && numberPartOf(tokens[at - 1]));
    if (isRepeated && !isOtherStart && !parts.every((part) => part !== undefined && !isMultiplier(part)))
      return { tokens: [], length };
  }
  return null;
};

/** Phrases whose single words have another meaning. */
const phrases: readonly (readonly string[])[] = [
  ["day", "before", "yesterday"],
  ["day", "after", "tomorrow"],
  ["good", "friday"],
];

const joinPhrase: Rewriter = (tokens, at) => {
  const first = tokens[at];
  const phrase = phrases.find((texts) => startsWith(tokens, at, texts));
  if (!first || !phrase) return null;
  return { tokens: [{ ...first, text: phrase.join("-"), stem: phrase.join("-") }], length: phrase.length };
};

const numberInWords: Readonly<Record<string, number>> = {
  ...{ once: 1, twice: 2, double: 2, both: 2, triple: 3 },
  ...{ half: 0.5, halve: 0.5, halved: 0.5, halving: 0.5 },
};

const joinNumber: Rewriter = (tokens, at) => {
  const token = tokens[at];
  const read = readNumber(tokens, at);
  if (!token) return null;
  if (!read) {
    const value = Object.hasOwn(numberInWords, token.text) ? numberInWords[token.text] : undefined;
    return value === undefined ? null : { tokens: [{ ...token, number: createNumber(value) }], length: 1 };
  }
  const text = tokens
    .slice(at, at + read.length)
    .map((word) => word.text)
    .join("");
  const isHalf = read.number.value === "50" && textAt(tokens, at + read.length) === "percent";
  const number = isHalf ? { ...read.number, equals: ["0.5"] } : read.number;
  return { tokens: [{ ...token, text, stem: read.number.value, number }], length: read.length };
};

const correctionMarkers: readonly (readonly string[])[] = [
  ["no", "sorry"],
  ["sorry", "no"],
  ["no", "wait"],
  ["or", "rather"],
  ["i", "mean"],
  ["sorry"],
  ["correction"],
];

const maxCorrectedWords = 4;

/** "The fifteenth sorry the fifth" becomes "the fifth". */
function removeCorrected(tokens: readonly SpokenToken[]): SpokenToken[] {
  const kept: SpokenToken[] = [];
  for (let at = 0; at < tokens.length; ) {
    const marker = correctionMarkers.find((texts) => startsWith(tokens, at, texts));
    const token = tokens[at];
    if (!marker) {
      if (token) kept.push(token);
      at += 1;
      continue;
    }
    at += marker.length;
    const next = tokens[at];
    const recent = kept.slice(-maxCorrectedWords);
    const isAgain = ({ text, number }: SpokenToken) => (next?.number ? number !== undefined : text === next?.text);
    const from = recent.findLastIndex(isAgain);
    if (from >= 0) kept.length -= recent.length - from;
    else kept.push(...tokens.slice(at - marker.length, at));
  }
  return kept;
}

/** `wordCount` excludes fillers and repetitions. */
export type SpokenText = { tokens: readonly SpokenToken[]; wordCount: number };

export function readSpokenText(text: string): SpokenText {
  const words = rewriteTokens(rewriteTokens(wordsOf(text), [removeFiller]), [removeRepetition]);
  const numbers = rewriteTokens(words, [joinPhrase, joinNumber]);
  const tokens = removeCorrected(rewriteTokens(numbers, [...timeRewriters, readHalfAfterUnit]));
  return { tokens, wordCount: words.length };
}
