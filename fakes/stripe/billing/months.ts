const toDate = (seconds: number) => new Date(seconds * 1000);

/** The instant `months` months after `anchor`, on its day and time; on the month's last day where it is shorter. */
export function addMonths(anchor: number, months: number): number {
  const from = toDate(anchor);
  const to = toDate(anchor);
  // From the first day no month spills into the one after.
  to.setUTCDate(1);
  to.setUTCMonth(from.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return Math.floor(to.getTime() / 1000);
}

/** How many calendar months lie between two instants, days not considered. */
export function monthsBetween(from: number, to: number): number {
  const [start, end] = [toDate(from), toDate(to)];
  return (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
}
