import type { SpokenWord } from "./spoken-words.ts";

export type SpokenNumber = {
  value: string;
  /** Other forms of the same value, such as "0.5" for 50 percent. */
  equals: readonly string[];
  /** Other numbers that the same words may mean, such as "7" and "30" for "seven thirty". */
  parts: readonly string[];
  isOrdinal: boolean;
};

/** A word, or several words as one token, such as those of a number. */
export type SpokenToken = SpokenWord & { number?: SpokenNumber };

export function createNumber(value: number | string, parts: readonly (number | string)[] = []): SpokenNumber {
  return { value: String(value), equals: [], parts: parts.map(String), isOrdinal: false };
}

export function isSameNumber(expected: SpokenNumber, said: SpokenNumber): boolean {
  const values = [said.value, ...said.equals, ...said.parts];
  return [expected.value, ...expected.equals].some((value) => values.includes(value));
}

type Size = "unit" | "teen" | "ten" | "hundred" | "scale" | "literal";
type NumberPart = { size: Size; value: number; isOrdinal: boolean };

const units = "zero one two three four five six seven eight nine".split(" ");
const teens = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const unitOrdinals = "zeroth first second third fourth fifth sixth seventh eighth ninth".split(" ");
const teenOrdinals = teens.map((word) => `${word.replace("twelve", "twelf")}th`);
const tenOrdinals = tens.map((word) => `${word.slice(0, -1)}ieth`);

const partsOfWords = (words: readonly string[], size: Size, valueAt: (at: number) => number, isOrdinal = false) =>
  words.map((word, at): [string, NumberPart] => [word, { size, value: valueAt(at), isOrdinal }]);

const numberWords = new Map<string, NumberPart>([
  ...partsOfWords(units, "unit", (at) => at),
  ...partsOfWords(teens, "teen", (at) => at + 10),
  ...partsOfWords(tens, "ten", (at) => 10 * at + 20),
  ...partsOfWords(unitOrdinals, "unit", (at) => at, true),
  ...partsOfWords(teenOrdinals, "teen", (at) => at + 10, true),
  ...partsOfWords(tenOrdinals, "ten", (at) => 10 * at + 20, true),
  ...partsOfWords(["fourty", "ninty", "couple"], "ten", (at) => [40, 90, 2][at] ?? 0),
  ...partsOfWords(["hundred", "hundreds"], "hundred", () => 100),
  ...partsOfWords(["dozen", "thousand", "million", "k"], "scale", (at) => [12, 1_000, 1_000_000, 1_000][at] ?? 1),
]);

export function numberPartOf(word: SpokenWord | undefined): NumberPart | undefined {
  const text = word?.text ?? "";
  const [, digits, ordinal] = /^(\d+(?:\.\d+)?)(st|nd|rd|th)?$/.exec(text) ?? [];
  if (digits !== undefined) return { size: "literal", value: Number(digits), isOrdinal: ordinal !== undefined };
  return numberWords.get(text);
}

export const isMultiplier = ({ size }: NumberPart): boolean => size === "hundred" || size === "scale";

/**
 * The part of a number that was read so far. `rest` is the part after the last scale word, such as "thousand". Directly
 * after a scale word, `rest` is null.
 */
type Reading = { total: number; rest: number | null; last: Size };

function canContinue({ rest, last }: Reading, { size, value }: NumberPart): boolean {
  if (size === "hundred") return rest !== null && rest < 100;
  if (size === "scale") return rest !== null && rest < 1_000;
  if (last === "ten") return size === "unit" && value > 0;
  if (last === "hundred") return value < 100;
  return last === "scale" && value < 1_000;
}

function addPart({ total, rest }: Reading, { size, value }: NumberPart): Reading {
  if (size === "scale") return { total: total + (rest ?? 1) * value, rest: null, last: size };
  if (size === "hundred") return { total, rest: (rest ?? 1) * value, last: size };
  return { total, rest: (rest ?? 0) + value, last: size };
}

/** The words of one number. `literal` preserves how a number in digits is written, such as "7.30". */
type NumberGroup = { value: number; length: number; isOrdinal: boolean; literal: string | null };

const textAt = (words: readonly SpokenWord[], at: number) => words[at]?.text;

/** Reads "and a half", and a scale such as "million" after it. */
function readHalf(words: readonly SpokenWord[], at: number, value: number): { value: number; end: number } | null {
  if (textAt(words, at) !== "and") return null;
  const half = textAt(words, at + 1) === "a" ? at + 2 : at + 1;
  if (textAt(words, half) !== "half") return null;
  const scale = numberPartOf(words[half + 1]);
  if (scale && isMultiplier(scale)) return { value: (value + 0.5) * scale.value, end: half + 2 };
  return { value: value + 0.5, end: half + 1 };
}

function readGroup(words: readonly SpokenWord[], from: number): NumberGroup | null {
  const isArticle = textAt(words, from) === "a";
  const first = numberPartOf(words[isArticle ? from + 1 : from]);
  if (!first || (isArticle && !isMultiplier(first)) || textAt(words, from) === "k") return null;
  let reading = addPart({ total: 0, rest: null, last: "literal" }, first);
  let at = isArticle ? from + 2 : from + 1;
  let { isOrdinal } = first;
  while (!isOrdinal) {
    const isJoined = textAt(words, at) === "and" && (reading.last === "hundred" || reading.last === "scale");
    const next = numberPartOf(words[isJoined ? at + 1 : at]);
    if (!next || words[at]?.startsSentence || (isJoined && isMultiplier(next)) || !canContinue(reading, next)) break;
    reading = addPart(reading, next);
    at += isJoined ? 2 : 1;
    isOrdinal = next.isOrdinal;
  }
  const value = reading.total + (reading.rest ?? 0);
  const half = isOrdinal ? null : readHalf(words, at, value);
  if (half) return { value: half.value, length: half.end - from, isOrdinal, literal: null };
  const text = textAt(words, from) ?? "";
  return { value, length: at - from, isOrdinal, literal: at === from + 1 && /^[\d.]+$/.test(text) ? text : null };
}

/** Joins numbers without words between them: "twenty nineteen" is 2019, "four seven two" is 472. */
function joinGroups(groups: readonly NumberGroup[]): SpokenNumber {
  const digits = groups.map(({ value, literal }) => literal ?? String(value));
  const [only] = groups;
  if (!only || groups.length > 1) return createNumber(digits.join(""), digits);
  // "7.30" and "12.50" may be a time, or an amount in two units, such as dollars and cents.
  const [, whole, rest] = /^(\d+)\.(\d\d)$/.exec(only.literal ?? "") ?? [];
  const parts = whole !== undefined && rest !== undefined ? [whole, rest, `${whole}${rest}`] : [];
  return { ...createNumber(only.value, parts), isOrdinal: only.isOrdinal };
}

export function readNumber(
  words: readonly SpokenWord[],
  from: number,
): { number: SpokenNumber; length: number } | null {
  const groups: NumberGroup[] = [];
  let at = from;
  for (;;) {
    // "Oh" is zero only between two numbers.
    const isZero =
      groups.length > 0 && /^oh?$/.test(textAt(words, at) ?? "") && numberPartOf(words[at + 1]) !== undefined;
    const group = isZero ? { value: 0, length: 1, isOrdinal: false, literal: "0" } : readGroup(words, at);
    const isSeparate = at > from && (group?.isOrdinal || words[at]?.startsSentence || textAt(words, at) === "a");
    if (!group || isSeparate) break;
    groups.push(group);
    at += group.length;
    if (group.isOrdinal) break;
  }
  return groups.length > 0 ? { number: joinGroups(groups), length: at - from } : null;
}
