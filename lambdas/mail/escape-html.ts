/** The ampersand comes first, since what stands for the others begins with one. */
const escapes = [
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
] as const;

/** Text as it may stand in HTML, between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return escapes.reduce((escaped, [character, reference]) => escaped.replaceAll(character, reference), text);
}
