import type { LanguageName } from "../../../../domain/content/language.ts";
import { useCatalogue } from "../content/catalogue.ts";
import { offerText } from "../content/catalogue-words.ts";
import "./plans.css";

/**
 * What there is to practise today, in the learner's language or, before one was chosen (null), in all. Nothing is said while
 * that is not known (undefined).
 */
export function Availability({ language }: { language: LanguageName | null | undefined }) {
  const catalogue = useCatalogue();
  return <p className="availability">{catalogue && language !== undefined && offerText(catalogue, language)}</p>;
}
