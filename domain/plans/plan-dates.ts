const hourMs = 60 * 60 * 1000;
const timeShownWithinMs = 48 * hourMs;

/** Formats a date as "Nov 05, 2026", by default in the time zone of this machine. */
export function formatDate(instant: string, timeZone?: string): string {
  const form = { timeZone, year: "numeric", month: "short", day: "2-digit" } as const;
  return new Intl.DateTimeFormat("en-US", form).format(new Date(instant));
}

function formatTime(instant: string, timeZone?: string): string {
  const form = { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return new Intl.DateTimeFormat("en-US", form).format(new Date(instant));
}

/**
 * Adds the time if the date alone could mislead: within 48 hours of `now`, or if the date in UTC differs. The payment
 * provider's bills and emails may show the date in UTC.
 */
export function formatMoment(instant: string, now: Date, timeZone?: string): string {
  const date = formatDate(instant, timeZone);
  const isNear = Math.abs(Date.parse(instant) - now.getTime()) <= timeShownWithinMs;
  return isNear || date !== formatDate(instant, "UTC") ? `${date} at ${formatTime(instant, timeZone)}` : date;
}
