import type { Rewriter } from "./spoken-clock.ts";
import { createNumber, type SpokenToken } from "./spoken-numbers.ts";
import { stemOf } from "./word-forms.ts";

type DurationUnit = { base: "minute" | "month"; amount: number };

/** Months and years have a base of their own, because a month has no fixed number of days. */
const durationUnits: Readonly<Record<string, DurationUnit>> = {
  minute: { base: "minute", amount: 1 },
  hour: { base: "minute", amount: 60 },
  day: { base: "minute", amount: 24 * 60 },
  week: { base: "minute", amount: 7 * 24 * 60 },
  fortnight: { base: "minute", amount: 14 * 24 * 60 },
  month: { base: "month", amount: 1 },
  year: { base: "month", amount: 12 },
};

const unitsByStem = new Map(Object.entries(durationUnits).map(([word, unit]) => [stemOf(word), unit]));

const unitOf = (token: SpokenToken | undefined) => unitsByStem.get(token?.stem ?? "");

const isArticle = (token: SpokenToken | undefined) => token?.text === "a" || token?.text === "an";

/** Reads "two years and a half", "an hour and a half" and "double time and a half". */
export const readHalfAfterUnit: Rewriter = (tokens, at) => {
  const [amount, unit, and, ...rest] = tokens.slice(at, at + 5);
  const half = rest[0]?.text === "a" ? rest[1] : rest[0];
  const value = isArticle(amount) ? 1 : Number(amount?.number?.value ?? "none");
  const hasUnit = unitOf(unit) !== undefined || unit?.text === "time";
  if (!amount || !unit || !hasUnit || Number.isNaN(value) || and?.text !== "and" || half?.text !== "half") return null;
  return {
    tokens: [
      { ...amount, text: String(value + 0.5), stem: String(value + 0.5), number: createNumber(value + 0.5) },
      unit,
    ],
    length: half === rest[0] ? 4 : 5,
  };
};

type DurationPart = { base: DurationUnit["base"]; amount: number; numbers: number; length: number };

function durationAt(tokens: readonly SpokenToken[], at: number): DurationPart | null {
  const token = tokens[at];
  const value = isArticle(token) ? 1 : Number(token?.number?.value ?? "none");
  if (Number.isNaN(value) || token?.number?.isOrdinal) return null;
  const unitAt = value === 0.5 && isArticle(tokens[at + 1]) ? at + 2 : at + 1;
  const unit = unitOf(tokens[unitAt]);
  return unit
    ? { base: unit.base, amount: value * unit.amount, numbers: token?.number ? 1 : 0, length: unitAt + 1 - at }
    : null;
}

/** `numbers` counts the numbers in the duration. An article does not count, as in "thirty hours a week". */
export type Duration = { text: string; numbers: number };

/** "Two years and three months" is also returned as 27 months. */
export function durationsOf(tokens: readonly SpokenToken[]): Duration[] {
  return tokens.flatMap((_, at) => {
    const first = durationAt(tokens, at);
    if (!first) return [];
    const end = at + first.length;
    const second = durationAt(tokens, tokens[end]?.text === "and" ? end + 1 : end);
    const alone = { text: `${first.amount} ${first.base}`, numbers: first.numbers };
    if (second?.base !== first.base) return [alone];
    const numbers = first.numbers + second.numbers;
    return [alone, { text: `${first.amount + second.amount} ${first.base}`, numbers }];
  });
}
