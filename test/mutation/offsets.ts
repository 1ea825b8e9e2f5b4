import type { Location } from "@stryker-mutator/api/core";

/** `first` is the number of the first line and column: 0 in a `Mutant`, and 1 in a `MutantResult`. */
export function offsetsOf(text: string, { start, end }: Location, first: 0 | 1): { start: number; end: number } {
  const lines = text.split("\n");
  const offset = ({ line, column }: Location["start"]) =>
    lines.slice(0, line - first).reduce((sum, { length }) => sum + length + 1, column - first);
  return { start: offset(start), end: offset(end) };
}
