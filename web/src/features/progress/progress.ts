import { type QueryClient, useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { segmentId } from "../../../../domain/content/scenario.ts";
import {
  type DialogueId,
  progressBySegment,
  progressRowKey,
  UserProgress,
} from "../../../../domain/practice/progress.ts";
import { callApi } from "../../api.ts";
import { readCachedWithoutNetwork, writeCached } from "../../browser/local-cache.ts";
import { fetchAllRows } from "../../fetch-all-rows.ts";
import { readHomePractice } from "../../home-answer.ts";
import { freshness, refetchIfFetching } from "../../query-freshness.ts";
import { fetchOrStored } from "../../stored-answers.ts";
import type { QueuedSave } from "./progress-queue.ts";
import { queuedProgress } from "./progress-sending.ts";

export const progressKey = (userId: string) => ["progress", userId] as const;

function rowOf(userId: string, { version: _, scenarioId, segmentId, ...facts }: QueuedSave): UserProgress {
  return { ...facts, user_id: userId, scenario_id: scenarioId, segment_id: segmentId };
}

const isSameSegment = (one: UserProgress, other: UserProgress) =>
  one.language === other.language && one.scenario_id === other.scenario_id && one.segment_id === other.segment_id;

/** The later attempt wins, as on the server. */
export function mergeSaves(
  rows: readonly UserProgress[],
  userId: string,
  saves: readonly QueuedSave[],
): readonly UserProgress[] {
  return saves.reduce<readonly UserProgress[]>((known, save) => {
    const row = rowOf(userId, save);
    const former = known.find((each) => isSameSegment(each, row));
    if (former && Date.parse(former.last_attempt_at) > Date.parse(row.last_attempt_at)) return known;
    return [...known.filter((each) => each !== former), row];
  }, rows);
}

function readRows(userId: string): Promise<UserProgress[]> {
  const fetchRows = async () => {
    const first = (await readHomePractice())?.progress;
    const rows = await fetchAllRows((params) => callApi("list-progress", { params }), progressRowKey, first);
    writeCached(userId, "progress", rows);
    return rows;
  };
  return fetchOrStored(fetchRows, () => readCachedWithoutNetwork(userId, "progress", z.array(UserProgress)));
}

/** Reads the queue before and after the request, because saves may be sent or queued in the meantime. */
export const progressQuery = (userId: string, read: () => Promise<UserProgress[]> = () => readRows(userId)) => ({
  queryKey: progressKey(userId),
  queryFn: async (): Promise<readonly UserProgress[]> => {
    const waited = queuedProgress(userId);
    const rows = await read();
    return mergeSaves(rows, userId, [...waited, ...queuedProgress(userId)]);
  },
  ...freshness.progress,
});

export function useProgress(userId: string) {
  return useQuery(progressQuery(userId));
}

/** Repeats a fetch in progress, because its response may lack the save. */
export function cacheProgress(queries: QueryClient, userId: string, save: QueuedSave): void {
  queries.setQueryData<readonly UserProgress[]>(
    progressKey(userId),
    (known) => known && mergeSaves(known, userId, [save]),
  );
  void refetchIfFetching(queries, progressKey(userId));
}

export function knownSegmentProgress(rows: readonly UserProgress[], dialogue: DialogueId, segmentCount: number) {
  const known = progressBySegment(rows, dialogue);
  return Array.from({ length: segmentCount }, (_, index) => ({ index, row: known.get(segmentId(index)) })).flatMap(
    ({ index, row }) => (row ? [{ index, completed: row.completed }] : []),
  );
}
