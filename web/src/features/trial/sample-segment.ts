export type SampleAudio = {
  text: string;
  url: string;
  seconds: number;
  /** Heights of the waveform's bars, each 0 to 1. */
  peaks: readonly number[];
};

/** The original is in English, and the reference is in `exampleLanguage`. */
export type SampleSegment = { speaker: string; original: SampleAudio; reference: SampleAudio };
