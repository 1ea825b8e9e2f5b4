const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (whole, hex, decimal, name) => {
    if (name) return entities[String(name).toLowerCase()] ?? whole;
    const point = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

/** The words of an HTML message, for readers of plain text: blocks on lines of their own, links with their address. */
export function plainText(html: string): string {
  const words = html
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<(head|style|script|title)\b[\s\S]*?<\/\1\s*>/gi, "")
    .replace(/\s+/g, " ")
    .replace(/<a\b[^>]*?href="([^"]*)"[^>]*>(.*?)<\/a\s*>/gi, (_, href, label) =>
      href === label ? href : `${label} (${href})`,
    )
    .replace(/<br\s*\/?>|<\/(?:div|li|tr|ul|ol|table)\s*>/gi, "\n")
    .replace(/<\/(?:p|h[1-6])\s*>/gi, "\n\n")
    .replace(/<[^>]*>/g, "");
  return decodeEntities(words)
    .replace(/[^\S\n]*\n[^\S\n]*/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/[^\S\n]+/g, " ")
    .trim();
}
