import type { TermImport } from "../../../../domain/study/read-terms.ts";
import { maxListedProblems, maxNewTerms } from "../../../../domain/study/read-terms.ts";
import { maxTerms } from "../../../../domain/study/study-change.ts";
import type { FileOutcome } from "./read-term-file.ts";

const number = (count: number) => count.toLocaleString("en");

type Refusal = Extract<FileOutcome, { kind: "refused" }>["refusal"];

export const refusalTexts: Readonly<Record<Refusal, string>> = {
  encoding:
    "This file is not UTF-8 text. Save it as “CSV UTF-8” in your spreadsheet program, then choose the new file.",
  unreadable: "The file could not be read. Choose it again.",
  "no-heading":
    "Parlance found no columns for the terms. Name the columns “english” and “translation” in the first line of the file, then choose the file again.",
  "no-terms": "The file has no terms.",
  "too-many-new": `The file has more than ${number(maxNewTerms)} new terms. Split it into smaller files.`,
  "glossary-full": `Your glossary can have ${number(maxTerms)} terms. It has no room for all terms of this file. Delete terms, or shorten the file.`,
};

export function summaryText({ added, changed, known, problemCount }: TermImport): string {
  return [
    `${number(added.length)} new`,
    ...(changed.length > 0 ? [`${number(changed.length)} changed`] : []),
    known === 1 ? "1 duplicate" : `${number(known)} duplicates`,
    ...(problemCount > 0 ? [`${number(problemCount)} with problems`] : []),
  ].join(", ");
}

const maxListedTags = 10;

function ignoredTagsText(tags: readonly string[]): string {
  const more = tags.length > maxListedTags ? ` and ${number(tags.length - maxListedTags)} more` : "";
  return `Tags that are left out: ${tags.slice(0, maxListedTags).join(", ")}${more}.`;
}

export function importNotes({ changed, ignoredColumns, ignoredTags }: TermImport): string[] {
  return [
    ...(changed.length > 0 ? ["Changed terms replace those in your glossary."] : []),
    ...(ignoredColumns.length > 0 ? [`Columns that are left out: ${ignoredColumns.join(", ")}.`] : []),
    ...(ignoredTags.length > 0 ? [ignoredTagsText(ignoredTags)] : []),
  ];
}

export function moreProblemsText({ problemCount }: TermImport): string {
  const more = problemCount - maxListedProblems;
  return more > 0 ? `${number(more)} more ${more === 1 ? "line has a problem" : "lines have problems"}.` : "";
}
