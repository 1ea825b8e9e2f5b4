const toDate = (seconds: number) => new Date(seconds * 1000);

/**
 * Adds calendar months to `anchor`, with the same day and time. In a shorter month, the result is the last day. All
 * times are in seconds since 1970, in UTC.
 */
export function addMonths(anchor: number, months: number): number {
  const from = toDate(anchor);
  const to = toDate(anchor);
  // On the first day of a month, a change of the month cannot overflow into the next month.
  to.setUTCDate(1);
  to.setUTCMonth(from.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return Math.floor(to.getTime() / 1000);
}

/** Counts the calendar months between two instants, regardless of days. */
export function monthsBetween(from: number, to: number): number {
  const [start, end] = [toDate(from), toDate(to)];
  return (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
}
