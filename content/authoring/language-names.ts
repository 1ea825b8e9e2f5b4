import { type Language, languageCodesOf } from "../../domain/content/language.ts";

/** True for the language's English or native name, or a code ("ne", "zh-Hans"), in small letters. */
export function isNameOfLanguage(language: Language, typed: string): boolean {
  return [
    language.name,
    language.nativeName.toLowerCase(),
    language.tag.toLowerCase(),
    ...languageCodesOf(language),
  ].includes(typed);
}
