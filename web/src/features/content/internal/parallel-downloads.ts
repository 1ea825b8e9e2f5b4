const maxParallelDownloads = 3;

/**
 * After a failure, aborts the other downloads, and rejects with the failure when no download is running.
 * @param download must stop when its signal aborts, and then reject
 */
export async function downloadInParallel<Item>(
  items: readonly Item[],
  signal: AbortSignal,
  download: (item: Item, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failure = new AbortController();
  const either = AbortSignal.any([signal, failure.signal]);
  const waiting = items.values();
  const downloadNext = async () => {
    for (const item of waiting) await download(item, either);
  };
  const stopOthers = (error: unknown) => failure.abort(error);
  await Promise.all(Array.from({ length: maxParallelDownloads }, () => downloadNext().catch(stopOthers)));
  either.throwIfAborted();
}
