import type { StoredRecording } from "./recording-database.ts";

type EvictionCandidate = Pick<StoredRecording, "number" | "bytes" | "usedAt" | "unfinished">;

export function sumBytes(recordings: readonly Pick<StoredRecording, "bytes">[]): number {
  return recordings.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** @param spared the number of a recording that must stay */
export function recordingsToEvict<Recorded extends EvictionCandidate>(
  recordings: readonly Recorded[],
  spared: number,
  capBytes: number,
): Recorded[] {
  let excess = sumBytes(recordings) - capBytes;
  const evicted: Recorded[] = [];
  for (const recording of recordings.toSorted((a, b) => a.usedAt - b.usedAt || a.number - b.number)) {
    if (excess <= 0) break;
    if (recording.number === spared || recording.unfinished) continue;
    evicted.push(recording);
    excess -= recording.bytes;
  }
  return evicted;
}
