/** A table as Markdown has it, with its numbers to the right. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[], left = 1): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rule = head.map((_, at) => (at < left ? "---" : "---:"));
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}

const places = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });

/** A number with three digits that say something, such as 1,230,000 or 0.00456. */
export const rounded = (value: number): string => places.format(value);

const mark = (name: string, end: "begin" | "end") => `<!-- ${end} ${name}: npm run cost -- --write -->`;

/**
 * A document with the text between the marks of `name` replaced.
 * @throws Error for a document that has no such marks
 */
export function withBlock(document: string, name: string, text: string): string {
  const [begin, end] = [mark(name, "begin"), mark(name, "end")];
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The document has no place for "${name}"`);
  return `${document.slice(0, from + begin.length)}\n\n${text}\n\n${document.slice(to)}`;
}
