import * as z from "zod/mini";
import { type LanguageName, languageNames } from "./language.ts";

/** Everything under this folder of the content may be read by anybody, without a grant. */
export const publicFolder = "public/";

/** Where the catalogue stands within the content. */
export const cataloguePath = `${publicFolder}catalogue.json`;

/** What is published, for whoever has not paid yet: of each language that has dialogues, how many, without the examples. */
export const Catalogue = z.object({
  languages: z.array(z.object({ language: z.enum(languageNames), dialogues: z.int().check(z.gte(1)) })),
});
export type Catalogue = z.infer<typeof Catalogue>;

/** How many dialogues a language has. */
export function dialoguesIn({ languages }: Catalogue, language: LanguageName): number {
  return languages.find((entry) => entry.language === language)?.dialogues ?? 0;
}
