import { useState } from "react";
import type { LanguageName } from "../../../../domain/content/language.ts";
import { LanguageCounts } from "./language-counts.tsx";
import { LanguageField } from "./language-field.tsx";
import "./language.css";

/** Lists the dialogues of each language. Looking up a language does not choose it. */
export function LanguageLookup() {
  const [language, setLanguage] = useState<LanguageName | null>(null);
  return (
    <section className="language-lookup" aria-labelledby="languages">
      <h2 id="languages">What each language has</h2>
      <LanguageCounts />
      <LanguageField label="Look up your language" value={language} onChange={setLanguage} error="" />
    </section>
  );
}
