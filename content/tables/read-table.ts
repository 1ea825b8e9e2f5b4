import { CsvError, parse } from "csv-parse/sync";
import { maxSegments } from "../../domain/content/dialogue-limits.ts";
import { cleanText } from "../authoring/clean-text.ts";
import { maxAuthoredBytes } from "../files/json-file.ts";
import { readRegularFile } from "../files/regular-file.ts";
import { isHeading } from "./columns.ts";

/** A cell of a table, as a spreadsheet names it: the row counted from 1, and the column's letter. */
export type Cell = {
  /** As it is meant. */
  text: string;
  /** As it stands in the file, with what nobody sees. */
  raw: string;
  row: number;
  column: string;
};
/** A row that says anything, with its number in the spreadsheet. */
export type Row = { row: number; cells: readonly Cell[] };

/** Those that seldom stand in sentences come first: of two that divide a table equally well the first is meant. */
const separators = ["\t", ";", ","] as const;

/** The letters of a column, counted from 0, as spreadsheets count: Z is followed by AA. */
export function columnLetter(index: number): string {
  const last = String.fromCharCode("A".charCodeAt(0) + (index % 26));
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last;
}

/** A cell as it was read. @param index of the column, counted from 0 */
export function toCell(written: string, row: number, index: number): Cell {
  return { text: cleanText(written), raw: written, row, column: columnLetter(index) };
}

const notUtf8 = "The file is not in UTF-8: save it as “CSV UTF-8” and try again.";

function decodeTable(bytes: Buffer): string {
  // A zero byte stands in every UTF-16 file with a Latin letter, a comma or the end of a line, and in no text otherwise.
  if (bytes.includes(0)) throw new Error(notUtf8);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error(notUtf8);
  }
}

const isBlank = (record: readonly string[]) => record.every((value) => cleanText(value) === "");

/** The records of a text under a separator; where quotation marks stand wrong, the line. */
function parseRecords(text: string, delimiter: string): { records: string[][] } | { faultyLine: number } {
  try {
    return { records: parse(text, { delimiter, relax_column_count: true }) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { faultyLine: Number(error["lines"]) };
  }
}

/** The share of a table's rows that have as many columns as most; 0 if that is one column. */
function measureEvenness(records: readonly string[][]): number {
  const written = records.filter((record) => !isBlank(record));
  const widths = Map.groupBy(written, (record) => record.length);
  const [width = 0, same = []] = [...widths].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
  return width >= 2 ? same.length / written.length : 0;
}

/** The records under the separator that is named (`sep=;`), under which headings are found, or which divides most evenly. */
function parseWithSeparator(text: string): string[][] {
  const [line, named] = /^sep=(.)\r?\n/.exec(text) ?? [];
  const body = line ? text.slice(line.length) : text;
  const attempts = (named ? [named] : separators).map((separator) => parseRecords(body, separator));
  const parsed = attempts.flatMap((attempt) => ("records" in attempt ? [attempt.records] : []));
  const headed = parsed.find(([first = []]) => isHeading(first));
  if (headed) return headed;
  const [best] = parsed
    .map((records) => ({ records, evenness: measureEvenness(records) }))
    .filter(({ evenness }) => evenness > 0)
    .toSorted((a, b) => b.evenness - a.evenness);
  if (best) return best.records;
  const faulty = attempts.find((attempt) => "faultyLine" in attempt);
  if (faulty) {
    throw new Error(
      `A quotation mark stands wrong near line ${faulty.faultyLine}: a text that holds one stands between quotation marks, and its own are doubled, as spreadsheets write them.`,
    );
  }
  throw new Error(
    "No two columns were found: save it as CSV, with commas, semicolons or tabs between the columns, and quotes around texts that hold them.",
  );
}

/**
 * Reads a table from a CSV file, as spreadsheets write them: with or without a byte order mark, separated by commas,
 * semicolons or tabs. Empty rows are left out.
 * @throws Error with one sentence, if it cannot be read as a table
 */
export async function readTable(file: string): Promise<Row[]> {
  const text = decodeTable(await readRegularFile(file, { most: maxAuthoredBytes, follow: true }));
  if (text.trim() === "") throw new Error("The file is empty.");
  const rows = parseWithSeparator(text).flatMap((record, index) => {
    if (isBlank(record)) return [];
    const row = index + 1;
    return [{ row, cells: record.map((written, at) => toCell(written, row, at)) }];
  });
  // One more for the headings.
  if (rows.length > maxSegments + 1) {
    throw new Error(`The table has ${rows.length} rows: a dialogue has at most ${maxSegments} segments.`);
  }
  return rows;
}
