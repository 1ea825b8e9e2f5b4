import { useMemo, useState } from "react";
import { findLanguageEntry } from "../../../../domain/content/catalogue.ts";
import type { LanguageName } from "../../../../domain/content/language.ts";
import { Combobox } from "../../ui/combobox.tsx";
import { useCatalogue } from "../content/catalogue.ts";
import { offerText } from "../content/catalogue-text.ts";
import { LanguageCounts } from "./language-counts.tsx";
import { languageOptions } from "./language-options.ts";
import { LanguageWish } from "./language-wish.tsx";

import "./native-names/native-names.css";
import "./language.css";

type LanguageFieldProps = {
  label: string;
  value: LanguageName | null;
  onChange: (language: LanguageName | null) => void;
  /** "" for none. */
  error: string;
};

export function LanguageField({ label, value, onChange, error }: LanguageFieldProps) {
  const catalogue = useCatalogue();
  const options = useMemo(() => languageOptions(catalogue), [catalogue]);
  const lacks = catalogue !== null && value !== null && !findLanguageEntry(catalogue, value);
  return (
    <div className="language-field">
      <Combobox
        label={label}
        placeholder="Search languages"
        options={options}
        value={value}
        onChange={onChange}
        emptyText="No language found."
        error={error}
      />
      <div role="status">{catalogue && value && <p className="language-note">{offerText(catalogue, value)}</p>}</div>
      {lacks && <LanguageWish key={value} language={value} />}
    </div>
  );
}

export function LanguageLookup() {
  const [language, setLanguage] = useState<LanguageName | null>(null);
  return (
    <section className="language-lookup" aria-labelledby="languages">
      <h2 id="languages">Dialogues by language</h2>
      <LanguageCounts />
      <LanguageField label="Look up your language" value={language} onChange={setLanguage} error="" />
    </section>
  );
}
