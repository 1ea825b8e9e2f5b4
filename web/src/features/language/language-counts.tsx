import { languageLabel } from "../../../../domain/content/language.ts";
import { useCatalogue } from "../content/catalogue.ts";
import { entryText, totalText } from "../content/catalogue-words.ts";
import "./language.css";

/** The languages that have dialogues, with what each has, the most first. Nothing is said while that is not known. */
export function LanguageCounts() {
  const catalogue = useCatalogue();
  const languages = [...(catalogue?.languages ?? [])].sort((one, other) => other.dialogues - one.dialogues);
  return (
    <>
      <p className="language-total">{catalogue && totalText(catalogue)}</p>
      <ul className="language-counts" aria-label="Languages that have dialogues">
        {languages.map((entry) => (
          <li key={entry.language}>
            <span className="language-counted">{languageLabel(entry.language)}</span> {entryText(entry)}
          </li>
        ))}
      </ul>
    </>
  );
}
