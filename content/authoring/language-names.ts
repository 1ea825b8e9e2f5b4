import { type Language, languageCodesOf } from "../../domain/content/language.ts";

/**
 * True for the language's English or native name, or a code such as "ne" or "zh-hans". `typed` must be in lower case.
 */
export function isNameOfLanguage(language: Language, typed: string): boolean {
  return [
    language.name,
    language.nativeName.toLowerCase(),
    language.tag.toLowerCase(),
    ...languageCodesOf(language),
  ].includes(typed);
}
