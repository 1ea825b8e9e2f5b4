export type SampleAudio = {
  text: string;
  url: string;
  seconds: number;
  /** Heights of the waveform's bars, each 0 to 1. */
  peaks: readonly number[];
};

/** A public segment in English, with its reference in the language of the examples. */
export type SampleSegment = { speaker: string; original: SampleAudio; reference: SampleAudio };
