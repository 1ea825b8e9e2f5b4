import type { LanguageName } from "../../domain/content/language.ts";
import type { Waveform } from "../sound/waveform.ts";

export const sexes = ["woman", "man"] as const;
export type Sex = (typeof sexes)[number];

/** Something to be said by one of a dialogue's two speakers. */
export type Utterance = { language: LanguageName; sex: Sex; text: string };

/** A synthesiser. What it makes is marked as synthetic wherever it is published. */
export type Voice = {
  name: VoiceName;
  speaks: (language: LanguageName) => boolean;
  /** All that decides how an utterance sounds, as text: the same gives the same sound. */
  recipeOf: (utterance: Utterance) => string;
  /** What an utterance costs, in US dollars. */
  priceOf: (utterance: Utterance) => number;
  /**
   * Says an utterance.
   * @throws Error with one sentence that says what to do
   */
  say: (utterance: Utterance) => Promise<Waveform>;
};

export const voiceNames = ["espeak-ng", "polly"] as const;
export type VoiceName = (typeof voiceNames)[number];
