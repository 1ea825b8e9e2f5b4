import type { LanguageName } from "../../domain/content/language.ts";
import type { VoiceFit } from "../../domain/content/pack.ts";
import type { Waveform } from "../sound/waveform.ts";

export const sexes = ["woman", "man"] as const;
export type Sex = (typeof sexes)[number];

export type Utterance = {
  language: LanguageName;
  sex: Sex;
  text: string;
  englishWords?: readonly string[] | undefined;
};

export type Voice = {
  name: VoiceName;
  speaks: (language: LanguageName) => boolean;
  /** Call only for a language that the voice speaks. */
  fitFor: (language: LanguageName) => VoiceFit;
  /** The text and the settings of the utterance, as a part of the audio's fingerprint. */
  recipeOf: (utterance: Utterance) => string;
  /** The speaker of a paid voice, such as "Olivia (neural)"; null if the voice is free. */
  speakerOf: (utterance: Utterance) => string | null;
  /** In US dollars. */
  priceOf: (utterance: Utterance) => number;
  /** @throws Error with a message for the user */
  say: (utterance: Utterance) => Promise<Waveform>;
};

export const voiceNames = ["espeak-ng", "polly"] as const;
export type VoiceName = (typeof voiceNames)[number];
