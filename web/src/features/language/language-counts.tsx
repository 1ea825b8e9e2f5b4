import { languageLabel } from "../../../../domain/content/language.ts";
import { useCatalogue } from "../content/catalogue.ts";
import { entryText, examsAndFree, offerText, othersText } from "../content/catalogue-text.ts";
import "./language.css";

export function LanguageTotal() {
  const catalogue = useCatalogue();
  return <p className="language-total">{catalogue && offerText(catalogue, null)}</p>;
}

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
