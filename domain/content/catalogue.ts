import * as z from "zod/mini";
import { type LanguageName, languageNames } from "./language.ts";

/** Anyone may read the content in this folder without a grant. */
export const publicFolder = "public/";

export const cataloguePath = `${publicFolder}catalogue.json`;

const LanguageEntry = z.object({
  language: z.enum(languageNames),
  dialogues: z.int().check(z.gte(1)),
  of_exam_length: z.optional(z.int().check(z.nonnegative())),
  /** Length of all originals together, in seconds. */
  seconds: z.optional(z.number().check(z.positive())),
  topics: z.optional(z.int().check(z.gte(1))),
  /** Number of exams that can be drawn without using a dialogue twice. */
  exams: z.optional(z.int().check(z.nonnegative())),
});

/**
 * Amount of content in a language, without the examples. A field is absent if the language's pack does not state it.
 */
export type LanguageEntry = z.infer<typeof LanguageEntry>;

const FreeEntry = z.object({ language: z.enum(languageNames), dialogues: z.int().check(z.gte(1)) });

/**
 * Summary of the published content. Visitors can read this file before a payment. Languages without dialogues are left
 * out.
 */
export const Catalogue = z.object({
  languages: z.array(LanguageEntry),
  /** Numbers of free dialogues by language. Absent if the published packs do not state them. */
  free: z.optional(z.array(FreeEntry)),
});
export type Catalogue = z.infer<typeof Catalogue>;

export function findLanguageEntry({ languages }: Catalogue, language: LanguageName): LanguageEntry | undefined {
  return languages.find((entry) => entry.language === language);
}

/** Returns undefined if the catalogue does not state the numbers of free dialogues. */
export function countFreeDialogues({ free }: Catalogue, language: LanguageName): number | undefined {
  return free && (free.find((entry) => entry.language === language)?.dialogues ?? 0);
}

export function languagesWithoutDialogues(catalogue: Catalogue): LanguageName[] {
  return languageNames.filter((language) => !findLanguageEntry(catalogue, language));
}

/** Sums the dialogues and the seconds of all languages. `seconds` is undefined if a language does not state it. */
export function sumCatalogue({ languages }: Catalogue): Pick<LanguageEntry, "dialogues" | "seconds"> {
  return {
    dialogues: languages.reduce((sum, { dialogues }) => sum + dialogues, 0),
    seconds: sumOfKnown(languages.map(({ seconds }) => seconds)),
  };
}

export function sumOfKnown(values: readonly (number | undefined)[]): number | undefined {
  return values.reduce((sum, value) => (sum === undefined || value === undefined ? undefined : sum + value), 0);
}
