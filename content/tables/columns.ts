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
] as const satisfies readonly Column[];

export function findColumn(heading: string): Column | undefined {
  const typed = heading.trim().toLowerCase();
  return columns.find((column) => columnNames[column].some((name) => name === typed));
}

export function isHeading(cells: readonly string[]): boolean {
  const named = cells.map(findColumn);
  return named.includes("original") && named.includes("translation");
}
