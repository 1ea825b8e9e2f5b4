import { type LanguageName, languages } from "../../../../domain/language.ts";
import type { ComboboxOption } from "../../ui/combobox-options.ts";

/** Other English names and spellings under which learners look for their language. */
const otherNames: Partial<Record<LanguageName, readonly string[]>> = {
  bangla: ["Bengali"],
  burmese: ["Myanmar"],
  cantonese: ["Chinese"],
  filipino: ["Tagalog"],
  khmer: ["Cambodian"],
  mandarin: ["Chinese"],
  odia: ["Oriya"],
  pashto: ["Pushto"],
  persian: ["Farsi"],
  sinhalese: ["Sinhala"],
  telegu: ["Telugu"],
};

/** The languages on offer as entries to search by either name. */
export const languageOptions: readonly ComboboxOption<LanguageName>[] = languages.map(
  ({ name, label, nativeName, tag, direction }) => ({
    value: name,
    label,
    secondName: { text: nativeName, lang: tag, dir: direction },
    keywords: otherNames[name] ?? [],
  }),
);
