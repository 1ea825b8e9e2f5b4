import { createCsvReader } from "./csv.ts";
import { columnsOf, type TermColumn, type TermColumns } from "./term-columns.ts";

export type FileHeaders = {
  separator: string;
  isHtml: boolean;
  /** Null if the first row must name the columns. */
  columns: TermColumns | null;
};

const separatorNames: ReadonlyMap<string, string> = new Map([
  ["comma", ","],
  ["semicolon", ";"],
  ["tab", "\t"],
  ["space", " "],
  ["pipe", "|"],
  ["colon", ":"],
]);

const usualSeparators = ["\t", ",", ";", "|"] as const;

export const cellsOf = (line: string, separator: string): readonly string[] => {
  const reader = createCsvReader(separator);
  return [...reader.push(line), ...reader.end()][0]?.cells ?? [];
};

/** Spreadsheet programs fill a short line with separators. */
const withoutPadding = (value: string) => value.replace(/[,;\t|\s]+$/, "").trim();

function statedSeparator(values: ReadonlyMap<string, string>): string | undefined {
  const value = values.get("separator");
  if (value === undefined) return undefined;
  const name = withoutPadding(value).toLowerCase();
  return separatorNames.get(name) ?? (name.length === 1 ? name : value.charAt(0));
}

/** The sides of a term are the first two columns that Anki's headers do not use for another purpose. */
function columnsByPosition(values: ReadonlyMap<string, string>): TermColumns {
  const positionOf = (name: string) => Number(withoutPadding(values.get(name) ?? "")) - 1;
  const tags = positionOf("tags column");
  const special = new Set([tags, ...["guid column", "notetype column", "deck column"].map(positionOf)]);
  const [first = 0, second = 1] = [0, 1, 2, 3, 4, 5].filter((at) => !special.has(at));
  const positions = new Map<TermColumn, number>([
    ["english", first],
    ["translation", second],
  ]);
  if (tags >= 0) positions.set("topic", tags);
  return { positions, ignored: [], language: null, isOwn: false };
}

const sides = (headings: string, separator: string) => columnsOf(cellsOf(headings, separator));

/** @param headers the lines at the top of a file that start with "#" */
export function readHeaders(headers: readonly string[], firstRow: string): FileHeaders {
  const values = new Map(
    headers.flatMap((header): [string, string][] => {
      const [, key, value] = /^#([^:]*):(.*)$/s.exec(header) ?? [];
      return key === undefined || value === undefined ? [] : [[key.trim().toLowerCase(), value]];
    }),
  );
  const stated = statedSeparator(values);
  const named = values.get("columns") ?? firstRow;
  // A spreadsheet program may have saved the file with a separator that differs from the header's.
  const tried = [...(stated === undefined ? [] : [stated]), ...usualSeparators];
  const separator =
    tried.find((each) => sides(named, each) !== null) ??
    stated ??
    usualSeparators.find((each) => firstRow.includes(each)) ??
    ",";
  const byName = values.has("columns") ? sides(named, separator) : null;
  const isAnki = ["separator", "html", "tags column", "guid column"].some((key) => values.has(key));
  const hasHeading = sides(firstRow, separator) !== null;
  return {
    separator,
    isHtml: withoutPadding(values.get("html") ?? "").toLowerCase() === "true",
    columns: byName ?? (isAnki && !hasHeading ? columnsByPosition(values) : null),
  };
}

/**
 * Splits the lines at the top that start with "#" from the rest of the file; null if the first row is not complete yet.
 * @param isWhole true if no more text follows
 */
export function splitHeaders(
  text: string,
  isWhole: boolean,
): { headers: string[]; rest: string; firstRow: string } | null {
  const headers: string[] = [];
  let rest = text;
  for (;;) {
    // A carriage return at the end may be the first half of a CRLF.
    const end = /\r\n|\n|\r(?!$)/.exec(rest);
    if (!end && !isWhole) return null;
    const line = end ? rest.slice(0, end.index) : rest;
    if (!line.startsWith("#")) return { headers, rest, firstRow: line };
    headers.push(line);
    rest = end ? rest.slice(end.index + end[0].length) : "";
  }
}
