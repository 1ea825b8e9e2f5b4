import type { LanguageName } from "../../../../domain/language.ts";
import { offerText, useCatalogue } from "../content/catalogue.ts";
import "./plans.css";

/** What there is to practise with a paid plan today, in the learner's language or, before one was chosen (null), in any. */
export function Availability({ language }: { language: LanguageName | null }) {
  const catalogue = useCatalogue();
  return <p className="availability">{catalogue && offerText(catalogue, language)}</p>;
}
