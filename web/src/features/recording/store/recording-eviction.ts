import type { StoredRecording } from "./recording-database.ts";

type EvictionCandidate = Pick<StoredRecording, "number" | "bytes" | "usedAt" | "unfinished">;

export function sumBytes(takes: readonly Pick<StoredRecording, "bytes">[]): number {
  return takes.reduce((sum, { bytes }) => sum + bytes, 0);
}

/**
 * Returns the least recently used recordings, as few as possible. Unfinished ones stay.
 * @param spared the number of the newest recording, which stays too
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
