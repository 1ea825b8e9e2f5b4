import { useQuery } from "@tanstack/react-query";
import { Catalogue, cataloguePath, dialoguesIn } from "../../../../domain/catalogue.ts";
import { type LanguageName, languageLabel } from "../../../../domain/language.ts";
import { freshness } from "../../query-freshness.ts";

let contentUrl: string | undefined;

/** Says where the content is served from; once, before the first page. */
export function connectCatalogue(url: string): void {
  contentUrl = url;
}

async function fetchCatalogue(): Promise<Catalogue> {
  const response = await fetch(`${contentUrl}/${cataloguePath}`);
  if (!response.ok) throw new Error(`The catalogue could not be loaded (${response.status})`);
  return Catalogue.parse(await response.json());
}

/** What there is to practise; null while that is not known, and then nothing is said of it. */
export function useCatalogue(): Catalogue | null {
  const { data } = useQuery({ queryKey: ["catalogue"], queryFn: fetchCatalogue, ...freshness.topicsAndScenarios });
  return data ?? null;
}

/** A number of dialogues in words. */
export function dialoguesText(dialogues: number): string {
  if (dialogues === 0) return "No dialogues yet";
  return `${dialogues} ${dialogues === 1 ? "dialogue" : "dialogues"}`;
}

/** The languages that have dialogues, with their number: "Arabic (4), Nepali (38) and Spanish (4)"; "" if none has. */
export function availableText({ languages }: Catalogue): string {
  const counted = languages.map(({ language, dialogues }) => `${languageLabel(language)} (${dialogues})`);
  return new Intl.ListFormat("en-AU", { type: "conjunction" }).format(counted);
}

/** What a paid plan opens today, for a learner who has chosen a language, or has not (null). */
export function offerText(catalogue: Catalogue, language: LanguageName | null): string {
  const available = availableText(catalogue);
  if (language === null) {
    if (available === "") return "No language has dialogues yet.";
    return `There are dialogues in ${available}. Any other language can be chosen, but has none yet.`;
  }
  const dialogues = dialoguesIn(catalogue, language);
  return missingText(catalogue, language) ?? `${languageLabel(language)} has ${dialoguesText(dialogues)} today.`;
}

/** What whoever chooses a language that has no dialogues should know first; null if it has some. */
export function missingText(catalogue: Catalogue, language: LanguageName): string | null {
  if (dialoguesIn(catalogue, language) > 0) return null;
  const available = availableText(catalogue);
  const elsewhere = available === "" ? "" : ` There are dialogues in ${available}.`;
  return `${languageLabel(language)} has no dialogues yet.${elsewhere}`;
}
