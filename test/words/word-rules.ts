import { docstringsOf, readableTextsOf, type SourceText } from "./source-text.ts";

const forbiddenOpener = /^(?:What|Whatever|Whoever|That which|By what) /;

export function docstringFaults(file: string, source: string): SourceText[] {
  return docstringsOf(file, source).filter(({ text }) => forbiddenOpener.test(text));
}

export type ScreenFault = { line: number; text: string; instead: string };

/** Words that screens do not use, with their replacements. */
const glossary: readonly (readonly [RegExp, string])[] = [
  [/\be-mail/i, "email"],
  [/\bsign(?:s|ed|ing)?[ -](?:in|out)\b/i, "log in, log out"],
  [/\bconversations?\b/i, "dialogue"],
  [/\ba mock\b(?! exam)/i, "mock exam, exam"],
  [/\bmocks\b/i, "mock exams, exams"],
  [
    /\b(?:the|this|your|a|no|each|every|first|last|next|one) takes?\b(?! (?:a|an|the|up|about|at|from|it|no|place|some)\b)/i,
    "recording",
  ],
  [/\b(?:anew|wholly|whoever|somebody)\b/i, "again, completely, a person"],
  [/\ball the same\b/i, "(leave it out)"],
  [/\bgo(?:es)? on\b/i, "continue"],
];

export function screenFaults(file: string, source: string): ScreenFault[] {
  return readableTextsOf(file, source).flatMap(({ line, text }) =>
    glossary.filter(([word]) => word.test(text)).map(([, instead]) => ({ line, text, instead })),
  );
}

const maxSubjectLength = 72;

export function subjectFaults(subjects: readonly string[]): string[] {
  return subjects.filter((subject) => subject.length > maxSubjectLength || /^[a-z]|\.$/.test(subject));
}
