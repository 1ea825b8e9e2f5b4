import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";

const minute = 60_000;
const hour = 60 * minute;

/** What outlived its freshness is read again when it is next looked at. */
const refetchWhenStale = { refetchOnMount: true } as const;

/** How long each kind of answer counts as fresh and is kept, in ms. */
export const freshness = {
  account: { staleTime: 5 * minute, gcTime: 30 * minute },
  completedScenarios: { staleTime: 5 * minute, gcTime: 30 * minute, ...refetchWhenStale },
  progress: { staleTime: 5 * minute, gcTime: 30 * minute, ...refetchWhenStale },
  /** Of mock exams; other devices' changes are told. */
  exam: { staleTime: 5 * minute, gcTime: 30 * minute, ...refetchWhenStale },
  /** What this browser holds of them: it is asked anew whenever it says that it has changed. */
  localExams: { staleTime: 0, gcTime: 5 * minute, ...refetchWhenStale },
  topicsAndScenarios: { staleTime: hour, gcTime: 4 * hour, ...refetchWhenStale },
  segments: { staleTime: hour, gcTime: 4 * hour },
} as const;

// Left to itself the cache waits for the network without a word; a failure can be told and tried again.
const networkMode = "always";

/**
 * What holds for every change that is sent to the server. No screen reads it after the one that made it is gone, and what
 * it refers to, a studio with its sounds, would stay with it.
 */
export const mutationDefaults = { networkMode, gcTime: 0 } as const;

/** What holds for every query: one retry, and no refetch on focus, mount or reconnect. */
export const queryDefaults = {
  networkMode,
  retry: 1,
  refetchOnWindowFocus: false,
  refetchOnMount: false,
  refetchOnReconnect: false,
} as const;

const isFirstRead = ({ state }: Query) => state.data === undefined && state.fetchStatus === "fetching";

/**
 * Reads anew what queries hold whose keys begin with `queryKey`. What is being read now may have been read too early, so its
 * answer does not count; only a first read cannot be given up, and is waited for.
 */
export async function refetchByKey(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  const firstReads = { queryKey, predicate: isFirstRead };
  if (queries.isFetching(firstReads) > 0) await queries.refetchQueries(firstReads, { cancelRefetch: false });
  await queries.invalidateQueries({ queryKey });
}

/** The same, but only while something of it is being read: its answer may not hold yet what the app has just been told. */
export async function refetchIfFetching(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  if (queries.isFetching({ queryKey }) > 0) await refetchByKey(queries, queryKey);
}
