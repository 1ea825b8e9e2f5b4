/** What a spreadsheet takes for the beginning of a formula, in either width; apostrophes before it are guards. */
const formulaLike = /^'*[=+\-@＝＋－＠]/;

/** A text as a cell in which no spreadsheet computes; `unguarded` gives it back as it was. */
export function guarded(text: string): string {
  return formulaLike.test(text) ? `'${text}` : text;
}

/** Whether a cell says that it is a text, whatever it looks like. */
export function isGuarded(cell: string): boolean {
  return cell.startsWith("'") && formulaLike.test(cell);
}

/** The text that a cell means. */
export function unguarded(cell: string): string {
  return isGuarded(cell) ? cell.slice(1) : cell;
}
