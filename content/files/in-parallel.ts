/**
 * Works through items with at most `limit` under way at once. After the first failure nothing new is begun; the
 * failure is thrown once the work under way has ended.
 */
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
