import type { QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { saveZip, type ZipEntry } from "../../browser/save-zip.ts";
import { mockEntries } from "../exam/run/mock-file.ts";
import { allMockTakes, countUnfinishedMockTakes, hearMockTakes } from "../exam/takes/mock-takes.ts";
import { practiceEntries } from "../practice/takes/practice-file.ts";
import { practiceRecordings } from "../practice/takes/takes.ts";

/** How many recordings of a learner are on this device: of practice, of mock exams, and unfinished ones of either. */
export type RecordingsHere = { practice: number; exams: number; unfinished: number };

/** Counts the recordings that logging out, or deleting the account, deletes from this device. */
export async function recordingsHere(userId: string): Promise<RecordingsHere> {
  // A browser that refuses storage holds no recordings.
  const [practice, exams] = await Promise.all([
    practiceRecordings(userId).catch(() => ({ finished: [], unfinished: 0 })),
    allMockTakes(userId).catch(() => []),
  ]);
  const unfinishedExams = await countUnfinishedMockTakes(userId).catch(() => 0);
  return {
    practice: practice.finished.length,
    exams: exams.length,
    unfinished: practice.unfinished + unfinishedExams,
  };
}

/** Whether there is any recording. */
export function hasRecordings({ practice, exams, unfinished }: RecordingsHere): boolean {
  return practice + exams + unfinished > 0;
}

/**
 * The recordings on this device, kept up to date while other tabs record and delete.
 * @param known what was counted already; null, as the result, until they are counted
 */
export function useRecordingsHere<Known extends RecordingsHere | null>(
  userId: string,
  known: Known,
): RecordingsHere | Known {
  const [here, setHere] = useState<RecordingsHere | Known>(known);
  useEffect(() => {
    let isOver = false;
    const count = () => void recordingsHere(userId).then((found) => isOver || setHere(found));
    count();
    const stopHearing = hearMockTakes(userId, count);
    return () => {
      isOver = true;
      stopHearing();
    };
  }, [userId]);
  return here;
}

/**
 * Saves every finished recording on this device as one ZIP file, and returns their number.
 * Rejects without a file if a recording cannot be read.
 */
export async function saveAllRecordings(queries: QueryClient, userId: string): Promise<number> {
  const [{ finished }, takes] = await Promise.all([practiceRecordings(userId), allMockTakes(userId)]);
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield* practiceEntries(finished);
    yield* mockEntries(queries, userId, takes);
  }
  const count = finished.length + takes.length;
  if (count > 0) await saveZip("parlance-recordings.zip", entries());
  return count;
}
