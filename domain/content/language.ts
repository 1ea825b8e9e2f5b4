export type TextDirection = "ltr" | "rtl";

export type Language = {
  /** As in content paths. */
  name: LanguageName;
  label: string;
  nativeName: string;
  /** BCP 47. */
  tag: string;
  direction: TextDirection;
};

const languageRows = [
  ["arabic", "العربية", "ar"],
  ["albanian", "Shqip", "sq"],
  ["bangla", "বাংলা", "bn"],
  ["bosnian", "Bosanski", "bs"],
  ["bulgarian", "Български", "bg"],
  ["burmese", "မြန်မာ", "my"],
  ["cantonese", "廣東話", "yue-Hant"],
  ["croatian", "Hrvatski", "hr"],
  ["czech", "Čeština", "cs"],
  ["dari", "دری", "prs"],
  ["dutch", "Nederlands", "nl"],
  ["dzongkha", "རྫོང་ཁ", "dz"],
  ["english", "English", "en"],
  ["filipino", "Filipino", "fil"],
  ["finnish", "Suomi", "fi"],
  ["french", "Français", "fr"],
  ["german", "Deutsch", "de"],
  ["greek", "Ελληνικά", "el"],
  ["gujarati", "ગુજરાતી", "gu"],
  ["hazaragi", "هزارگی", "haz"],
  ["hindi", "हिन्दी", "hi"],
  ["hungarian", "Magyar", "hu"],
  ["igbo", "Igbo", "ig"],
  ["indonesian", "Bahasa Indonesia", "id"],
  ["italian", "Italiano", "it"],
  ["japanese", "日本語", "ja"],
  ["kannada", "ಕನ್ನಡ", "kn"],
  ["khmer", "ខ្មែរ", "km"],
  ["korean", "한국어", "ko"],
  ["macedonian", "Македонски", "mk"],
  ["malay", "Bahasa Melayu", "ms"],
  ["malayalam", "മലയാളം", "ml"],
  ["mandarin", "普通话", "zh-Hans"],
  ["marathi", "मराठी", "mr"],
  ["nepali", "नेपाली", "ne"],
  ["odia", "ଓଡ଼ିଆ", "or"],
  ["pashto", "پښتو", "ps"],
  ["persian", "فارسی", "fa"],
  ["polish", "Polski", "pl"],
  ["portuguese", "Português", "pt"],
  ["punjabi", "ਪੰਜਾਬੀ", "pa"],
  ["romanian", "Română", "ro"],
  ["russian", "Русский", "ru"],
  ["serbian", "Српски", "sr"],
  ["sinhalese", "සිංහල", "si"],
  ["somali", "Soomaali", "so"],
  ["spanish", "Español", "es"],
  ["swahili", "Kiswahili", "sw"],
  ["tamil", "தமிழ்", "ta"],
  ["telegu", "తెలుగు", "te"],
  ["thai", "ไทย", "th"],
  ["turkish", "Türkçe", "tr"],
  ["ukrainian", "Українська", "uk"],
  ["urdu", "اردو", "ur"],
  ["vietnamese", "Tiếng Việt", "vi"],
  ["yoruba", "Yorùbá", "yo"],
] as const;

export type LanguageName = (typeof languageRows)[number][0];

const rightToLeftTags = new Set(["ar", "fa", "haz", "prs", "ps", "ur"]);

export const languages: readonly Language[] = languageRows.map(([name, nativeName, tag]) => ({
  name,
  label: name.charAt(0).toUpperCase() + name.slice(1),
  nativeName,
  tag,
  direction: rightToLeftTags.has(tag) ? "rtl" : "ltr",
}));

export const languageNames: readonly LanguageName[] = languageRows.map(([name]) => name);

const byName = new Map<string, Language>(languages.map((language) => [language.name, language]));

export function findLanguage(name: string): Language | undefined {
  return byName.get(name);
}

const namesByCode: Readonly<Record<string, string>> = {
  af: "Afrikaans",
  am: "Amharic",
  ar: "Arabic",
  az: "Azerbaijani",
  be: "Belarusian",
  bg: "Bulgarian",
  bn: "Bangla",
  bo: "Tibetan",
  bs: "Bosnian",
  ca: "Catalan",
  cs: "Czech",
  cy: "Welsh",
  da: "Danish",
  de: "German",
  dz: "Dzongkha",
  el: "Greek",
  en: "English",
  es: "Spanish",
  et: "Estonian",
  eu: "Basque",
  fa: "Persian",
  fi: "Finnish",
  fil: "Filipino",
  fj: "Fijian",
  fr: "French",
  ga: "Irish",
  gl: "Galician",
  gu: "Gujarati",
  ha: "Hausa",
  haz: "Hazaragi",
  he: "Hebrew",
  hi: "Hindi",
  hr: "Croatian",
  hu: "Hungarian",
  hy: "Armenian",
  id: "Indonesian",
  ig: "Igbo",
  is: "Icelandic",
  it: "Italian",
  ja: "Japanese",
  ka: "Georgian",
  kk: "Kazakh",
  km: "Khmer",
  kn: "Kannada",
  ko: "Korean",
  ku: "Kurdish",
  lo: "Lao",
  lt: "Lithuanian",
  lv: "Latvian",
  mg: "Malagasy",
  mi: "Maori",
  mk: "Macedonian",
  ml: "Malayalam",
  mn: "Mongolian",
  mr: "Marathi",
  ms: "Malay",
  mt: "Maltese",
  my: "Burmese",
  ne: "Nepali",
  nl: "Dutch",
  no: "Norwegian",
  or: "Odia",
  pa: "Punjabi",
  pl: "Polish",
  prs: "Dari",
  ps: "Pashto",
  pt: "Portuguese",
  ro: "Romanian",
  ru: "Russian",
  si: "Sinhalese",
  sk: "Slovak",
  sl: "Slovenian",
  sm: "Samoan",
  so: "Somali",
  sq: "Albanian",
  sr: "Serbian",
  sv: "Swedish",
  sw: "Swahili",
  ta: "Tamil",
  te: "Telegu",
  th: "Thai",
  ti: "Tigrinya",
  tl: "Filipino",
  to: "Tongan",
  tr: "Turkish",
  uk: "Ukrainian",
  ur: "Urdu",
  uz: "Uzbek",
  vi: "Vietnamese",
  yo: "Yoruba",
  yue: "Cantonese",
  zh: "Mandarin",
  "zh-hans": "Mandarin",
  "zh-hk": "Cantonese",
  zu: "Zulu",
};

export function languageCodesOf({ label }: Language): string[] {
  return Object.keys(namesByCode).filter((code) => namesByCode[code] === label);
}

/** @param preference the name or the code of a language */
export function languageLabel(preference: string | null | undefined): string {
  if (!preference) return "Not set";
  const key = preference.toLowerCase();
  const known = Object.hasOwn(namesByCode, key) ? namesByCode[key] : undefined;
  return findLanguage(key)?.label ?? known ?? preference;
}
