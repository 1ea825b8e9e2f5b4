/** Bars of a waveform in the trial. Even, because a live waveform joins bars in pairs. */
export const barCount = 56;
