import type { Practice } from "./practice.ts";
import { findResumeIndex } from "./progress.ts";

/**
 * Returns the position, from 0, at which a dialogue in progress continues, if it was opened at its first segment. Null
 * if nothing is completed yet, if everything is, or if it continues at the first segment.
 */
export function continueOffer({ segments, index }: Pick<Practice, "segments" | "index">): number | null {
  if (index !== 0 || segments.every(({ completed }) => completed)) return null;
  const at = findResumeIndex((position) => segments[position]?.completed === true, segments.length);
  return at === 0 ? null : at;
}
