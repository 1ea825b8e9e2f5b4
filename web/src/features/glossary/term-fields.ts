import type { LanguageName } from "../../../../domain/content/language.ts";
import { languageLabel } from "../../../../domain/content/language.ts";
import type { StoredTerm } from "../../../../domain/study/study.ts";
import {
  maxTermLength,
  maxTermNoteLength,
  maxTermSentenceLength,
  maxTerms,
  type SegmentRef,
  type Term,
} from "../../../../domain/study/study-change.ts";
import { termKey } from "../../../../domain/study/term-text.ts";

export const glossaryFullText = `Your glossary is full: it can have ${maxTerms.toLocaleString("en")} terms. Delete some before you add another.`;

export type TermFields = Pick<Term, "english" | "translation" | "sentence" | "note" | "topic_id">;

/** `id` and `created_at` are null for a new term. */
export type EditedTerm = {
  id: string | null;
  language: LanguageName;
  segment: SegmentRef | null;
  created_at: string | null;
  fields: TermFields;
};

export const emptyFields: TermFields = { english: "", translation: "", sentence: "", note: "", topic_id: null };

export function newTerm(language: LanguageName, fields: Partial<TermFields> = {}): EditedTerm {
  return { id: null, language, segment: null, created_at: null, fields: { ...emptyFields, ...fields } };
}

export function editedTerm({ id, language, segment, created_at, ...fields }: StoredTerm): EditedTerm {
  return { id, language, segment, created_at, fields };
}

export function toTerm({ language, segment, created_at, fields }: EditedTerm, now: Date): Term {
  const { english, translation, sentence, note, topic_id } = fields;
  return {
    ...{ language, english: english.trim(), translation: translation.trim(), sentence: sentence.trim() },
    ...{ note: note.trim(), topic_id, segment, created_at: created_at ?? now.toISOString() },
  };
}

type TextName = "english" | "translation" | "sentence" | "note";

/** "" for a field without an error. */
export type TermErrors = Readonly<Record<TextName, string>>;

const limits: Readonly<Record<TextName, number>> = {
  english: maxTermLength,
  translation: maxTermLength,
  sentence: maxTermSentenceLength,
  note: maxTermNoteLength,
};

export function termErrors({ language, fields }: EditedTerm): TermErrors {
  const tooLong = (name: TextName) =>
    [...fields[name].trim()].length > limits[name] ? `Please shorten this to ${limits[name]} characters` : "";
  const side = (name: "english" | "translation", label: string) =>
    fields[name].trim() === "" ? `Please enter the term in ${label}` : tooLong(name);
  return {
    english: side("english", "English"),
    translation: side("translation", languageLabel(language)),
    sentence: tooLong("sentence"),
    note: tooLong("note"),
  };
}

export function duplicateOf({ id, language, fields }: EditedTerm, terms: readonly StoredTerm[]): StoredTerm | null {
  const key = termKey({ language, ...fields });
  return terms.find((term) => term.id !== id && termKey(term) === key) ?? null;
}
