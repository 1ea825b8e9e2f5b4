import type { QueryClient } from "@tanstack/react-query";
import { saveZip, type ZipEntry } from "../../../browser/save-zip.ts";
import { type KnownExam, knownExams } from "../facts/known-exams.ts";
import { allMockTakes, type MockTake, mockTakeFile } from "../takes/mock-takes.ts";
import { sheetText, takeName } from "./internal/sheet-text.ts";

/** One file after the other, so that no more than one recording is in memory. */
async function* entriesOf(takes: readonly MockTake[], exams: readonly KnownExam[]): AsyncGenerator<ZipEntry> {
  for (const [attemptId, mine] of Map.groupBy(takes, (take) => take.attemptId)) {
    const known = exams.find(({ attempt }) => attempt.attempt_id === attemptId);
    const day = new Date(known?.attempt.started_at ?? mine[0]?.recordedAt ?? 0).toISOString().slice(0, 10);
    const folder = `mock-exam-${day}-${attemptId.slice(0, 8)}`;
    if (known) {
      const { attempt, markings } = known;
      yield { name: `${folder}/sheet.txt`, input: sheetText({ facts: attempt, markings, takes: mine }) };
    }
    for (const take of mine) {
      const sound = await mockTakeFile(take.number);
      if (!sound) throw new Error("A recording cannot be read");
      yield { name: `${folder}/${takeName(take)}`, input: sound.data, lastModified: new Date(take.recordedAt) };
    }
  }
}

/** The files of recordings of mock exams, with the sheet of each exam. Throws where a recording cannot be read. */
export async function* mockEntries(
  queries: QueryClient,
  userId: string,
  takes: readonly MockTake[],
): AsyncGenerator<ZipEntry> {
  if (takes.length > 0) yield* entriesOf(takes, await knownExams(queries, userId));
}

/**
 * Gives the learner a ZIP of what was said in mocks, with the sheet of each.
 * @param attemptId of one mock; all that are on this device if not given
 * @returns how many recordings are in it. Rejects where one of them cannot be read: no file is better than half of one.
 */
export async function saveMocks(queries: QueryClient, userId: string, attemptId?: string): Promise<number> {
  const all = await allMockTakes(userId);
  const takes = attemptId === undefined ? all : all.filter((take) => take.attemptId === attemptId);
  if (takes.length === 0) return 0;
  const name = attemptId === undefined ? "mock-exams.zip" : `mock-exam-${attemptId.slice(0, 8)}.zip`;
  await saveZip(name, mockEntries(queries, userId, takes));
  return takes.length;
}
