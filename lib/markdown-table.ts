/** A table as Markdown has it, with its numbers to the right. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[], left = 1): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rule = head.map((_, at) => (at < left ? "---" : "---:"));
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}

const places = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });

/** A number with three digits that say something, such as 1,230,000 or 0.00456. */
export const rounded = (value: number): string => places.format(value);
