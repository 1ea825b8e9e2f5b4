import type { Location } from "@stryker-mutator/api/core";

/** The offsets of a place in a text, whose lines and columns count from `first`: 0 of a change, 1 of its result. */
export function offsetsOf(text: string, { start, end }: Location, first: 0 | 1): { start: number; end: number } {
  const lines = text.split("\n");
  const offset = ({ line, column }: Location["start"]) =>
    lines.slice(0, line - first).reduce((sum, { length }) => sum + length + 1, column - first);
  return { start: offset(start), end: offset(end) };
}
