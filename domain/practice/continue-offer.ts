import type { Practice } from "./practice.ts";
import { findResumeIndex } from "./progress.ts";

/** Returns the position, from 0, at which to continue a dialogue whose first segment is open. */
export function continueOffer({ segments, index }: Pick<Practice, "segments" | "index">): number | null {
  if (index !== 0 || segments.every(({ completed }) => completed)) return null;
  const at = findResumeIndex((position) => segments[position]?.completed === true, segments.length);
  return at === 0 ? null : at;
}
