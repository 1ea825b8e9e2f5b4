import type { StudyChange } from "../../../../../domain/study/study-change.ts";
import { maxBatchBytes, maxChangesPerBatch } from "../../../../../domain/study/study-routes.ts";

const bytesOf = (change: StudyChange) => new TextEncoder().encode(JSON.stringify(change)).byteLength + 1;

/** The first change may alone exceed `maxBatchBytes`, so that it does not block the others. */
export function firstBatch(changes: readonly StudyChange[]): StudyChange[] {
  const oldestFirst = changes.toSorted((one, other) => Date.parse(one.changed_at) - Date.parse(other.changed_at));
  const batch: StudyChange[] = [];
  let bytes = 0;
  for (const change of oldestFirst) {
    bytes += bytesOf(change);
    if (batch.length === maxChangesPerBatch || (batch.length > 0 && bytes > maxBatchBytes)) break;
    batch.push(change);
  }
  return batch;
}
