import { languageLabel } from "../../../../domain/content/language.ts";
import { useCatalogue } from "../content/catalogue.ts";
import { entryText, examsAndFree, offerText, othersText } from "../content/catalogue-text.ts";
import "./language.css";

/** The dialogues of all languages together; empty until the catalogue is loaded, as is the list below. */
export function LanguageTotal() {
  const catalogue = useCatalogue();
  return <p className="language-total">{catalogue && offerText(catalogue, null)}</p>;
}

/** The languages that have dialogues, with what each has, the most first, and how many have none. */
export function LanguageCounts() {
  const catalogue = useCatalogue();
  const languages = [...(catalogue?.languages ?? [])].sort((one, other) => other.dialogues - one.dialogues);
  return (
    <>
      <ul className="language-counts" aria-label="Languages that have dialogues">
        {languages.map((entry) => (
          <li key={entry.language}>
            <span className="language-counted">{languageLabel(entry.language)}</span>{" "}
            <span className="language-has">
              <span>{entryText(entry)}</span> <span>{catalogue && examsAndFree(catalogue, entry)}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="language-others">{catalogue && othersText(catalogue)}</p>
    </>
  );
}
