import * as z from "zod/mini";
import { type LanguageName, languageNames } from "./language.ts";

/** Everything under this folder of the content may be read by anybody, without a grant. */
export const publicFolder = "public/";

/** Where the catalogue stands within the content. */
export const cataloguePath = `${publicFolder}catalogue.json`;

const LanguageEntry = z.object({
  language: z.enum(languageNames),
  dialogues: z.int().check(z.gte(1)),
  /** How many of them are as long as the exam's. */
  of_exam_length: z.optional(z.int().check(z.nonnegative())),
  /** Of all originals together. */
  seconds: z.optional(z.number().check(z.positive())),
  /** How many topics they are about. */
  topics: z.optional(z.int().check(z.gte(1))),
  /** The number of mock exams that share no dialogue. */
  exams: z.optional(z.int().check(z.nonnegative())),
});

/** What there is in a language that has dialogues, without the examples; what its pack does not say is missing. */
export type LanguageEntry = z.infer<typeof LanguageEntry>;

/** The number of free examples in a language that has some. */
const FreeEntry = z.object({ language: z.enum(languageNames), dialogues: z.int().check(z.gte(1)) });

/** What is published, for whoever has not paid yet: what each language has, of those that have dialogues. */
export const Catalogue = z.object({
  languages: z.array(LanguageEntry),
  /** Missing from catalogues that do not say. */
  free: z.optional(z.array(FreeEntry)),
});
export type Catalogue = z.infer<typeof Catalogue>;

/** What a language has; undefined where it has no dialogues. */
export function findLanguageEntry({ languages }: Catalogue, language: LanguageName): LanguageEntry | undefined {
  return languages.find((entry) => entry.language === language);
}

/** The number of free examples in a language; undefined if the catalogue does not say. */
export function countFreeDialogues({ free }: Catalogue, language: LanguageName): number | undefined {
  return free && (free.find((entry) => entry.language === language)?.dialogues ?? 0);
}

/** The languages on offer that have no dialogues, in the order of the product. */
export function languagesWithoutDialogues(catalogue: Catalogue): LanguageName[] {
  return languageNames.filter((language) => !findLanguageEntry(catalogue, language));
}

/** What all languages have together; how long it is only where that is known of each. */
export function sumCatalogue({ languages }: Catalogue): Pick<LanguageEntry, "dialogues" | "seconds"> {
  return {
    dialogues: languages.reduce((sum, { dialogues }) => sum + dialogues, 0),
    seconds: sumOfKnown(languages.map(({ seconds }) => seconds)),
  };
}

/** The sum of what is known of each part; undefined where it is not known of every one. */
export function sumOfKnown(values: readonly (number | undefined)[]): number | undefined {
  return values.reduce((sum, value) => (sum === undefined || value === undefined ? undefined : sum + value), 0);
}
