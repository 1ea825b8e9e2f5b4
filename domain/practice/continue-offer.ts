import type { Practice } from "./practice.ts";
import { findResumeIndex } from "./progress.ts";

/** While the first segment is shown, returns the position, from 0, at which to continue the dialogue. */
export function continueOffer({ segments, index }: Pick<Practice, "segments" | "index">): number | null {
  if (index !== 0 || segments.every(({ completed }) => completed)) return null;
  const at = findResumeIndex((position) => segments[position]?.completed === true, segments.length);
  return at === 0 ? null : at;
}
