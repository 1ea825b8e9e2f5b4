import { CsvError, parse } from "csv-parse/sync";
import { maxSegments } from "../../domain/content/dialogue-limits.ts";
import { cleanText } from "../authoring/clean-text.ts";
import { maxAuthoredBytes } from "../files/json-file.ts";
import { readRegularFile } from "../files/regular-file.ts";
import { isHeading } from "./columns.ts";

/** The position is as in a spreadsheet: rows count from 1, and columns have letters. */
export type Cell = {
  text: string;
  /** The text before `cleanText`. */
  raw: string;
  row: number;
  column: string;
};
export type Row = { row: number; cells: readonly Cell[] };

/** If several fit equally well, the first is used. Separators that are rare in sentences come first. */
const separators = ["\t", ";", ","] as const;

/** As in spreadsheets: AA follows Z. */
export function columnLetter(index: number): string {
  const last = String.fromCharCode("A".charCodeAt(0) + (index % 26));
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last;
}

export function toCell(written: string, row: number, index: number): Cell {
  return { text: cleanText(written), raw: written, row, column: columnLetter(index) };
}

const notUtf8 = "The file is not in UTF-8: save it as “CSV UTF-8” and try again.";
const workbook = "The file is a workbook or another ZIP file: save the table as “CSV UTF-8” and try again.";

/**
 * The first bytes of a ZIP file that is not empty: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.7
 */
const zipSignature = Buffer.from([0x50, 0x4b, 3, 4]);

/**
 * Minimums for UTF-16 without a byte order mark: `ofBytes` is the share of zero bytes. `ofOneHalf` is the share of the
 * zero bytes that are at even positions, or at odd positions.
 */
const utf16Shares = { ofBytes: 0.04, ofOneHalf: 0.9 };

function isUtf16(bytes: Buffer): boolean {
  if (bytes.length >= 2 && [0xfeff, 0xfffe].includes(bytes.readUInt16BE())) return true;
  const zeros = [...bytes.keys()].filter((at) => bytes[at] === 0);
  const odd = zeros.filter((at) => at % 2 === 1).length;
  const inOneHalf = Math.max(odd, zeros.length - odd);
  return zeros.length > utf16Shares.ofBytes * bytes.length && inOneHalf >= utf16Shares.ofOneHalf * zeros.length;
}

function decodeTable(bytes: Buffer): string {
  if (bytes.subarray(0, zipSignature.length).equals(zipSignature)) throw new Error(workbook);
  if (isUtf16(bytes)) throw new Error(notUtf8);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error(notUtf8);
  }
}

const isBlank = (record: readonly string[]) => record.every((value) => cleanText(value) === "");

function parseRecords(text: string, delimiter: string): { records: string[][] } | { faultyLine: number } {
  try {
    return { records: parse(text, { delimiter, relax_column_count: true }) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { faultyLine: Number(error["lines"]) };
  }
}

/** Returns 0 if the most common number of columns is below 2. */
function measureEvenness(records: readonly string[][]): number {
  const written = records.filter((record) => !isBlank(record));
  const widths = Map.groupBy(written, (record) => record.length);
  const [width = 0, same = []] = [...widths].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
  return width >= 2 ? same.length / written.length : 0;
}

/**
 * Uses the separator that a first line such as `sep=;` names. Without this line, uses the separator that produces
 * headings, otherwise the one that divides the rows most evenly.
 */
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
      `A quotation mark is misplaced near line ${faulty.faultyLine}: put a text that contains quotation marks between quotation marks, and double its own.`,
    );
  }
  throw new Error(
    "Fewer than two columns were found: save the table as CSV, with commas, semicolons or tabs between columns, and quotes around texts that contain them.",
  );
}

/** Leaves out blank rows. */
export async function readTable(file: string): Promise<Row[]> {
  const text = decodeTable(await readRegularFile(file, { most: maxAuthoredBytes, follow: true }));
  if (text.trim() === "") throw new Error("The file is empty.");
  const rows = parseWithSeparator(text).flatMap((record, index) => {
    if (isBlank(record)) return [];
    const row = index + 1;
    return [{ row, cells: record.map((written, at) => toCell(written, row, at)) }];
  });
  // One row more is allowed, for the headings.
  if (rows.length > maxSegments + 1) {
    throw new Error(`The table has ${rows.length} rows: a dialogue has at most ${maxSegments} segments.`);
  }
  return rows;
}
