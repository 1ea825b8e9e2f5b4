/**
 * Returns the smallest sample that is at least as large as `fraction` (0 to 1) of the samples.
 * @throws Error without samples
 */
export function percentile(samples: readonly number[], fraction: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const rank = Math.max(1, Math.ceil(fraction * sorted.length));
  const value = sorted[rank - 1];
  if (value === undefined) throw new Error("There are no samples");
  return value;
}

/** @throws Error without samples */
export function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) throw new Error("There are no samples");
  return (lower + upper) / 2;
}
