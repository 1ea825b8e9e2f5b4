import type { LanguageName } from "../content/language.ts";
import { type CsvReader, type CsvRow, createCsvReader } from "./csv.ts";
import { readRow } from "./read-term-row.ts";
import { createTermSorter, type ImportedTerm } from "./sort-terms.ts";
import type { StoredTerm } from "./study.ts";
import { maxTerms } from "./study-change.ts";
import { columnsOf, type TermColumns } from "./term-columns.ts";
import { readHeaders, splitHeaders } from "./term-file-headers.ts";

/** Per file. */
export const maxNewTerms = 5000;
/** Further problems are only counted. */
export const maxListedProblems = 10;

export type RowProblem = { line: number; problem: string };

export type TermImport = {
  added: readonly ImportedTerm[];
  changed: readonly ImportedTerm[];
  /** Number of terms in the file that the glossary already has, or that occur earlier in the file. */
  known: number;
  problems: readonly RowProblem[];
  problemCount: number;
  ignoredColumns: readonly string[];
  ignoredTags: readonly string[];
};

export type ImportRefusal = "no-heading" | "no-terms" | "too-many-new" | "glossary-full";

export type TermImporter = {
  /** Returns false if the file is refused. */
  push: (text: string) => boolean;
  end: () => { refusal: ImportRefusal } | { result: TermImport };
};

type Options = {
  /** Language of a row if neither the row nor a heading names one. */
  language: LanguageName;
  own: readonly StoredTerm[];
  now: Date;
  createId: () => string;
};

function createCollection({ language, own, now, createId }: Options) {
  const sorter = createTermSorter(own, createId);
  const problems: RowProblem[] = [];
  const tags = new Set<string>();
  let problemCount = 0;
  const take = (row: CsvRow, columns: TermColumns, isHtml: boolean) => {
    const read = readRow(row, { columns, isHtml, language, now });
    if ("problem" in read) {
      problemCount += 1;
      if (problems.length < maxListedProblems) problems.push({ line: row.line, problem: read.problem });
      return;
    }
    for (const tag of read.tags) tags.add(tag);
    sorter.sort(read.id, read.term);
  };
  const refusal = (): ImportRefusal | null => {
    if (sorter.added.length > maxNewTerms) return "too-many-new";
    const hasRoom = sorter.added.length === 0 || own.length + sorter.added.length <= maxTerms;
    return hasRoom ? null : "glossary-full";
  };
  const result = (ignoredColumns: readonly string[]): TermImport => {
    const { added, changed, knownCount } = sorter;
    return {
      added,
      changed: changed(),
      known: knownCount(),
      problems,
      problemCount,
      ignoredColumns,
      ignoredTags: [...tags],
    };
  };
  return { take, refusal, result };
}

/** The first row may name the columns again, after the file's headers. */
function isHeadingAgain({ cells }: CsvRow, { isOwn }: TermColumns): boolean {
  const headings = columnsOf(cells);
  return headings !== null && headings.isOwn === isOwn;
}

function createRowReader({ take, refusal }: ReturnType<typeof createCollection>, headers: string[], firstRow: string) {
  const { separator, isHtml, columns: known } = readHeaders(headers, firstRow);
  const reader: CsvReader = createCsvReader(separator, headers.length + 1);
  let columns = known;
  let isFirst = true;
  let refused: ImportRefusal | null = null;
  const takeRow = (row: CsvRow) => {
    if (columns && !(isFirst && isHeadingAgain(row, columns))) take(row, columns, isHtml);
    columns ??= columnsOf(row.cells);
    isFirst = false;
    refused = columns ? refusal() : "no-heading";
  };
  const takeRows = (rows: readonly CsvRow[]) => {
    for (const row of rows) if (refused === null) takeRow(row);
  };
  return {
    push: (text: string) => takeRows(reader.push(text)),
    end: () => takeRows(reader.end()),
    refused: () => refused,
    ignored: () => columns?.ignored ?? [],
  };
}

/** The importer does not change the glossary. */
export function createTermImporter(options: Options): TermImporter {
  const collection = createCollection(options);
  let head = "";
  let rows: ReturnType<typeof createRowReader> | null = null;
  const start = (isWhole: boolean) => {
    const split = splitHeaders(head, isWhole);
    if (!split) return;
    rows = createRowReader(collection, split.headers, split.firstRow);
    rows.push(split.rest);
  };
  return {
    push: (text) => {
      if (rows) rows.push(text);
      else {
        head += text;
        start(false);
      }
      return (rows?.refused() ?? null) === null;
    },
    end: () => {
      if (!rows) start(true);
      rows?.end();
      const refusal = rows?.refused() ?? null;
      if (refusal) return { refusal };
      const result = collection.result(rows?.ignored() ?? []);
      const { added, changed, known, problemCount } = result;
      return added.length + changed.length + known + problemCount === 0 ? { refusal: "no-terms" } : { result };
    },
  };
}
