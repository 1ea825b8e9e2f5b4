import type { QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { saveZip, type ZipEntry } from "../../browser/save-zip.ts";
import {
  countUnfinishedExamRecordings,
  loadAllExamRecordings,
  onExamRecordingsChanged,
} from "../exam/recordings/exam-recordings.ts";
import { examZipEntries } from "../exam/session/exam-zip.ts";
import { loadPracticeRecordings } from "../practice/recordings/dialogue-recordings.ts";
import { recordingZipEntries } from "../practice/recordings/practice-zip.ts";

/** `practice` and `exams` count finished recordings. */
export type LocalRecordingCounts = { practice: number; exams: number; unfinished: number };

export async function countLocalRecordings(userId: string): Promise<LocalRecordingCounts> {
  const [practice, exams] = await Promise.all([
    loadPracticeRecordings(userId).catch(() => ({ finished: [], unfinished: 0 })),
    loadAllExamRecordings(userId).catch(() => []),
  ]);
  const unfinishedExams = await countUnfinishedExamRecordings(userId).catch(() => 0);
  return {
    practice: practice.finished.length,
    exams: exams.length,
    unfinished: practice.unfinished + unfinishedExams,
  };
}

export function hasRecordings({ practice, exams, unfinished }: LocalRecordingCounts): boolean {
  return practice + exams + unfinished > 0;
}

/** @param known returned until the new counts are loaded */
export function useLocalRecordings<Known extends LocalRecordingCounts | null>(
  userId: string,
  known: Known,
): LocalRecordingCounts | Known {
  const [here, setHere] = useState<LocalRecordingCounts | Known>(known);
  useEffect(() => {
    let isOver = false;
    const count = () => void countLocalRecordings(userId).then((found) => isOver || setHere(found));
    count();
    const stopHearing = onExamRecordingsChanged(userId, count);
    return () => {
      isOver = true;
      stopHearing();
    };
  }, [userId]);
  return here;
}

/** Returns the number of recordings in the file. Rejects without a file if one of these recordings cannot be read. */
export async function saveAllRecordings(queries: QueryClient, userId: string): Promise<number> {
  const [{ finished }, recordings] = await Promise.all([loadPracticeRecordings(userId), loadAllExamRecordings(userId)]);
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield* recordingZipEntries(finished);
    yield* examZipEntries(queries, userId, recordings);
  }
  const count = finished.length + recordings.length;
  if (count > 0) await saveZip("parlance-recordings.zip", entries());
  return count;
}
