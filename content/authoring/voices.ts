import type { LanguageName } from "../../domain/language.ts";
import { spokenArabic } from "./arabic-vowels.ts";
import type { Voice } from "./casting.ts";

type Synthesis = {
  /** The synthesiser's name for the language. */
  voice: string;
  /** Its speed setting for a calm, clear pace; nominally words per minute, but languages differ. */
  speed: number;
  /** Respells a script where the synthesiser would misread it. */
  respell?: (text: string) => string;
};

const syntheses: Partial<Record<LanguageName, Synthesis>> = {
  english: { voice: "en-gb-x-rp", speed: 136 },
  nepali: { voice: "ne", speed: 162 },
  arabic: { voice: "ar", speed: 168, respell: spokenArabic },
  // The plain "cmn" voice spells most syllables out in English letters.
  mandarin: { voice: "cmn-latn-pinyin", speed: 188 },
  spanish: { voice: "es", speed: 142 },
};

const timbres: Record<Voice, { variant: string; pitch: number }> = {
  woman: { variant: "f2", pitch: 50 },
  man: { variant: "m3", pitch: 45 },
};

/** What the synthesiser is given: its arguments and the text for its standard input. */
export type Utterance = { options: string[]; text: string };

/**
 * How to say a text in a language with a voice.
 * @throws Error if the synthesiser has not been set up for the language.
 */
export function utterance(language: LanguageName, voice: Voice, text: string): Utterance {
  const synthesis = syntheses[language];
  if (!synthesis) throw new Error(`No voice has been chosen for ${language}: add it to content/authoring/voices.ts.`);
  const { variant, pitch } = timbres[voice];
  return {
    // A reduced amplitude keeps the synthesiser from clipping; the level is set afterwards.
    options: ["-v", `${synthesis.voice}+${variant}`, "-s", `${synthesis.speed}`, "-p", `${pitch}`, "-a", "70"],
    text: synthesis.respell?.(text) ?? text,
  };
}
