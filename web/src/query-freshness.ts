import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";

const minute = 60_000;
const hour = 60 * minute;

const refetchWhenStale = { refetchOnMount: true } as const;

/** In ms. */
export const freshness = {
  account: { staleTime: 5 * minute, gcTime: 30 * minute },
  completedScenarios: { staleTime: 5 * minute, gcTime: 30 * minute, ...refetchWhenStale },
  progress: { staleTime: 5 * minute, gcTime: 30 * minute, ...refetchWhenStale },
  /** Other devices' changes arrive over the realtime connection. */
  exam: { staleTime: 5 * minute, gcTime: 30 * minute, ...refetchWhenStale },
  /** The local store reports each change, so its data is never fresh on mount. */
  localExams: { staleTime: 0, gcTime: 5 * minute, ...refetchWhenStale },
  topicsAndScenarios: { staleTime: hour, gcTime: 4 * hour, ...refetchWhenStale },
  segments: { staleTime: hour, gcTime: 4 * hour },
} as const;

// "online" would pause a query silently without a network; "always" fails, so that the failure is shown and retried.
const networkMode = "always";

/**
 * No screen reads a mutation after its component unmounts. A longer cache would keep all that it refers to, such as a
 * studio with its audio, in memory.
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
 * Refetches queries whose keys begin with `queryKey`. It ignores the results of running refetches, which may predate
 * the change. A first fetch cannot be cancelled, so it is awaited.
 */
export async function refetchByKey(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  const firstReads = { queryKey, predicate: isFirstRead };
  if (queries.isFetching(firstReads) > 0) await queries.refetchQueries(firstReads, { cancelRefetch: false });
  await queries.invalidateQueries({ queryKey });
}

/** Refetches only if a fetch is running, since its result may predate the change. */
export async function refetchIfFetching(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  if (queries.isFetching({ queryKey }) > 0) await refetchByKey(queries, queryKey);
}
