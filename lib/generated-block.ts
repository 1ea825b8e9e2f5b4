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
