import { useEffect } from "react";
import type { LanguageName } from "../../../domain/content/language.ts";
import { loadWritingSystem } from "./writing-systems.ts";

/** Loads the fonts of a language; nothing if the language is unknown. */
export function useWritingSystem(language: LanguageName | undefined): void {
  useEffect(() => loadWritingSystem(language), [language]);
}
