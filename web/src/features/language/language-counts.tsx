import { languageLabel } from "../../../../domain/language.ts";
import { dialoguesText, useCatalogue } from "../content/catalogue.ts";
import "./language.css";

/** The languages that have dialogues, with their number, the most first. Nothing is said while that is not known. */
export function LanguageCounts() {
  const languages = [...(useCatalogue()?.languages ?? [])].sort((one, other) => other.dialogues - one.dialogues);
  return (
    <ul className="language-counts" aria-label="Languages that have dialogues">
      {languages.map(({ language, dialogues }) => (
        <li key={language}>
          <span className="language-counted">{languageLabel(language)}</span> {dialoguesText(dialogues)}
        </li>
      ))}
    </ul>
  );
}
