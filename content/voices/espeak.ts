import type { LanguageName } from "../../domain/content/language.ts";
import { runProgram } from "../files/run-program.ts";
import { readWave } from "../sound/waveform.ts";
import { spokenArabic } from "./arabic-vowels.ts";
import type { Sex, Utterance, Voice } from "./voice.ts";

type Synthesis = {
  voice: string;
  /** The setting for a calm, clear pace. Its unit is words per minute, but the real pace depends on the language. */
  speed: number;
  respell?: (text: string) => string;
};

/** The synthesiser spells out "Ms", but pronounces "Mr" and "Mrs" correctly. */
const spokenEnglish = (text: string) => text.replace(/\bMs\b/g, "Miz");

const spokenFilipino = (text: string) => text.replace(/\bng\b/g, "nang").replace(/\bmga\b/gi, "manga");

const syntheses: Partial<Record<LanguageName, Synthesis>> = {
  english: { voice: "en-gb-x-rp", speed: 136, respell: spokenEnglish },
  nepali: { voice: "ne", speed: 162 },
  arabic: { voice: "ar", speed: 168, respell: spokenArabic },
  // The plain "cmn" voice reads most syllables as English letters.
  mandarin: { voice: "cmn-latn-pinyin", speed: 188 },
  spanish: { voice: "es", speed: 142 },
  hindi: { voice: "hi", speed: 150 },
  punjabi: { voice: "pa", speed: 150 },
  urdu: { voice: "ur", speed: 150 },
  tamil: { voice: "ta", speed: 140 },
  vietnamese: { voice: "vi", speed: 150 },
  // There is no Filipino voice. Indonesian has the same sounds, and Filipino spelling is phonetic.
  filipino: { voice: "id", speed: 140, respell: spokenFilipino },
  // These voices read a whole sentence without switching to English. In alphabetic scripts, they read nine to fifteen
  // letters a second. The voices of Japanese, Thai, Burmese and Odia are left out, because they do switch.
  italian: { voice: "it", speed: 140 },
  french: { voice: "fr-fr", speed: 130 },
  german: { voice: "de", speed: 145 },
  portuguese: { voice: "pt", speed: 150 },
  dutch: { voice: "nl", speed: 150 },
  polish: { voice: "pl", speed: 150 },
  czech: { voice: "cs", speed: 150 },
  croatian: { voice: "hr", speed: 150 },
  bosnian: { voice: "bs", speed: 150 },
  serbian: { voice: "sr", speed: 150 },
  bulgarian: { voice: "bg", speed: 150 },
  macedonian: { voice: "mk", speed: 150 },
  greek: { voice: "el", speed: 130 },
  turkish: { voice: "tr", speed: 150 },
  finnish: { voice: "fi", speed: 150 },
  hungarian: { voice: "hu", speed: 150 },
  romanian: { voice: "ro", speed: 150 },
  russian: { voice: "ru", speed: 140 },
  ukrainian: { voice: "uk", speed: 130 },
  albanian: { voice: "sq", speed: 150 },
  indonesian: { voice: "id", speed: 150 },
  malay: { voice: "ms", speed: 150 },
  swahili: { voice: "sw", speed: 150 },
  bangla: { voice: "bn", speed: 150 },
  gujarati: { voice: "gu", speed: 150 },
  marathi: { voice: "mr", speed: 150 },
  kannada: { voice: "kn", speed: 150 },
  malayalam: { voice: "ml", speed: 150 },
  telegu: { voice: "te", speed: 150 },
  sinhalese: { voice: "si", speed: 150 },
  korean: { voice: "ko", speed: 150 },
};

const timbres: Record<Sex, { variant: string; pitch: number }> = {
  woman: { variant: "f2", pitch: 50 },
  man: { variant: "m3", pitch: 45 },
};

function synthesisOf(language: LanguageName): Synthesis {
  const synthesis = syntheses[language];
  if (!synthesis) throw new Error(`There is no espeak-ng voice for ${language}.`);
  return synthesis;
}

function espeakOptions({ language, sex }: Utterance): string[] {
  const { voice, speed } = synthesisOf(language);
  const { variant, pitch } = timbres[sex];
  // A low amplitude prevents clipping. `finishAudio` sets the level later.
  return ["-v", `${voice}+${variant}`, "-s", `${speed}`, "-p", `${pitch}`, "-a", "70"];
}

const spokenText = ({ language, text }: Utterance) => synthesisOf(language).respell?.(text) ?? text;

/** The free synthesiser eSpeak NG. The same version produces the same sound on every machine. */
export const espeak: Voice = {
  name: "espeak-ng",
  speaks: (language) => language in syntheses,
  recipeOf: (utterance) => JSON.stringify([espeakOptions(utterance), spokenText(utterance)]),
  priceOf: () => 0,
  say: async (utterance) =>
    readWave(
      await runProgram("espeak-ng", [...espeakOptions(utterance), "--stdin", "--stdout"], spokenText(utterance)),
    ),
};
