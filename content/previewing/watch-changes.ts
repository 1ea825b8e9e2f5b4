import { watch } from "node:fs";

/** `work` waits for further changes, because editors write a file in several steps. */
const quietMs = 150;

/**
 * Runs of `work` do not overlap. A change during a run causes another run.
 * @param counts returns true for a file whose changes matter; the path is relative to `directory`
 * @param onFailure gets the error of a failed run; later changes still cause runs
 */
export function watchChanges(
  directory: string,
  counts: (file: string) => boolean,
  work: () => Promise<void>,
  onFailure: (error: unknown) => void,
): () => void {
  let last = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(directory, { recursive: true }, (_event, file) => {
    if (file === null || !counts(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      last = last.then(work).catch(onFailure);
    }, quietMs);
  });
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
