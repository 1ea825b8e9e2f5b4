const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const escapeXml = (value: string) => value.replace(/[&<>"'\r\n]/g, (character) => `&#${character.codePointAt(0)};`);

/** An element that holds text. */
export function text(name: string, value: string | number | boolean): string {
  return `<${name}>${escapeXml(String(value))}</${name}>`;
}

/** An element that holds other elements; `attributes` is markup. */
export function elements(name: string, children: readonly string[], attributes = ""): string {
  return `<${name}${attributes}>${children.join("")}</${name}>`;
}

/** The namespace of S3's results, as an attribute of their root element. */
export const s3Namespace = ' xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';

/** A document with `root` as its root element. */
export function xmlDocument(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}`;
}

/** What stands between the tags of every element `name` in `markup`, in order. Elements of that name must not nest. */
export function innerMarkup(markup: string, name: string): string[] {
  const pattern = new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, "g");
  return [...markup.matchAll(pattern)].map(([, inner = ""]) => inner);
}

/** The text that `markup` without elements stands for. */
export function unescapeXml(markup: string): string {
  return markup.replace(/&(?:#x([0-9a-f]+)|#([0-9]+)|(\w+));/gi, (whole, hexadecimal, decimal, name) => {
    if (hexadecimal) return String.fromCodePoint(Number.parseInt(hexadecimal, 16));
    if (decimal) return String.fromCodePoint(Number(decimal));
    return entities[name] ?? whole;
  });
}
