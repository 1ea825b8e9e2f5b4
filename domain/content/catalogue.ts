import * as z from "zod/mini";
import { type LanguageName, languageNames } from "./language.ts";

/** Anyone may read this folder of the content, without a grant. */
export const publicFolder = "public/";

export const cataloguePath = `${publicFolder}catalogue.json`;

const LanguageEntry = z.object({
  language: z.enum(languageNames),
  dialogues: z.int().check(z.gte(1)),
  of_exam_length: z.optional(z.int().check(z.nonnegative())),
  /** Length of all originals together. */
  seconds: z.optional(z.number().check(z.positive())),
  topics: z.optional(z.int().check(z.gte(1))),
  /** Number of exams that can be drawn so that no dialogue is in two of them. */
  exams: z.optional(z.int().check(z.nonnegative())),
});

/** Content of a language without its examples. Fields that its pack does not state are absent. */
export type LanguageEntry = z.infer<typeof LanguageEntry>;

const FreeEntry = z.object({ language: z.enum(languageNames), dialogues: z.int().check(z.gte(1)) });

/** Published content, readable before any payment. Lists only languages with dialogues. */
export const Catalogue = z.object({
  languages: z.array(LanguageEntry),
  /** Numbers of free dialogues by language. Absent if the published packs do not state them. */
  free: z.optional(z.array(FreeEntry)),
});
export type Catalogue = z.infer<typeof Catalogue>;

export function findLanguageEntry({ languages }: Catalogue, language: LanguageName): LanguageEntry | undefined {
  return languages.find((entry) => entry.language === language);
}

/** Counts the free dialogues in a language. Returns undefined if the catalogue does not state the number. */
export function countFreeDialogues({ free }: Catalogue, language: LanguageName): number | undefined {
  return free && (free.find((entry) => entry.language === language)?.dialogues ?? 0);
}

export function languagesWithoutDialogues(catalogue: Catalogue): LanguageName[] {
  return languageNames.filter((language) => !findLanguageEntry(catalogue, language));
}

/** Sums all languages. `seconds` is undefined unless every language states it. */
export function sumCatalogue({ languages }: Catalogue): Pick<LanguageEntry, "dialogues" | "seconds"> {
  return {
    dialogues: languages.reduce((sum, { dialogues }) => sum + dialogues, 0),
    seconds: sumOfKnown(languages.map(({ seconds }) => seconds)),
  };
}

export function sumOfKnown(values: readonly (number | undefined)[]): number | undefined {
  return values.reduce((sum, value) => (sum === undefined || value === undefined ? undefined : sum + value), 0);
}
