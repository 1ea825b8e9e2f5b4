/** One of the two recordings of a segment. */
export type SampleAudio = {
  text: string;
  /** Where the recording is. */
  url: string;
  seconds: number;
  /** The bars of its waveform, each 0 to 1. */
  peaks: readonly number[];
};

/** A segment that anybody can try, in English, and its reference in the language of the examples. */
export type SampleSegment = { speaker: string; original: SampleAudio; reference: SampleAudio };
