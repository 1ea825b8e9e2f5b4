const daysPerWeek = 7;

/** 1970-01-01, day 0, was a Thursday: three days after a Monday. */
const daysFromMondayToDayZero = 3;

/** `day` and the returned Monday are in days since 1970-01-01. */
export function weekStart(day: number): number {
  const fromMonday = (((day + daysFromMondayToDayZero) % daysPerWeek) + daysPerWeek) % daysPerWeek;
  return day - fromMonday;
}

/** Oldest first. */
export function lastWeeks(today: number, count: number): number[] {
  const newest = weekStart(today);
  return Array.from({ length: count }, (_, at) => newest - (count - 1 - at) * daysPerWeek);
}

export function daysOfWeek(monday: number): number[] {
  return Array.from({ length: daysPerWeek }, (_, at) => monday + at);
}
