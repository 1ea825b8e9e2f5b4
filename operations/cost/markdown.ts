/** The first `left` columns are aligned left, the others right. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[], left = 1): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rule = head.map((_, at) => (at < left ? "---" : "---:"));
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}

const threeDigits = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });

export const formatRounded = (value: number): string => threeDigits.format(value);

const blockMarker = (name: string, end: "begin" | "end") => `<!-- ${end} ${name}: npm run cost -- --write -->`;

/** @throws Error if the document has no markers of the block */
export function replaceBlock(document: string, name: string, text: string): string {
  const [begin, end] = [blockMarker(name, "begin"), blockMarker(name, "end")];
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The document has no place for "${name}"`);
  return `${document.slice(0, from + begin.length)}\n\n${text}\n\n${document.slice(to)}`;
}
