import { useEffect } from "react";
import type { LanguageName } from "../../../../domain/content/language.ts";
import { writingSystemOf } from "../../ui/writing-systems.ts";

/** Loads the fonts of a language. If they cannot be loaded, the browser uses a system font. */
export function useWritingSystem(language: LanguageName): void {
  useEffect(() => {
    void writingSystemOf(language)
      .load()
      .catch(() => undefined);
  }, [language]);
}
