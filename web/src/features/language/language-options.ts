import { type Catalogue, findLanguageEntry } from "../../../../domain/content/catalogue.ts";
import { type Language, type LanguageName, languageCodesOf, languages } from "../../../../domain/content/language.ts";
import type { ComboboxOption } from "../../ui/combobox-options.ts";
import { languageText } from "../content/catalogue-text.ts";

/** Other English and native names by which learners search for their language. */
const otherNames: Partial<Record<LanguageName, readonly string[]>> = {
  bangla: ["Bengali"],
  bosnian: ["Босански"],
  burmese: ["Myanmar", "ဗမာ"],
  cantonese: ["Chinese", "中文", "粵語", "粤语", "广东话"],
  filipino: ["Tagalog", "Pilipino"],
  khmer: ["Cambodian"],
  malay: ["Melayu"],
  mandarin: ["Chinese", "中文", "汉语", "漢語", "华语", "華語", "國語", "普通話"],
  odia: ["Oriya"],
  pashto: ["Pushto"],
  persian: ["Farsi"],
  serbian: ["Srpski"],
  sinhalese: ["Sinhala"],
  telegu: ["Telugu"],
};

function sortByContent(catalogue: Catalogue | null): readonly Language[] {
  if (!catalogue) return languages;
  const lacks = ({ name }: Language) => Number(!findLanguageEntry(catalogue, name));
  return languages.toSorted((one, other) => lacks(one) - lacks(other));
}

export function languageOptions(catalogue: Catalogue | null): readonly ComboboxOption<LanguageName>[] {
  return sortByContent(catalogue).map((language) => ({
    value: language.name,
    label: language.label,
    secondName: { text: language.nativeName, lang: language.tag, dir: language.direction },
    keywords: [...(otherNames[language.name] ?? []), ...languageCodesOf(language)],
    ...(catalogue ? { note: languageText(catalogue, language.name) } : {}),
  }));
}
