/** Bars of a waveform in the trial. An even number, because a live waveform merges bars in pairs. */
export const barCount = 56;
