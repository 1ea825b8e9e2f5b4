/** Number of bars of a waveform in the trial. The number is even, because a live waveform merges bars in pairs. */
export const barCount = 56;
