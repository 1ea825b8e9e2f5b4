/** Even, because a live waveform merges bars in pairs. */
export const barCount = 56;
