import { findLanguage } from "../../../domain/content/language.ts";

const latin = /\p{Script=Latin}/gu;
const letters = /\p{L}/gu;

const countMatches = (text: string, what: RegExp) => text.match(what)?.length ?? 0;

/** Assumes that a title mostly in Latin letters is English, and that another title is in the dialogue's language. */
export function titleLanguage(title: string, language: string): { lang: string; dir: "ltr" | "rtl" } | undefined {
  if (countMatches(title, latin) * 2 >= countMatches(title, letters)) return undefined;
  const found = findLanguage(language);
  return found && { lang: found.tag, dir: found.direction };
}
