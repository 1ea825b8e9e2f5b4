import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";

const minute = 60_000;
const hour = 60 * minute;

const refetchWhenStale = { refetchOnMount: true } as const;

/** Times are in ms. */
export const freshness = {
  account: { staleTime: 5 * minute, gcTime: 30 * minute },
  completedScenarios: { staleTime: 5 * minute, gcTime: 30 * minute, ...refetchWhenStale },
  progress: { staleTime: 5 * minute, gcTime: 30 * minute, ...refetchWhenStale },
  /** Changes from other devices arrive over the realtime connection. */
  exam: { staleTime: 5 * minute, gcTime: 30 * minute, ...refetchWhenStale },
  /** Read again whenever a component mounts. While the component is mounted, the local store reports each change. */
  localExams: { staleTime: 0, gcTime: 5 * minute, ...refetchWhenStale },
  /** Changes by guests arrive over the realtime connection. */
  shares: { staleTime: 5 * minute, gcTime: 30 * minute, ...refetchWhenStale },
  /** A share has signed addresses, which expire after five minutes (`sharedAddressSeconds`). */
  share: { staleTime: 0, gcTime: 4 * minute, refetchInterval: 4 * minute, ...refetchWhenStale },
  topicsAndScenarios: { staleTime: hour, gcTime: 4 * hour, ...refetchWhenStale },
  segments: { staleTime: hour, gcTime: 4 * hour },
} as const;

// With "online", a query without a network would pause silently. With "always" it fails, so that the failure is shown
// and retried.
const networkMode = "always";

/**
 * Unused mutations are not cached, because no screen reads them. The cache would keep everything that a mutation refers
 * to in memory, such as a studio with its audio.
 */
export const mutationDefaults = { networkMode, gcTime: 0 } as const;

export const queryDefaults = {
  networkMode,
  retry: 1,
  refetchOnWindowFocus: false,
  refetchOnMount: false,
  refetchOnReconnect: false,
} as const;

const isFirstRead = ({ state }: Query) => state.data === undefined && state.fetchStatus === "fetching";

/**
 * Refetches queries whose keys begin with `queryKey`. Queries that no component uses become stale instead. Ignores the
 * results of fetches in progress, because they may be older than the change. The first fetch of a query cannot be
 * cancelled, so this function waits for the end of that fetch.
 */
export async function refetchByKey(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  const firstReads = { queryKey, predicate: isFirstRead };
  if (queries.isFetching(firstReads) > 0) await queries.refetchQueries(firstReads, { cancelRefetch: false });
  await queries.invalidateQueries({ queryKey });
}

/** Refetches only if a fetch is in progress, because the result of that fetch may be older than the change. */
export async function refetchIfFetching(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  if (queries.isFetching({ queryKey }) > 0) await refetchByKey(queries, queryKey);
}
