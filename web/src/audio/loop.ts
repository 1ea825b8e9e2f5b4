import type { LoopRange } from "../../../domain/practice/practice.ts";

/** How far before a place the browser may stand that was sent there, in seconds. */
const seekTolerance = 0.1;
/** The shortest part that can be gone round in, in seconds: about a word. */
export const minLoopSeconds = 0.5;

/** Where a sound is, in seconds; `duration` is 0 while it is not known. */
type PlaybackPosition = { currentTime: number; duration: number };

/**
 * Where to go on, in seconds, for what is outside of its loop; null if it goes on where it is. The very end is not gone
 * back from before it was heard: it is told by itself.
 */
export function loopSeekTarget({ from, to }: LoopRange, { currentTime, duration }: PlaybackPosition): number | null {
  if (duration === 0) return null;
  const isBefore = currentTime < from * duration - seekTolerance;
  const isBehind = to < 1 && currentTime >= to * duration;
  return isBefore || isBehind ? from * duration : null;
}

/**
 * A part with one of its ends moved to a place, 0 to 1: as far as the other end and the shortest part allow.
 * @param duration of the whole, in seconds.
 */
export function moveLoopEnd({ from, to }: LoopRange, end: "from" | "to", place: number, duration: number): LoopRange {
  const least = Math.min(1, minLoopSeconds / duration);
  if (end === "from") return { from: Math.max(0, Math.min(place, to - least)), to };
  return { from, to: Math.min(1, Math.max(place, from + least)) };
}
