import * as z from "zod/mini";
import { type LanguageName, languageNames } from "./language.ts";

/** Anyone may read the content in this folder without a grant. */
export const publicFolder = "public/";

export const cataloguePath = `${publicFolder}catalogue.json`;

const LanguageEntry = z.object({
  language: z.enum(languageNames),
  dialogues: z.int().check(z.gte(1)),
  of_exam_length: z.optional(z.int().check(z.nonnegative())),
  /** Length of all originals together. */
  seconds: z.optional(z.number().check(z.positive())),
  topics: z.optional(z.int().check(z.gte(1))),
  /** Number of exams that share no dialogue (`countDisjointExams`). */
  exams: z.optional(z.int().check(z.nonnegative())),
});

/** Amount of content in a language, without the examples. */
export type LanguageEntry = z.infer<typeof LanguageEntry>;

const FreeEntry = z.object({ language: z.enum(languageNames), dialogues: z.int().check(z.gte(1)) });

export const Catalogue = z.object({
  languages: z.array(LanguageEntry),
  free: z.optional(z.array(FreeEntry)),
});
export type Catalogue = z.infer<typeof Catalogue>;

export function findLanguageEntry({ languages }: Catalogue, language: LanguageName): LanguageEntry | undefined {
  return languages.find((entry) => entry.language === language);
}

export function countFreeDialogues({ free }: Catalogue, language: LanguageName): number | undefined {
  return free && (free.find((entry) => entry.language === language)?.dialogues ?? 0);
}

export function languagesWithoutDialogues(catalogue: Catalogue): LanguageName[] {
  return languageNames.filter((language) => !findLanguageEntry(catalogue, language));
}

export function sumCatalogue({ languages }: Catalogue): Pick<LanguageEntry, "dialogues" | "seconds"> {
  return {
    dialogues: languages.reduce((sum, { dialogues }) => sum + dialogues, 0),
    seconds: sumOfKnown(languages.map(({ seconds }) => seconds)),
  };
}

export function sumOfKnown(values: readonly (number | undefined)[]): number | undefined {
  return values.reduce((sum, value) => (sum === undefined || value === undefined ? undefined : sum + value), 0);
}
