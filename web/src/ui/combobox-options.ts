import type { TextDirection } from "../../../domain/content/language.ts";

/** One entry of a combobox. */
export type ComboboxOption<Value extends string> = {
  value: Value;
  label: string;
  /** A second name, in a language of its own. */
  secondName?: { text: string; lang: string; dir: TextDirection };
  /** Other words by which it is found. */
  keywords?: readonly string[];
  /** What else is to be known of it before it is chosen. */
  note?: string;
};

const accents = /[\u0300-\u036f]/g;

/** A text as it is compared: lower-case, without accents, single spaces. */
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

/**
 * The options of which a name holds the query, whatever its accents and letter case. Those called exactly so and
 * labels that begin with it come first, then other names that do, then those with a word that does; otherwise the order stays.
 */
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

/** The option that a typed text stands for without doubt: the only match, or the only one that is called exactly so. */
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
