import { type Language, languageCodesOf } from "../../domain/content/language.ts";

/** @param typed in lower case */
export function isNameOfLanguage(language: Language, typed: string): boolean {
  return [
    language.name,
    language.nativeName.toLowerCase(),
    language.tag.toLowerCase(),
    ...languageCodesOf(language),
  ].includes(typed);
}
