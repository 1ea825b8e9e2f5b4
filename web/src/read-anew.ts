import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";

const isFirstRead = ({ state }: Query) => state.data === undefined && state.fetchStatus === "fetching";

/**
 * Reads anew what queries hold whose keys begin with `queryKey`. What is being read now may have been read too early, so its
 * answer does not count; only a first read cannot be given up, and is waited for.
 */
export async function readAnew(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  const firstReads = { queryKey, predicate: isFirstRead };
  if (queries.isFetching(firstReads) > 0) await queries.refetchQueries(firstReads, { cancelRefetch: false });
  await queries.invalidateQueries({ queryKey });
}

/** The same, but only while something of it is being read: its answer may not hold yet what the app has just been told. */
export async function readAnewIfReading(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  if (queries.isFetching({ queryKey }) > 0) await readAnew(queries, queryKey);
}
