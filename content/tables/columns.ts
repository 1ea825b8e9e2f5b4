import { findNearestWord } from "./nearest-word.ts";

const columnNames = {
  original: ["original", "source", "original_script", "text"],
  translation: ["translation", "target", "translated_script", "reference"],
  speaker: ["speaker", "role", "name", "who"],
  language: ["language", "original_language", "lang", "direction"],
  units: ["units", "scoring units"],
  voice: ["voice", "voices"],
  title: ["title"],
  briefing: ["briefing"],
  licence: ["licence", "license"],
  review: ["review", "reviewed", "reviewed by"],
  level: ["level"],
  english_words: ["english_words", "english words"],
} as const;

export type Column = keyof typeof columnNames;

export const columns = [
  "speaker",
  "language",
  "original",
  "translation",
  "units",
  "voice",
  "title",
  "briefing",
  "licence",
  "review",
  "level",
  "english_words",
] as const satisfies readonly Column[];

export function findColumn(heading: string): Column | undefined {
  const typed = heading.trim().toLowerCase();
  return columns.find((column) => columnNames[column].some((name) => name === typed));
}

export function findNearestColumn(heading: string): Column | undefined {
  const typed = heading.trim().toLowerCase();
  return (
    findMisspeltColumn(typed) ??
    columns.find((column) => typed.split(/[^\p{Letter}_]+/u).some((word) => findColumn(word) === column))
  );
}

function findMisspeltColumn(typed: string): Column | undefined {
  const nearest = findNearestWord(typed, Object.values(columnNames).flat());
  return nearest === undefined ? undefined : findColumn(nearest);
}

export function isHeading(cells: readonly string[]): boolean {
  const named = cells.map(findColumn);
  return named.includes("original") && named.includes("translation");
}

/** Guesses whether a row contains headings, of which some may be missing or misspelt. */
export function isHeadingLike(cells: readonly string[]): boolean {
  const named = cells.flatMap((cell) => findColumn(cell) ?? findMisspeltColumn(cell.trim().toLowerCase()) ?? []);
  return named.length >= 2 || named.includes("original") || named.includes("translation");
}
