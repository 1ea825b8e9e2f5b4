import { findLanguage, type LanguageName } from "../content/language.ts";
import { foldForSearch } from "./term-text.ts";

/** Columns of an exported file, in their order. */
export const termColumns = [
  "english",
  "translation",
  "sentence",
  "note",
  "topic",
  "language",
  "segment",
  "id",
  "created_at",
] as const;

export type TermColumn = (typeof termColumns)[number];

/** Headings of other programs. Anki's usual notes have a front and a back. */
const otherHeadings: Readonly<Record<string, TermColumn>> = {
  front: "english",
  back: "translation",
  notes: "note",
  example: "sentence",
  tags: "topic",
};

export type TermColumns = {
  positions: ReadonlyMap<TermColumn, number>;
  ignored: readonly string[];
  /** The language that the heading of the translations names, such as "Nepali". */
  language: LanguageName | null;
  /** True if the file has all columns of an exported file. */
  isOwn: boolean;
};

function columnOf(heading: string): TermColumn | undefined {
  const name = foldForSearch(heading).replaceAll(" ", "_");
  const own = termColumns.find((column) => column === name);
  if (own) return own;
  if (Object.hasOwn(otherHeadings, name)) return otherHeadings[name];
  return findLanguage(name) ? "translation" : undefined;
}

export function columnsOf(headings: readonly string[]): TermColumns | null {
  const positions = new Map<TermColumn, number>();
  const ignored: string[] = [];
  headings.forEach((heading, at) => {
    const column = columnOf(heading);
    if (column && !positions.has(column)) positions.set(column, at);
    else if (heading.trim() !== "") ignored.push(heading.trim());
  });
  if (!positions.has("english") || !positions.has("translation")) return null;
  const isOwn = termColumns.every((column) => positions.has(column));
  const named = findLanguage(foldForSearch(headings[positions.get("translation") ?? 0] ?? ""));
  return { positions, ignored, language: named?.name ?? null, isOwn };
}
