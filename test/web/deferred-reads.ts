import { QueryClient, type QueryKey, QueryObserver } from "@tanstack/react-query";
import { onTestFinished } from "vitest";
import { flushPromises } from "./realtime/fake-sockets.ts";

type QueryOf<Answer, Cached> = (read: () => Promise<Answer>) => {
  queryKey: QueryKey;
  queryFn: (context: { client: QueryClient }) => Promise<Cached>;
  staleTime?: number;
};

/** Observes a query, as a page does. Each read is pending until the test calls `answer`. */
export function deferReads<Answer, Cached = Answer>(queryOf: QueryOf<Answer, Cached>, known?: Cached) {
  const queries = new QueryClient();
  onTestFinished(() => queries.clear());
  const reads: ((answer: Answer) => void)[] = [];
  const query = queryOf(() => new Promise((resolve) => reads.push(resolve)));
  const { queryKey } = query;
  if (known !== undefined) queries.setQueryData(queryKey, known);
  const observer = new QueryObserver<Cached>(queries, { ...query, refetchOnMount: false });
  onTestFinished(observer.subscribe(() => {}));
  return {
    queries,
    reads,
    answer: async (answer: Answer) => {
      reads.shift()?.(answer);
      await flushPromises();
    },
    cached: () => queries.getQueryData<Cached>(queryKey),
    readOnce: () => void queries.invalidateQueries({ queryKey }),
  };
}
