import type { LanguageName } from "../../../../domain/content/language.ts";
import { useCatalogue } from "../content/catalogue.ts";
import { offerText } from "../content/catalogue-words.ts";
import "./plans.css";

/**
 * The dialogues on offer: in the learner's language, or in all languages if none is chosen (null). Empty while the choice is
 * not known (undefined).
 */
export function Availability({ language }: { language: LanguageName | null | undefined }) {
  const catalogue = useCatalogue();
  return <p className="availability">{catalogue && language !== undefined && offerText(catalogue, language)}</p>;
}
