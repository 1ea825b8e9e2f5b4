const toDate = (seconds: number) => new Date(seconds * 1000);

/**
 * Keeps the day of the month and the time of day, in UTC. In a month without that day, the result is the last day. The
 * times are in seconds since 1970.
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

/** Ignores the days: from 31 January to 1 February is one month. */
export function monthsBetween(from: number, to: number): number {
  const [start, end] = [toDate(from), toDate(to)];
  return (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
}
