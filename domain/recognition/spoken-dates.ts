import type { SpokenNumber, SpokenToken } from "./spoken-numbers.ts";
import { stemOf } from "./word-forms.ts";

/** A part of a date, such as the month "march". `at` is its position among the tokens. */
export type DateFact = {
  type: "weekday" | "month" | "day" | "year" | "feast" | "relative" | "part" | "period" | "count" | "position";
  value: string;
  at: number;
  number?: SpokenNumber;
  modifier?: DateModifier;
};

export type DateModifier = "this" | "next" | "last" | "every" | "in" | "ago";

const weekdays = "sunday monday tuesday wednesday thursday friday saturday".split(" ");
const months = "january february march april may june july august september october november december".split(" ");
const shortMonths: Readonly<Record<string, string>> = {
  ...{ jan: "january", feb: "february", apr: "april", jun: "june", jul: "july", aug: "august", sept: "september" },
  ...{ sep: "september", oct: "october", nov: "november", dec: "december" },
};
const feasts = "christmas easter ramadan eid diwali tihar dashain teej tet vesak holi good-friday".split(" ");
const relativeDays = "today tomorrow yesterday day-before-yesterday day-after-tomorrow".split(" ");
const dayParts = "morning afternoon evening night".split(" ");
const periods = "week month year fortnight weekend".split(" ");
const positions: Readonly<Record<string, string>> = {
  ...{ beginning: "start", start: "start", early: "start", middle: "middle", mid: "middle", end: "end" },
};
const modifiers: Readonly<Record<string, DateModifier>> = {
  ...{ this: "this", next: "next", following: "next", coming: "next", last: "last", previous: "last" },
  ...{ every: "every", each: "every", per: "every" },
};
const adverbs: Readonly<Record<string, string>> = { daily: "day", weekly: "week", monthly: "month", yearly: "year" };

const lookUp = <Value>(table: Readonly<Record<string, Value>>, key: string) =>
  Object.hasOwn(table, key) ? table[key] : undefined;

const beforeMonth =
  /^(?:in|of|since|until|till|by|before|after|from|last|next|this|early|mid|middle|end|to|and|between)$/;

function monthAt(tokens: readonly SpokenToken[], at: number): string | undefined {
  const token = tokens[at];
  const text = token?.text ?? "";
  const month = lookUp(shortMonths, text) ?? months.find((each) => each === text);
  if (month !== "may") return month;
  // "May" is a month only beside a number or after a word such as a preposition.
  const [before, after] = [tokens[at - 1], tokens[at + 1]];
  const isDated = before?.number !== undefined || after?.number !== undefined;
  return isDated || beforeMonth.test(before?.text ?? "") ? month : undefined;
}

const isYear = ({ value }: SpokenNumber) => /^(?:19|20)\d\d$/.test(value);
const isDay = ({ value }: SpokenNumber) => /^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= 31;

/** For example, in "5 august", "the fifth of august" and "august 5". */
function monthBeside(tokens: readonly SpokenToken[], at: number): boolean {
  return [at - 2, at - 1, at + 1, at + 2].some((place) => {
    const between = tokens[place < at ? place + 1 : place - 1];
    const isAdjacent = Math.abs(place - at) === 1 || between?.text === "of" || between?.text === "the";
    return isAdjacent && monthAt(tokens, place) !== undefined;
  });
}

function numberFact(tokens: readonly SpokenToken[], at: number): DateFact[] {
  const number = tokens[at]?.number;
  if (!number) return [];
  const before = tokens[at - 1];
  const isBesideDay = before?.text === "the" || weekdays.some((day) => day === before?.text);
  const isDated = number.isOrdinal || monthBeside(tokens, at) || isBesideDay;
  if (isDay(number) && isDated) return [{ type: "day", value: number.value, at, number }];
  const fact = { type: isYear(number) ? ("year" as const) : ("count" as const), value: number.value, at, number };
  return [fact];
}

/** "next" for "next week", "ago" for "two weeks ago". */
function modifierAt(tokens: readonly SpokenToken[], at: number): DateModifier | undefined {
  const before = tokens[at - 1]?.text ?? "";
  if (tokens[at + 1]?.text === "ago") return "ago";
  if (before === "a" || before === "one") {
    const preposition = tokens[at - 2]?.text ?? "";
    if (preposition === "in") return "in";
    return /^(?:for|after|about|within|of|than)$/.test(preposition) ? undefined : "every";
  }
  return lookUp(modifiers, before);
}

function partFacts(tokens: readonly SpokenToken[], at: number, part: string): DateFact[] {
  const modifier = modifierAt(tokens, at) ?? (tokens[at]?.text.endsWith("s") ? "every" : undefined);
  if (modifier === "this") return [{ type: "relative", value: `today ${part}`, at }];
  if (modifier !== "last") return [{ type: "part", value: part, at, ...(modifier === "every" && { modifier }) }];
  return [
    ...namedFacts("yesterday", at),
    ...["evening", "night"].map((value) => ({ type: "part" as const, value, at })),
  ];
}

const namedFacts = (value: string, at: number): DateFact[] => [{ type: "relative", value, at }];

function dayFacts(tokens: readonly SpokenToken[], at: number): DateFact[] {
  const text = tokens[at]?.text ?? "";
  const weekday = weekdays.find((each) => text === each || text === `${each}s`);
  const modifier = modifierAt(tokens, at) ?? (weekday && text.endsWith("s") ? "every" : undefined);
  if (weekday) return [{ type: "weekday", value: weekday, at, ...(modifier && { modifier }) }];
  if (text === "tonight") return ["today evening", "today night"].flatMap((value) => namedFacts(value, at));
  if (relativeDays.includes(text)) return namedFacts(text, at);
  if (!feasts.includes(text)) return [];
  const feast: DateFact = { type: "feast", value: text, at, ...(modifier && { modifier }) };
  return text === "good-friday" ? [feast, { type: "weekday", value: "friday", at }] : [feast];
}

function periodFacts(tokens: readonly SpokenToken[], at: number): DateFact[] {
  const { text = "", stem = "" } = tokens[at] ?? {};
  const adverb = lookUp(adverbs, text);
  if (adverb !== undefined) return [{ type: "period", value: adverb, at, modifier: "every" }];
  const isTwoDaysAgo = stem === "day" && tokens[at + 1]?.text === "ago" && tokens[at - 1]?.number?.value === "2";
  if (isTwoDaysAgo) return namedFacts("day-before-yesterday", at);
  const period = periods.find((each) => stem === stemOf(each));
  const modifier = modifierAt(tokens, at);
  return period === undefined ? [] : [{ type: "period", value: period, at, ...(modifier && { modifier }) }];
}

/** Returns both orders for "9/7", because recognisers also write the American order. */
function slashFacts(text: string, at: number): DateFact[] {
  const [first = 0, second = 0, year] = text.split("/").map(Number);
  const facts = [first, second].flatMap((value, place): DateFact[] => {
    const month = months[(place === 0 ? second : first) - 1];
    return month === undefined
      ? []
      : [
          { type: "day", value: String(value), at },
          { type: "month", value: month, at },
        ];
  });
  return year === undefined ? facts : [...facts, { type: "year", value: String(year < 100 ? 2000 + year : year), at }];
}

const beforeDate = /^(?:on|the|by|until|till|from|since|before|after)$/;

/** After a word such as "on", "24/7" is a date. */
const isAnyTime = (tokens: readonly SpokenToken[], at: number) =>
  tokens[at]?.text === "24/7" && !beforeDate.test(tokens[at - 1]?.text ?? "");

export function dateFactsOf(tokens: readonly SpokenToken[]): DateFact[] {
  return tokens.flatMap((token, at): DateFact[] => {
    if (token.text.includes("/")) return isAnyTime(tokens, at) ? [] : slashFacts(token.text, at);
    const month = monthAt(tokens, at);
    if (month !== undefined) return [{ type: "month", value: month, at }];
    const part = dayParts.find((each) => token.text === each || token.text === `${each}s`);
    if (part !== undefined) return partFacts(tokens, at, part);
    const position = lookUp(positions, token.text);
    const isPosition = tokens[at + 1]?.text === "of" || monthAt(tokens, at + 1) !== undefined;
    if (position !== undefined && isPosition) return [{ type: "position", value: position, at }];
    return [...numberFact(tokens, at), ...dayFacts(tokens, at), ...periodFacts(tokens, at)];
  });
}
