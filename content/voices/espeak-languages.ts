import type { LanguageName } from "../../domain/content/language.ts";
import type { VoiceFit } from "../../domain/content/pack.ts";
import { spokenArabic } from "./arabic-vowels.ts";
import { spokenFilipino } from "./spoken-filipino.ts";

type Synthesis = {
  voice: string;
  /** In words per minute. The real pace depends on the language. */
  speed: number;
  fit: VoiceFit;
  respell?: (text: string) => string;
};

/** The synthesiser spells out "Ms", but pronounces "Mr" and "Mrs" correctly. */
const spokenEnglish = (text: string) => text.replace(/\bMs\b/g, "Miz");

const model = (voice: string, speed: number, respell?: Synthesis["respell"]): Synthesis => ({
  ...{ voice, speed, fit: "model" },
  ...(respell ? { respell } : {}),
});
const comprehension = (...given: Parameters<typeof model>): Synthesis => ({ ...model(...given), fit: "comprehension" });

/** The voices of espeak-ng 1.51, and how fit they are: docs/decisions/0163-espeak-ng-and-the-fitness-of-voices.md */
export const espeakLanguages: Partial<Record<LanguageName, Synthesis | "unfit">> = {
  english: model("en-gb-x-rp", 136, spokenEnglish),
  spanish: model("es", 142),
  italian: model("it", 140),
  french: model("fr-fr", 130),
  german: model("de", 145),
  portuguese: model("pt-br", 150),
  dutch: model("nl", 150),
  polish: model("pl", 150),
  czech: model("cs", 150),
  macedonian: model("mk", 150),
  greek: model("el", 130),
  turkish: model("tr", 150),
  finnish: model("fi", 150),
  hungarian: model("hu", 150),
  romanian: model("ro", 150),
  albanian: model("sq", 150),
  indonesian: model("id", 150),
  malay: model("ms", 150),
  swahili: model("sw", 150),
  // Tones are flat and joined badly. The plain "cmn" voice reads most syllables as English letters.
  mandarin: comprehension("cmn-latn-pinyin", 188),
  vietnamese: comprehension("vi", 150),
  // The voice reads the vowel marks of the dialogues' texts, but its emphatic and throat consonants are weak.
  arabic: comprehension("ar", 168, spokenArabic),
  // Print leaves out most short vowels.
  urdu: comprehension("ur", 150),
  // Print does not show which vowels are silent. Aspirated and retroflex consonants are hard to distinguish.
  nepali: comprehension("ne", 162),
  hindi: comprehension("hi", 150),
  marathi: comprehension("mr", 150),
  gujarati: comprehension("gu", 150),
  bangla: comprehension("bn", 150),
  // Print does not mark the tones.
  punjabi: comprehension("pa", 150),
  // Print does not show which consonants are voiced, and the spoken language differs from the written one.
  tamil: comprehension("ta", 140),
  // The spoken languages differ from the written ones.
  malayalam: comprehension("ml", 150),
  kannada: comprehension("kn", 150),
  telegu: comprehension("te", 150),
  sinhalese: comprehension("si", 150),
  // Print does not show the stress or the pitch accent. In Bulgarian and Russian, unstressed vowels change.
  russian: comprehension("ru", 140),
  ukrainian: comprehension("uk", 130),
  bulgarian: comprehension("bg", 150),
  bosnian: comprehension("bs", 150),
  croatian: comprehension("hr", 150),
  serbian: comprehension("sr", 150),
  // Consonants change at the borders of syllables and words.
  korean: comprehension("ko", 150),
  // The voice is Indonesian. Print does not show the stress and the glottal stops.
  filipino: comprehension("id", 140, spokenFilipino),
  burmese: "unfit",
  japanese: "unfit",
  odia: "unfit",
  thai: "unfit",
};
