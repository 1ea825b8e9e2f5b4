/** How many bars each voice of the trial has; even, as bars of a running take are joined in pairs. */
export const barCount = 56;
