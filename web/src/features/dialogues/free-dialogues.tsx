import { entryOf } from "../../../../domain/content/catalogue.ts";
import { type LanguageName, languageLabel } from "../../../../domain/content/language.ts";
import { exampleLanguage } from "../../../../domain/content/scenario.ts";
import { useCatalogue } from "../content/catalogue.ts";
import { dialoguesText } from "../content/catalogue-words.ts";

/** Says that the chosen language has no free dialogue; "" if it is the language of the examples. */
function othersOf(language: LanguageName | null, dialogues: number | undefined): string {
  if (language === null) return "No other language has a free dialogue.";
  if (language === exampleLanguage) return "";
  const label = languageLabel(language);
  if (dialogues === undefined) return `No dialogue in ${label} is free.`;
  if (dialogues === 0) return `${label} has no dialogues yet, free or paid.`;
  return `No dialogue in ${label} is free: a paid plan opens ${dialoguesText(dialogues)}.`;
}

/** Names the language of the free dialogues, and says that the others have none. */
export function FreeDialogues({ language }: { language: LanguageName | null }) {
  const catalogue = useCatalogue();
  const dialogues = catalogue && language ? (entryOf(catalogue, language)?.dialogues ?? 0) : undefined;
  return (
    <p className="free-language">
      Your free dialogues are in {languageLabel(exampleLanguage)}. {othersOf(language, dialogues)}
    </p>
  );
}
