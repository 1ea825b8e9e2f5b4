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
  localExams: { staleTime: 0, gcTime: 5 * minute, ...refetchWhenStale },
  /** Changes by guests arrive over the realtime connection. */
  shares: { staleTime: 5 * minute, gcTime: 30 * minute, ...refetchWhenStale },
  /** A share has signed addresses, which expire after five minutes (`sharedAddressSeconds`). */
  share: { staleTime: 0, gcTime: 4 * minute, refetchInterval: 4 * minute, ...refetchWhenStale },
  topicsAndScenarios: { staleTime: hour, gcTime: 4 * hour, ...refetchWhenStale },
  segments: { staleTime: hour, gcTime: 4 * hour },
} as const;

// With "online", a query would pause silently if there is no network.
const networkMode = "always";

/** With a longer `gcTime`, the cache would keep everything in memory that a finished mutation refers to. */
export const mutationDefaults = { networkMode, gcTime: 0 } as const;

export const queryDefaults = {
  networkMode,
  retry: 1,
  refetchOnWindowFocus: false,
  refetchOnMount: false,
  refetchOnReconnect: false,
} as const;

const isFirstRead = ({ state }: Query) => state.data === undefined && state.fetchStatus === "fetching";

/** A refetch cannot cancel the first fetch of a query, so this function waits for that fetch. */
export async function refetchByKey(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  const firstReads = { queryKey, predicate: isFirstRead };
  if (queries.isFetching(firstReads) > 0) await queries.refetchQueries(firstReads, { cancelRefetch: false });
  await queries.invalidateQueries({ queryKey });
}

/** The result of a fetch in progress may be outdated. */
export async function refetchIfFetching(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  if (queries.isFetching({ queryKey }) > 0) await refetchByKey(queries, queryKey);
}
