import type { LanguageName } from "../../domain/content/language.ts";
import type { Waveform } from "../sound/waveform.ts";

export const sexes = ["woman", "man"] as const;
export type Sex = (typeof sexes)[number];

export type Utterance = { language: LanguageName; sex: Sex; text: string };

/** A synthesiser. Published audio of a synthesiser is marked as synthetic. */
export type Voice = {
  name: VoiceName;
  speaks: (language: LanguageName) => boolean;
  /** Everything that determines the sound, as text. The same recipe produces the same sound. */
  recipeOf: (utterance: Utterance) => string;
  /** In US dollars. */
  priceOf: (utterance: Utterance) => number;
  /** @throws Error with one sentence that says what to do */
  say: (utterance: Utterance) => Promise<Waveform>;
};

export const voiceNames = ["espeak-ng", "polly"] as const;
export type VoiceName = (typeof voiceNames)[number];
