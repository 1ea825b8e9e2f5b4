import { readFile, stat } from "node:fs/promises";
import { CsvError, parse } from "csv-parse/sync";
import * as z from "zod/mini";

/** A cell of a table, as a spreadsheet names it: the row counted from 1, and the column's letter. */
export type Cell = { text: string; row: number; column: string };
/** A row that says anything, with the row's number in the file. */
export type Row = { row: number; cells: readonly Cell[] };

const mebibyte = 1024 * 1024;
const largestFile = 5 * mebibyte;
/** A dialogue has at most 999 segments. */
const mostRows = 1000;

const separators = [",", ";", "\t"] as const;

/** The letter of a column, counted from 0. */
const letterOf = (index: number) => String.fromCharCode("A".charCodeAt(0) + (index % 26));

/** Marks that change the direction of writing, which spreadsheets and chats leave behind; and the one that begins a file. */
const invisible = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** A text as it is meant: without invisible marks, and with plain spaces. */
const cleaned = (text: string) =>
  text
    .replace(invisible, "")
    .replace(/[\s\u00a0]+/g, " ")
    .trim()
    .normalize("NFC");

function decoded(bytes: Buffer): string {
  const isUtf16 =
    bytes.length >= 2 && ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff));
  if (isUtf16 || bytes.includes(0)) throw new Error("The file is not in UTF-8: save it as “CSV UTF-8” and try again.");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error("The file is not in UTF-8: save it as “CSV UTF-8” and try again.");
  }
}

const Records = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }));
type Records = z.infer<typeof Records>;

function records(text: string, delimiter: string): Records {
  return Records.parse(
    parse(text, { delimiter, bom: true, info: true, relax_column_count: true, skip_empty_lines: true }),
  );
}

/** The separator under which most rows have the same number of columns, of which there are two at least. */
function separated(text: string): Records {
  const attempts = separators.flatMap((separator) => {
    try {
      const found = records(text, separator);
      const widths = Map.groupBy(found, ({ record }) => record.length);
      const [width = 0, same = []] = [...widths].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
      return width >= 2 ? [{ found, share: same.length / found.length, width }] : [];
    } catch (error) {
      if (error instanceof CsvError) return [];
      throw error;
    }
  });
  const [best] = attempts.toSorted((a, b) => b.share - a.share || b.width - a.width);
  if (best) return best.found;
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
  if ((await stat(file)).size > largestFile) {
    throw new Error(
      `The file is larger than ${largestFile / mebibyte} MB: a dialogue has at most ${mostRows - 1} segments.`,
    );
  }
  const text = decoded(await readFile(file)).replace(/^\ufeff?sep=.\r?\n/, "");
  if (text.trim() === "") throw new Error("The file is empty.");
  const found = separated(text);
  if (found.length > mostRows) {
    throw new Error(`The table has ${found.length} rows: a dialogue has at most ${mostRows - 1} segments.`);
  }
  return found.flatMap(({ record, info }) => {
    const cells = record.map((value, index) => ({
      text: cleaned(value),
      row: info.lines,
      column: letterOf(index),
    }));
    return cells.some((cell) => cell.text !== "") ? [{ row: info.lines, cells }] : [];
  });
}
