const dayMs = 24 * 60 * 60 * 1000;

/** Returns the local day in days since 1970. */
export function calendarDay(date: Date): number {
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / dayMs);
}

export function relativeDay(instant: string, now: Date): string {
  const date = new Date(instant);
  const daysAgo = calendarDay(now) - calendarDay(date);
  if (daysAgo <= 0) return "Today";
  if (daysAgo === 1) return "Yesterday";
  const year = date.getFullYear() === now.getFullYear() ? {} : ({ year: "numeric" } as const);
  return new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", ...year }).format(date);
}

export function relativeDayPhrase(instant: string, now: Date): string {
  const day = relativeDay(instant, now);
  return day === "Today" || day === "Yesterday" ? day.toLowerCase() : `on ${day}`;
}
