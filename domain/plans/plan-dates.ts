const hourMs = 60 * 60 * 1000;
/** Within this time of a moment its hour counts. */
const timeShownWithinMs = 48 * hourMs;

/** An instant as MMM dd, yyyy in a time zone, e.g. "Nov 05, 2026"; in the one of this machine unless told otherwise. */
export function formatDate(instant: string, timeZone?: string): string {
  const form = { timeZone, year: "numeric", month: "short", day: "2-digit" } as const;
  return new Intl.DateTimeFormat("en-US", form).format(new Date(instant));
}

function formatTime(instant: string, timeZone?: string): string {
  const form = { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return new Intl.DateTimeFormat("en-US", form).format(new Date(instant));
}

/**
 * An instant on which money or access depends: its date, and its time where the day alone could be misread, because it is
 * within 48 hours of `now` or another day in UTC, in which the payment provider writes its bills and mails.
 */
export function formatMoment(instant: string, now: Date, timeZone?: string): string {
  const date = formatDate(instant, timeZone);
  const isNear = Math.abs(Date.parse(instant) - now.getTime()) <= timeShownWithinMs;
  return isNear || date !== formatDate(instant, "UTC") ? `${date} at ${formatTime(instant, timeZone)}` : date;
}
