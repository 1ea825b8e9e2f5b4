/** After a failure, starts no more items, waits for the running ones, and then throws. */
export async function inParallel<T>(items: readonly T[], limit: number, work: (item: T) => Promise<void>) {
  const waiting = items.values();
  let failed = false;
  async function worker() {
    for (const item of waiting) {
      if (failed) return;
      try {
        await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  }
  const results = await Promise.allSettled(Array.from({ length: Math.min(limit, items.length) }, worker));
  for (const result of results) if (result.status === "rejected") throw result.reason;
}
