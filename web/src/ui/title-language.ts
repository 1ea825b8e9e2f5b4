import { findLanguage } from "../../../domain/content/language.ts";

const latin = /\p{Script=Latin}/gu;
const letters = /\p{L}/gu;

const countMatches = (text: string, what: RegExp) => text.match(what)?.length ?? 0;

/**
 * The `lang` and `dir` of a title in a language's content: mostly English, and then nothing needs to be said; a title in
 * another script is in that language.
 */
export function titleLanguage(title: string, language: string): { lang: string; dir: "ltr" | "rtl" } | undefined {
  if (countMatches(title, latin) * 2 >= countMatches(title, letters)) return undefined;
  const found = findLanguage(language);
  return found && { lang: found.tag, dir: found.direction };
}
