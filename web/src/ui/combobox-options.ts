import type { TextDirection } from "../../../domain/content/language.ts";

export type ComboboxOption<Value extends string> = {
  value: Value;
  label: string;
  secondName?: { text: string; lang: string; dir: TextDirection };
  keywords?: readonly string[];
  note?: string;
};

const accents = /[\u0300-\u036f]/g;

export function foldText(text: string): string {
  return text.normalize("NFD").replace(accents, "").toLowerCase().replace(/\s+/g, " ").trim();
}

function otherNamesOf({ secondName, keywords = [] }: ComboboxOption<string>): string[] {
  return [...(secondName ? [secondName.text] : []), ...keywords].map(foldText);
}

const namesOf = (option: ComboboxOption<string>) => [foldText(option.label), ...otherNamesOf(option)];
const noMatch = 4;

function rankOf(option: ComboboxOption<string>, wanted: string): number {
  if (otherNamesOf(option).includes(wanted)) return 0;
  if (foldText(option.label).startsWith(wanted)) return 0;
  if (otherNamesOf(option).some((name) => name.startsWith(wanted))) return 1;
  const names = namesOf(option);
  if (names.some((name) => name.split(/[\s-]/).some((word) => word.startsWith(wanted)))) return 2;
  return names.some((name) => name.includes(wanted)) ? 3 : noMatch;
}

export function matchingOptions<Option extends ComboboxOption<string>>(
  options: readonly Option[],
  query: string,
): readonly Option[] {
  const wanted = foldText(query);
  if (wanted === "") return options;
  return options
    .map((option) => ({ option, rank: rankOf(option, wanted) }))
    .filter(({ rank }) => rank < noMatch)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ option }) => option);
}

export function impliedOption<Option extends ComboboxOption<string>>(
  options: readonly Option[],
  query: string,
): Option | null {
  const wanted = foldText(query);
  if (wanted === "") return null;
  const exact = options.filter((option) => namesOf(option).includes(wanted));
  const [only, ...others] = exact.length > 0 ? exact : matchingOptions(options, query);
  return only && others.length === 0 ? only : null;
}
