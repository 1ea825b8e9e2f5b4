import type { Speech } from "./heard-words.ts";
import { recogniseTerm } from "./recognise-wording.ts";
import { type DateFact, type DateModifier, dateFactsOf } from "./spoken-dates.ts";
import { isSameNumber, type SpokenToken } from "./spoken-numbers.ts";
import type { UnitRecognition } from "./unit-recognition.ts";

type DatePart = { fact: DateFact; isEssential: boolean };

const has = (facts: readonly DateFact[], ...types: readonly DateFact["type"][]) =>
  facts.some(({ type }) => types.includes(type));

/** For example, only the day is essential in "Sunday the twelfth of April". */
function isEssential({ type, modifier }: DateFact, facts: readonly DateFact[]): boolean {
  const hasDay = has(facts, "day");
  const hasNamed = hasDay || has(facts, "weekday", "month", "feast", "relative", "year");
  if (type === "weekday" || type === "month") return !hasDay && !(type === "weekday" && has(facts, "feast"));
  if (type === "part") return !hasNamed;
  if (type === "period") return !hasNamed && !(has(facts, "part") && modifier === undefined);
  if (type === "count") return !hasNamed && has(facts, "period");
  return type !== "position";
}

/** Maximum distance, in words, between parts that count as parts of one date. */
const besideWords = 2;

const contraryModifiers: readonly DateModifier[] = ["this", "next", "last"];

function isSameFact(fact: DateFact, said: DateFact): boolean {
  if (fact.type === "count" || fact.type === "day" || fact.type === "year") {
    if (!fact.number || !said.number) return fact.type === said.type && fact.value === said.value;
    const isCount = fact.type === "count" || said.type !== "count";
    return isCount && isSameNumber(fact.number, said.number);
  }
  return fact.type === said.type && fact.value === said.value;
}

/** For example, "today" for "tonight", "friday" for "Good Friday". */
function isClose({ type, value }: DateFact, said: DateFact): boolean {
  if (type === "relative" && value.startsWith("today ")) return said.value === "today" || said.value === value.slice(6);
  if (value === "good-friday") return said.value === "friday";
  if (value === "weekend") return said.value === "saturday" || said.value === "sunday";
  const isDark = (part: string) => part === "evening" || part === "night";
  return type === "part" && said.type === "part" && isDark(value) && isDark(said.value);
}

/** Only a month beside the expected day counts. Months elsewhere may belong to other dates. */
function hasOtherMonth({ type }: DateFact, day: DateFact | undefined, said: readonly DateFact[]): boolean {
  if (type !== "month" || !day) return false;
  const days = said.filter((fact) => isSameFact(day, fact));
  return said.some((fact) => fact.type === "month" && days.some(({ at }) => Math.abs(at - fact.at) <= besideWords));
}

const isBeside = ({ at }: DateFact, facts: readonly DateFact[]) =>
  facts.some((fact) => Math.abs(fact.at - at) <= besideWords);

type SaidFacts = { same: readonly DateFact[]; said: readonly DateFact[] };

function recogniseModifier({ modifier }: DateFact, { same, said }: SaidFacts, isPrecise: boolean): UnitRecognition {
  if (modifier === undefined || same.some((fact) => fact.modifier === modifier)) return "heard";
  // The modifier may belong to a neighbouring part: "every" to "mornings" in "on Saturday mornings", "next" to "week"
  // in "Monday next week".
  if (said.some((each) => each.modifier === modifier && isBeside(each, same))) return "heard";
  const isContrary =
    contraryModifiers.includes(modifier) &&
    same.every((fact) => fact.modifier !== undefined && contraryModifiers.includes(fact.modifier));
  return isContrary && isPrecise ? "not-heard" : "unsure";
}

function recognisePart(
  { fact, isEssential: isNeeded }: DatePart,
  unit: readonly DateFact[],
  said: readonly DateFact[],
) {
  const same = said.filter((each) => isSameFact(fact, each));
  if (same.length > 0) return recogniseModifier(fact, { same, said }, isNeeded);
  const day = unit.find(({ type }) => type === "day");
  if (hasOtherMonth(fact, day, said)) return "not-heard";
  return isNeeded && !said.some((each) => isClose(fact, each)) ? "not-heard" : "unsure";
}

const untilWords = /^(?:until|till|by|before)$/;
const sinceWords = /^(?:since|from|after)$/;
const directionWords = 3;

function directionOf(tokens: readonly SpokenToken[], at: number): "until" | "since" | null {
  const word = tokens
    .slice(Math.max(0, at - directionWords), at)
    .findLast(({ text }) => untilWords.test(text) || sinceWords.test(text));
  if (!word) return null;
  return untilWords.test(word.text) ? "until" : "since";
}

/** For example, "from August" for "until August". */
function isContraryDirection(unit: readonly SpokenToken[], first: DateFact, speech: Speech, said: readonly DateFact[]) {
  const expected = directionOf(unit, first.at);
  const directions = said.filter((fact) => isSameFact(first, fact)).map(({ at }) => directionOf(speech.tokens, at));
  return expected !== null && directions.every((direction) => direction !== null && direction !== expected);
}

/** For example, both weekdays of "from Friday to Monday". */
function isTypeMissed(parts: readonly (readonly [DatePart, UnitRecognition])[], type: DateFact["type"]): boolean {
  const ofType = parts.filter(([{ fact }]) => fact.type === type);
  return ofType.length > 0 && ofType.every(([, outcome]) => outcome === "not-heard");
}

export function recogniseDate(unit: readonly SpokenToken[], speech: Speech): UnitRecognition {
  const facts = dateFactsOf(unit);
  const [first] = facts;
  if (!first) return recogniseTerm(unit, speech) === "heard" ? "heard" : "unsure";
  const said = dateFactsOf(speech.tokens);
  const parts = facts.map((fact) => {
    const part = { fact, isEssential: isEssential(fact, facts) };
    return [part, recognisePart(part, facts, said)] as const;
  });
  if (parts.some(([{ fact }]) => isTypeMissed(parts, fact.type))) return "not-heard";
  const isWhole = parts.every(([, outcome]) => outcome === "heard");
  return isWhole && !isContraryDirection(unit, first, speech, said) ? "heard" : "unsure";
}
