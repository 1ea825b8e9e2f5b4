/**
 * This module evaluates a part of CloudWatch's metric math for one period. A metric without data is undefined.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html
 */
type Value = number | undefined | readonly (number | undefined)[];

const tokens = /\s*(>=|<|[-+*/(),[\]]|[\w.]+)/gy;

const list = (value: Value): (number | undefined)[] => (Array.isArray(value) ? [...value] : [value as number]);

const functions: Readonly<Record<string, (given: readonly Value[]) => Value>> = {
  FILL: ([value, filler]) => value ?? filler,
  IF: ([condition, then, otherwise]) => (condition === undefined ? undefined : condition !== 0 ? then : otherwise),
  MAX: ([values]) => Math.max(...list(values).filter((value) => value !== undefined)),
  SUM: ([values]) => list(values).reduce((sum: number, value) => sum + (value ?? 0), 0),
};

const operators: Readonly<Record<string, (left: number, right: number) => number>> = {
  ">=": (left, right) => Number(left >= right),
  "<": (left, right) => Number(left < right),
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => left / right,
};

/** Operators by precedence, the lowest first. */
const levels = [
  [">=", "<"],
  ["+", "-"],
  ["*", "/"],
];

export function evaluate(expression: string, read: (name: string) => number | undefined): number | undefined {
  const words = [...expression.matchAll(tokens)].map(([, word = ""]) => word);
  let at = 0;
  const take = (expected?: string): string => {
    const word = words[at++] ?? "";
    if (expected !== undefined && word !== expected)
      throw new Error(`Expected ${expected} and not "${word}" in ${expression}`);
    return word;
  };
  const until = (end: string): Value[] => {
    const values: Value[] = [];
    while (words[at] !== end) {
      values.push(binary(0));
      if (words[at] === ",") take(",");
    }
    take(end);
    return values;
  };
  const primary = (): Value => {
    const word = take();
    if (word === "(") return until(")")[0];
    if (word === "[") return until("]").flatMap(list);
    if (/^[\d.]+$/.test(word)) return Number(word);
    if (words[at] !== "(") return read(word);
    const apply = functions[word];
    if (!apply) throw new Error(`CloudWatch's ${word} is not known here`);
    take("(");
    return apply(until(")"));
  };
  const binary = (level: number): Value => {
    const here = levels[level];
    if (!here) return primary();
    let value = binary(level + 1);
    while (here.includes(words[at] ?? "")) {
      const operate = operators[take()];
      const right = binary(level + 1);
      value = typeof value === "number" && typeof right === "number" ? operate?.(value, right) : undefined;
    }
    return value;
  };
  const value = binary(0);
  if (at < words.length || words.join("") !== expression.replaceAll(/\s/g, ""))
    throw new Error(`Not understood: ${expression}`);
  return typeof value === "number" ? value : undefined;
}
