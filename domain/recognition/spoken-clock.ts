import { createNumber, type SpokenNumber, type SpokenToken } from "./spoken-numbers.ts";

/** Tokens that replace `length` tokens from a position on. */
export type Rewriting = { tokens: readonly SpokenToken[]; length: number };
export type Rewriter = (tokens: readonly SpokenToken[], at: number) => Rewriting | null;

/** The first rewriter that returns a replacement is used. */
export function rewriteTokens(tokens: readonly SpokenToken[], rewriters: readonly Rewriter[]): SpokenToken[] {
  const rewritten: SpokenToken[] = [];
  for (let at = 0; at < tokens.length; ) {
    const rewriting = rewriters.reduce<Rewriting | null>((found, rewrite) => found ?? rewrite(tokens, at), null);
    const token = tokens[at];
    if (rewriting) rewritten.push(...rewriting.tokens);
    else if (token) rewritten.push(token);
    at += rewriting?.length ?? 1;
  }
  return rewritten;
}

/** 730 for half past seven, 7 for seven o'clock. */
export function createTime(hour: number, minute: number): SpokenNumber {
  const minutes = String(minute).padStart(2, "0");
  const hours = hour > 12 ? [hour, hour - 12] : [hour];
  if (minute === 0) return createNumber(hour, hours);
  // 8:50 may be said as "ten to nine".
  const untilNext = minute > 30 ? [60 - minute, (hour % 12) + 1] : [];
  return createNumber(`${hour}${minutes}`, [...hours.map((each) => `${each}${minutes}`), ...untilNext]);
}

const textAt = (tokens: readonly SpokenToken[], at: number) => tokens[at]?.text;

function smallNumberAt(tokens: readonly SpokenToken[], at: number, most: number): number | null {
  const { number } = tokens[at] ?? {};
  const value = Number(number?.value);
  return number && !number.isOrdinal && Number.isInteger(value) && value >= 1 && value <= most ? value : null;
}

function minutesAt(tokens: readonly SpokenToken[], at: number): number | null {
  const text = textAt(tokens, at);
  if (text === "half") return 30;
  return text === "quarter" ? 15 : smallNumberAt(tokens, at, 29);
}

/** Reads "half past eight", "quarter to eight" and "ten past eight". */
const readTimeWords: Rewriter = (tokens, at) => {
  const token = tokens[at];
  const minutes = minutesAt(tokens, at);
  if (!token || minutes === null) return null;
  const relation = textAt(tokens, at + 1) === "minutes" ? at + 2 : at + 1;
  const hour = smallNumberAt(tokens, relation + 1, 12);
  if (hour === null) return null;
  const withTime = (number: SpokenNumber) => ({ tokens: [{ ...token, number }], length: relation + 2 - at });
  const relationText = textAt(tokens, relation) ?? "";
  if (relationText === "past" || (relationText === "after" && minutes % 5 === 0))
    return withTime(createTime(hour, minutes));
  if (relationText !== "to" || minutes % 5 !== 0) return null;
  const before = createTime(((hour + 10) % 12) + 1, 60 - minutes);
  // "Five to ten" may be a time of day or a range, so the token keeps both meanings.
  return token.number === undefined || token.text === "quarter"
    ? withTime(before)
    : { tokens: [{ ...token, number: { ...token.number, parts: [...token.number.parts, before.value] } }], length: 1 };
};

const readDigitalTime: Rewriter = (tokens, at) => {
  const token = tokens[at];
  const [, hour, minute] = /^(\d+):(\d\d)$/.exec(token?.text ?? "") ?? [];
  return token && hour !== undefined && minute !== undefined
    ? { tokens: [{ ...token, number: createTime(Number(hour), Number(minute)) }], length: 1 }
    : null;
};

const readNamedTime: Rewriter = (tokens, at) => {
  const token = tokens[at];
  const isNamed = token?.text === "midnight" || token?.text === "noon" || token?.text === "midday";
  return isNamed ? { tokens: [{ ...token, number: createNumber(12) }], length: 1 } : null;
};

export const timeRewriters: readonly Rewriter[] = [readTimeWords, readDigitalTime, readNamedTime];
