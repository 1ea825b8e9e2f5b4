import type { LanguageName } from "../../../../domain/content/language.ts";
import { useCatalogue } from "../content/catalogue.ts";
import { offerText } from "../content/catalogue-words.ts";
import "./plans.css";

/**
 * What there is to practise with a paid plan today, in the learner's language or, before one was chosen (null), in any.
 * Nothing is said while that is not known (undefined).
 */
export function Availability({ language }: { language: LanguageName | null | undefined }) {
  const catalogue = useCatalogue();
  const room = language === null ? "availability all-languages" : "availability";
  return <p className={room}>{catalogue && language !== undefined && offerText(catalogue, language)}</p>;
}
