import { type QueryClient, useQuery } from "@tanstack/react-query";
import { segmentId } from "../../../../domain/content/scenario.ts";
import { type Dialogue, progressOf, progressRowKey, type UserProgress } from "../../../../domain/practice/progress.ts";
import { readAllRows } from "../../all-rows.ts";
import { callApi } from "../../api.ts";
import { freshness, readAnewIfReading } from "../../query-freshness.ts";
import type { WaitingSave } from "./progress-queue.ts";
import { waitingProgress } from "./progress-sending.ts";

/** Where the progress of a learner is cached. */
export const progressKey = (userId: string) => ["progress", userId] as const;

function rowOf(userId: string, { version: _, scenarioId, segmentId, ...facts }: WaitingSave): UserProgress {
  return { ...facts, user_id: userId, scenario_id: scenarioId, segment_id: segmentId };
}

const isSameSegment = (one: UserProgress, other: UserProgress) =>
  one.language === other.language && one.scenario_id === other.scenario_id && one.segment_id === other.segment_id;

/** Rows with those of saves in them that are not older: the server keeps the latest attempt, too. */
export function withSaves(
  rows: readonly UserProgress[],
  userId: string,
  saves: readonly WaitingSave[],
): readonly UserProgress[] {
  return saves.reduce<readonly UserProgress[]>((known, save) => {
    const row = rowOf(userId, save);
    const former = known.find((each) => isSameSegment(each, row));
    if (former && Date.parse(former.last_attempt_at) > Date.parse(row.last_attempt_at)) return known;
    return [...known.filter((each) => each !== former), row];
  }, rows);
}

/** How a learner's progress is read. What waits to be sent counts, and so does what was sent while it was read. */
export const progressQuery = (
  userId: string,
  read: () => Promise<UserProgress[]> = () =>
    readAllRows((params) => callApi("list-progress", { params }), progressRowKey),
) => ({
  queryKey: progressKey(userId),
  queryFn: async (): Promise<readonly UserProgress[]> => {
    const waited = waitingProgress(userId);
    const rows = await read();
    return withSaves(rows, userId, [...waited, ...waitingProgress(userId)]);
  },
  ...freshness.progress,
});

/** What the learner has done of each segment, here and elsewhere. */
export function useProgress(userId: string) {
  return useQuery(progressQuery(userId));
}

/** Shows a save at once. A list that was never loaded stays so. */
export function noteProgress(queries: QueryClient, userId: string, save: WaitingSave): void {
  queries.setQueryData<readonly UserProgress[]>(
    progressKey(userId),
    (known) => known && withSaves(known, userId, [save]),
  );
  void readAnewIfReading(queries, progressKey(userId));
}

/** What is known of the segments of a dialogue, by their positions from 0. */
export function foundProgress(rows: readonly UserProgress[], dialogue: Dialogue, segmentCount: number) {
  const known = progressOf(rows, dialogue);
  return Array.from({ length: segmentCount }, (_, index) => ({ index, row: known.get(segmentId(index)) })).flatMap(
    ({ index, row }) => (row ? [{ index, completed: row.completed }] : []),
  );
}
