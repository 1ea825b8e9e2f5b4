import type { Speech } from "./heard-words.ts";
import { recogniseTerm } from "./recognise-wording.ts";
import { durationsOf } from "./spoken-durations.ts";
import { isSameNumber, type SpokenNumber, type SpokenToken } from "./spoken-numbers.ts";
import { combineRecognitions, type UnitRecognition } from "./unit-recognition.ts";
import { isFunctionWord, stemOf } from "./word-forms.ts";

const measuresOf = (words: string) => new Set(words.split(" ").map(stemOf));

/**
 * Units of measurement, in groups of the same kind. A fortnight is left out, because learners may say it as two weeks.
 */
const measures = [
  measuresOf("second minute hour day week month year"),
  measuresOf("dollar cent euro pound rupee"),
  measuresOf("kilo gram tonne ton pound ounce"),
  measuresOf("kilometre metre centimetre millimetre mile foot inch"),
];

/** The maximum distance, in words, between a number and its last measure: "1200 dollars every week". */
const measureWords = 4;
/** The maximum distance, in words, between a number and its noun: "three more weeks". */
const nounDistance = 2;

/** Words that a recogniser may write for a number before a noun, because they sound the same. */
const homophones: Readonly<Record<string, readonly string[]>> = {
  "1": ["won"],
  "2": ["to", "too"],
  "4": ["for", "fore"],
  "8": ["ate"],
};

type NeededNumber = { number: SpokenNumber; measures: readonly string[]; noun: string | null };

const measuresAfter = (tokens: readonly SpokenToken[], at: number) =>
  tokens
    .slice(at + 1, at + 1 + measureWords)
    .map(({ stem }) => stem)
    .filter((stem) => measures.some((group) => group.has(stem)));

function neededNumbers(unit: readonly SpokenToken[]): NeededNumber[] {
  const numbers = unit.flatMap(({ number }, at) => (number ? [{ number, at }] : []));
  const cardinals = numbers.filter(({ number }) => !number.isOrdinal);
  return (cardinals.length > 0 ? cardinals : numbers).map(({ number, at }) => {
    const next = unit[at + 1];
    const noun = next && !next.number && !isFunctionWord(next.text) ? next.stem : null;
    return { number, noun, measures: measuresAfter(unit, at) };
  });
}

const isNumberSaid = (needed: SpokenNumber, { number }: SpokenToken) =>
  number !== undefined && (needed.isOrdinal || !number.isOrdinal) && isSameNumber(needed, number);

/** For example, months instead of weeks. */
function hasOtherMeasure(needed: NeededNumber, tokens: readonly SpokenToken[], at: number): boolean {
  const said = measuresAfter(tokens, at);
  return needed.measures.some(
    (measure) =>
      !said.includes(measure) && measures.some((group) => group.has(measure) && said.some((other) => group.has(other))),
  );
}

/** For example, "two brothers" where three are expected. */
function hasNounOtherNumber({ number, noun }: NeededNumber, tokens: readonly SpokenToken[]): boolean {
  const counts = tokens.flatMap(({ stem }, at) =>
    stem === noun ? tokens.slice(Math.max(0, at - nounDistance), at).filter((token) => token.number) : [],
  );
  return counts.length > 0 && !counts.some((token) => isNumberSaid(number, token));
}

function recogniseBeforeNoun({ number, noun }: NeededNumber, tokens: readonly SpokenToken[]): UnitRecognition {
  const before = tokens.flatMap(({ stem }, at) => (stem === noun && at > 0 ? [tokens[at - 1]?.text ?? ""] : []));
  if (number.value === "1" && before.some((text) => text === "a" || text === "an")) return "heard";
  return before.some((text) => homophones[number.value]?.includes(text)) ? "unsure" : "not-heard";
}

function recogniseOne(needed: NeededNumber, tokens: readonly SpokenToken[]): UnitRecognition {
  const places = tokens.flatMap((token, at) => (isNumberSaid(needed.number, token) ? [at] : []));
  if (places.length === 0) return recogniseBeforeNoun(needed, tokens);
  const isClear = places.some((at) => !hasOtherMeasure(needed, tokens, at)) && !hasNounOtherNumber(needed, tokens);
  return isClear ? "heard" : "unsure";
}

/** For example, "27 months" for "two years and three months". */
function isDurationSaid(unit: readonly SpokenToken[], numbers: number, tokens: readonly SpokenToken[]): boolean {
  const [whole, ...others] = durationsOf(unit).filter((duration) => duration.numbers === numbers);
  return whole !== undefined && others.length === 0 && durationsOf(tokens).some(({ text }) => text === whole.text);
}

export function recogniseNumber(unit: readonly SpokenToken[], speech: Speech): UnitRecognition {
  const needed = neededNumbers(unit);
  // For a unit without a number, such as "a few hours", other words may convey the same.
  if (needed.length === 0) return recogniseTerm(unit, speech) === "heard" ? "heard" : "unsure";
  if (isDurationSaid(unit, needed.length, speech.tokens)) return "heard";
  return combineRecognitions(needed.map((each) => recogniseOne(each, speech.tokens)));
}
