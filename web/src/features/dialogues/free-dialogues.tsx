import { entryOf } from "../../../../domain/content/catalogue.ts";
import { type LanguageName, languageLabel } from "../../../../domain/content/language.ts";
import { exampleLanguage } from "../../../../domain/content/scenario.ts";
import { useCatalogue } from "../content/catalogue.ts";
import { dialoguesText } from "../content/catalogue-words.ts";

/** What a learner without a paid plan cannot try in the language that they chose; "" if that is the examples' own. */
function othersOf(language: LanguageName | null, dialogues: number | undefined): string {
  if (language === null) return "No other language has a free dialogue.";
  if (language === exampleLanguage) return "";
  const label = languageLabel(language);
  if (dialogues === undefined) return `No dialogue in ${label} is free.`;
  if (dialogues === 0) return `${label} has no dialogues yet, free or paid.`;
  return `No dialogue in ${label} is free: a paid plan opens ${dialoguesText(dialogues)}.`;
}

/** In which language the free dialogues are, and that others have none. */
export function FreeDialogues({ language }: { language: LanguageName | null }) {
  const catalogue = useCatalogue();
  const dialogues = catalogue && language ? (entryOf(catalogue, language)?.dialogues ?? 0) : undefined;
  return (
    <p className="free-language">
      Your free dialogues are in {languageLabel(exampleLanguage)}. {othersOf(language, dialogues)}
    </p>
  );
}
