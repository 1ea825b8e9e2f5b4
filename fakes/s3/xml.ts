const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const escapeXml = (value: string) => value.replace(/[&<>"'\r\n]/g, (character) => `&#${character.codePointAt(0)};`);

export function text(name: string, value: string | number | boolean): string {
  return `<${name}>${escapeXml(String(value))}</${name}>`;
}

/** `attributes` is XML markup, and is not escaped. */
export function elements(name: string, children: readonly string[], attributes = ""): string {
  return `<${name}${attributes}>${children.join("")}</${name}>`;
}

export const s3Namespace = ' xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';

export function xmlDocument(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}`;
}

/** Elements with the name must not be nested. */
export function innerMarkup(markup: string, name: string): string[] {
  const pattern = new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, "g");
  return [...markup.matchAll(pattern)].map(([, inner = ""]) => inner);
}

export function unescapeXml(markup: string): string {
  return markup.replace(/&(?:#x([0-9a-f]+)|#([0-9]+)|(\w+));/gi, (whole, hexadecimal, decimal, name) => {
    if (hexadecimal) return String.fromCodePoint(Number.parseInt(hexadecimal, 16));
    if (decimal) return String.fromCodePoint(Number(decimal));
    return entities[name] ?? whole;
  });
}
