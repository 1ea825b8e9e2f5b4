import type { LanguageName, TextDirection } from "../../../domain/content/language.ts";
import { findLanguage } from "../../../domain/content/language.ts";

export type WritingSystem = {
  /** Font families that follow the text font. The text font covers Latin, Cyrillic and Greek. */
  families: readonly string[];
  /** As a multiple of the font size. Scripts with marks above and below their letters need more. */
  lineHeight: number;
  /** Loads the font-face rules. The browser then fetches only the font files that the text needs. */
  load: () => Promise<unknown>;
};

const loadNothing = () => Promise.resolve();

const writingSystems = {
  european: { families: [], lineHeight: 1.6, load: loadNothing },
  arabic: {
    families: ["Noto Sans Arabic Variable"],
    lineHeight: 1.9,
    load: () => import("@fontsource-variable/noto-sans-arabic/wght.css"),
  },
  nastaliq: {
    families: ["Noto Nastaliq Urdu Variable"],
    lineHeight: 2.6,
    load: () => import("@fontsource-variable/noto-nastaliq-urdu/wght.css"),
  },
  devanagari: {
    families: ["Noto Sans Devanagari Variable"],
    lineHeight: 1.8,
    load: loadNothing,
  },
  bengali: {
    families: ["Noto Sans Bengali Variable"],
    lineHeight: 1.8,
    load: () => import("@fontsource-variable/noto-sans-bengali/wght.css"),
  },
  gujarati: {
    families: ["Noto Sans Gujarati Variable"],
    lineHeight: 1.8,
    load: () => import("@fontsource-variable/noto-sans-gujarati/wght.css"),
  },
  gurmukhi: {
    families: ["Noto Sans Gurmukhi Variable"],
    lineHeight: 1.8,
    load: () => import("@fontsource-variable/noto-sans-gurmukhi/wght.css"),
  },
  odia: {
    families: ["Noto Sans Oriya Variable"],
    lineHeight: 1.8,
    load: () => import("@fontsource-variable/noto-sans-oriya/wght.css"),
  },
  kannada: {
    families: ["Noto Sans Kannada Variable"],
    lineHeight: 1.9,
    load: () => import("@fontsource-variable/noto-sans-kannada/wght.css"),
  },
  telugu: {
    families: ["Noto Sans Telugu Variable"],
    lineHeight: 1.9,
    load: () => import("@fontsource-variable/noto-sans-telugu/wght.css"),
  },
  malayalam: {
    families: ["Noto Sans Malayalam Variable"],
    lineHeight: 1.9,
    load: () => import("@fontsource-variable/noto-sans-malayalam/wght.css"),
  },
  tamil: {
    families: ["Noto Sans Tamil Variable"],
    lineHeight: 1.8,
    load: () => import("@fontsource-variable/noto-sans-tamil/wght.css"),
  },
  sinhala: {
    families: ["Noto Sans Sinhala Variable"],
    lineHeight: 1.9,
    load: () => import("@fontsource-variable/noto-sans-sinhala/wght.css"),
  },
  thai: {
    families: ["Noto Sans Thai Variable"],
    lineHeight: 1.9,
    load: () => import("@fontsource-variable/noto-sans-thai/wght.css"),
  },
  burmese: {
    families: ["Noto Sans Myanmar Variable"],
    lineHeight: 2.1,
    load: () => import("@fontsource-variable/noto-sans-myanmar/wght.css"),
  },
  khmer: {
    families: ["Noto Sans Khmer Variable"],
    lineHeight: 2.1,
    load: () => import("@fontsource-variable/noto-sans-khmer/wght.css"),
  },
  // Uses the static font, because the variable font is larger.
  tibetan: {
    families: ["Noto Serif Tibetan"],
    lineHeight: 2,
    load: () => import("@fontsource/noto-serif-tibetan/400.css"),
  },
  simplifiedHan: {
    families: ["PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC Variable"],
    lineHeight: 1.8,
    load: () => import("@fontsource-variable/noto-sans-sc/wght.css"),
  },
  traditionalHan: {
    families: ["PingFang HK", "Microsoft JhengHei", "Noto Sans CJK HK", "Noto Sans HK Variable"],
    lineHeight: 1.8,
    load: () => import("@fontsource-variable/noto-sans-hk/wght.css"),
  },
  japanese: {
    families: ["Hiragino Sans", "Yu Gothic", "Noto Sans CJK JP", "Noto Sans JP Variable"],
    lineHeight: 1.8,
    load: () => import("@fontsource-variable/noto-sans-jp/wght.css"),
  },
  korean: {
    families: ["Apple SD Gothic Neo", "Malgun Gothic", "Noto Sans CJK KR", "Noto Sans KR Variable"],
    lineHeight: 1.8,
    load: () => import("@fontsource-variable/noto-sans-kr/wght.css"),
  },
} as const satisfies Record<string, WritingSystem>;

const writingSystemByLanguage: Partial<Record<LanguageName, keyof typeof writingSystems>> = {
  arabic: "arabic",
  bangla: "bengali",
  burmese: "burmese",
  cantonese: "traditionalHan",
  dari: "arabic",
  dzongkha: "tibetan",
  gujarati: "gujarati",
  hazaragi: "arabic",
  hindi: "devanagari",
  japanese: "japanese",
  kannada: "kannada",
  khmer: "khmer",
  korean: "korean",
  malayalam: "malayalam",
  mandarin: "simplifiedHan",
  marathi: "devanagari",
  nepali: "devanagari",
  odia: "odia",
  pashto: "arabic",
  persian: "arabic",
  punjabi: "gurmukhi",
  sinhalese: "sinhala",
  tamil: "tamil",
  telegu: "telugu",
  thai: "thai",
  urdu: "nastaliq",
};

/** A language that is not in `writingSystemByLanguage` uses Latin, Cyrillic or Greek letters. */
export function writingSystemOf(name: LanguageName): WritingSystem {
  return writingSystems[writingSystemByLanguage[name] ?? "european"];
}

/** If the fonts cannot be loaded, the browser uses a system font. */
export function loadWritingSystem(language: LanguageName | undefined): void {
  if (language)
    void writingSystemOf(language)
      .load()
      .catch(() => undefined);
}

/** If the language is unknown, `dir="auto"` derives the direction from the text. */
export type LanguageAttributes = {
  lang?: string;
  dir: TextDirection | "auto";
  style?: { fontFamily: string; lineHeight: number };
};

export function languageAttributes(name: LanguageName | undefined): LanguageAttributes {
  const language = name && findLanguage(name);
  if (!language) return { dir: "auto" };
  const { families, lineHeight } = writingSystemOf(language.name);
  const behind = families.map((family) => `"${family}"`);
  const fontFamily = ['"Source Sans 3 Variable"', ...behind, "system-ui", "sans-serif"].join(", ");
  return { lang: language.tag, dir: language.direction, style: { fontFamily, lineHeight } };
}
