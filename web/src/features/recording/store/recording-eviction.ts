import type { StoredRecording } from "./recording-database.ts";

type EvictionCandidate = Pick<StoredRecording, "number" | "bytes" | "usedAt" | "unfinished">;

/** Sum of what takes need, in bytes. */
export function sumBytes(takes: readonly Pick<StoredRecording, "bytes">[]): number {
  return takes.reduce((sum, { bytes }) => sum + bytes, 0);
}

/**
 * The takes that have to go so that the others fit under a cap: the least recently used ones, as few as possible.
 * @param spared the number of the take just recorded, which never goes; nor does one that is still being recorded.
 */
export function recordingsToEvict<Take extends EvictionCandidate>(
  takes: readonly Take[],
  spared: number,
  capBytes: number,
): Take[] {
  let excess = sumBytes(takes) - capBytes;
  const givenUp: Take[] = [];
  for (const take of takes.toSorted((a, b) => a.usedAt - b.usedAt || a.number - b.number)) {
    if (excess <= 0) break;
    if (take.number === spared || take.unfinished) continue;
    givenUp.push(take);
    excess -= take.bytes;
  }
  return givenUp;
}
