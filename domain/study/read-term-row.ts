import { findLanguage, type LanguageName, languageLabel } from "../content/language.ts";
import { type TopicId, topicIds } from "../content/scenario.ts";
import { Instant } from "../http/route.ts";
import type { CsvRow } from "./csv.ts";
import { removeFormulaGuard } from "./formula-guard.ts";
import { toPlainText } from "./plain-text.ts";
import {
  maxTermLength,
  maxTermNoteLength,
  maxTermSentenceLength,
  SegmentRef,
  type Term,
  TermId,
} from "./study-change.ts";
import type { TermColumn, TermColumns } from "./term-columns.ts";
import { foldForSearch } from "./term-text.ts";

export type RowContext = {
  columns: TermColumns;
  isHtml: boolean;
  language: LanguageName;
  now: Date;
};

/** `tags` contains the tags that are not topics. */
export type ReadRow = { id: string | null; term: Term; tags: readonly string[] } | { problem: string };

type CellReader = (column: TermColumn) => string;

function languageOf(cell: CellReader, { columns, language }: RowContext): LanguageName | null {
  const text = cell("language").trim();
  if (text === "") return columns.language ?? language;
  const found = findLanguage(languageLabel(text).toLowerCase())?.name ?? null;
  return found === "english" ? null : found;
}

const isTopic = (tag: string): tag is TopicId => topicIds.some((id) => id === tag);

function segmentOf(text: string): SegmentRef | null {
  const [language, scenario_id, segment_id] = text.trim().split("/");
  return SegmentRef.safeParse({ language, scenario_id, segment_id }).data ?? null;
}

function problemOf(term: Term): string | null {
  const label = languageLabel(term.language);
  const long = (name: string, text: string, most: number) =>
    [...text].length > most ? `${name} has more than ${most} characters` : null;
  if (term.english === "") return "English is missing";
  if (term.translation === "") return `${label} is missing`;
  return (
    long("English", term.english, maxTermLength) ??
    long(label, term.translation, maxTermLength) ??
    long("The sentence", term.sentence, maxTermSentenceLength) ??
    long("The note", term.note, maxTermNoteLength)
  );
}

export function readRow({ cells, isOpen }: CsvRow, context: RowContext): ReadRow {
  const { columns, isHtml, now } = context;
  if (isOpen) return { problem: "A quotation mark is not closed. The rest of the file is not imported" };
  const cell: CellReader = (column) => {
    const raw = cells[columns.positions.get(column) ?? Number.POSITIVE_INFINITY] ?? "";
    const text = columns.isOwn ? removeFormulaGuard(raw) : raw;
    return isHtml ? toPlainText(text) : text;
  };
  const language = languageOf(cell, context);
  if (!language) return { problem: `The language “${cell("language").trim()}” cannot be used` };
  const tags = cell("topic")
    .split(/\s+/)
    .filter((tag) => tag !== "");
  // A topic may be written as words, such as "Consumer affairs".
  const named = foldForSearch(cell("topic")).replaceAll(" ", "-");
  const created = Instant.safeParse(cell("created_at").trim());
  const term: Term = {
    ...{ language, english: cell("english").trim(), translation: cell("translation").trim() },
    ...{ sentence: cell("sentence"), note: cell("note") },
    topic_id: isTopic(named) ? named : (tags.find(isTopic) ?? null),
    segment: segmentOf(cell("segment")),
    created_at: created.data ?? now.toISOString(),
  };
  const problem = problemOf(term);
  if (problem !== null) return { problem };
  const id = TermId.safeParse(cell("id").trim()).data ?? null;
  return { id, term, tags: isTopic(named) ? [] : tags.filter((tag) => !isTopic(tag)) };
}
