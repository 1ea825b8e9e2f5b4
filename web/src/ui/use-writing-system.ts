import { useEffect } from "react";
import type { LanguageName } from "../../../domain/content/language.ts";
import { loadWritingSystem } from "./writing-systems.ts";

export function useWritingSystem(language: LanguageName | undefined): void {
  useEffect(() => loadWritingSystem(language), [language]);
}
