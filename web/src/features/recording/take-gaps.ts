import { currentSegment, type Gap, type Practice, shownTake } from "../../../../domain/practice/practice.ts";
import { clockTime } from "../../ui/clock-time.ts";

/** How much is missing in a take and where, as "0.4 seconds are missing at 0:07"; null if nothing is. */
export function gapsText(gaps: readonly Gap[]): string | null {
  const [first] = gaps;
  if (!first) return null;
  // Never less than there is.
  const seconds = (Math.ceil(gaps.reduce((sum, gap) => sum + gap.seconds, 0) * 10) / 10).toFixed(1);
  const where =
    gaps.length === 1
      ? `at ${clockTime(first.atSeconds)}`
      : `in ${gaps.length} places, the first at ${clockTime(first.atSeconds)}`;
  return `${seconds} seconds are missing ${where}`;
}

/** The gaps of the take that is shown, and its length in seconds. */
export function shownGaps(practice: Practice): { gaps: readonly Gap[]; durationSeconds: number } {
  const number = shownTake(practice);
  const take = currentSegment(practice).takes.find((each) => each.number === number);
  return { gaps: take?.gaps ?? [], durationSeconds: take?.durationSeconds ?? 0 };
}
