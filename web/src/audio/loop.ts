import type { LoopRange } from "../../../domain/practice/practice.ts";

/** In seconds. After a seek, a browser may play from a position that is up to this much too early. */
const seekTolerance = 0.1;
/** About one word. */
export const minLoopSeconds = 0.5;

/** In seconds; `duration` is 0 while it is unknown. */
type PlaybackPosition = { currentTime: number; duration: number };

/** Returns seconds. A loop that ends with the audio restarts after the event "ended". */
export function loopSeekTarget({ from, to }: LoopRange, { currentTime, duration }: PlaybackPosition): number | null {
  if (duration === 0) return null;
  const isBefore = currentTime < from * duration - seekTolerance;
  const isBehind = to < 1 && currentTime >= to * duration;
  return isBefore || isBehind ? from * duration : null;
}

/**
 * @param place 0 to 1
 * @param duration in seconds
 */
export function moveLoopEnd({ from, to }: LoopRange, end: "from" | "to", place: number, duration: number): LoopRange {
  const least = Math.min(1, minLoopSeconds / duration);
  if (end === "from") return { from: Math.max(0, Math.min(place, to - least)), to };
  return { from, to: Math.min(1, Math.max(place, from + least)) };
}
