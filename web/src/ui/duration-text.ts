/** Formats a duration as "12 min" or "1 h 12 min". Does not use `Intl.DurationFormat`, which older browsers lack. */
export function durationText(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const parts = [
    { amount: Math.floor(minutes / 60), unit: "h" },
    { amount: minutes % 60, unit: "min" },
  ];
  return parts.flatMap(({ amount, unit }) => (amount > 0 ? [`${amount}\u00a0${unit}`] : [])).join("\u00a0");
}
