import type { Study } from "./study.ts";

const weekDays = 7;

/** The week is `today` and the six days before. */
export function secondsOfWeek({ recordings }: Pick<Study, "recordings">, today: number): number {
  return recordings
    .filter(({ day }) => day > today - weekDays && day <= today)
    .reduce((sum, { seconds }) => sum + seconds, 0);
}
