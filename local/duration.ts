const pattern = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
const unitMs = [7 * 86_400_000, 86_400_000, 3_600_000, 60_000, 1000];

/** Milliseconds in an ISO 8601 duration of weeks, days, hours, minutes and seconds, e.g. "P35D"; null for other text. */
export function durationMs(text: string): number | null {
  const parts = pattern.exec(text)?.slice(1);
  if (!parts || parts.every((part) => part === undefined)) return null;
  return parts.reduce((sum, part, at) => sum + Number(part ?? 0) * (unitMs[at] ?? 0), 0);
}
