const entities: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
]);

function decodeEntity(whole: string, name: string): string {
  if (!name.startsWith("#")) return entities.get(name.toLowerCase()) ?? whole;
  const isHex = name.charAt(1).toLowerCase() === "x";
  const code = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

/** Converts the simple HTML that Anki exports. Never render the result as HTML. */
export function toPlainText(html: string): string {
  return html
    .replace(/<br\s*\/?>|<\/(?:div|p|li)>/gi, "\n")
    .replace(/<[a-z/!][^>]*>/gi, "")
    .replace(/&(#x?[\da-f]+|[a-z]+);/gi, decodeEntity)
    .trim();
}
