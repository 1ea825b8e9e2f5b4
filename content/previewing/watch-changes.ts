import { watch } from "node:fs";

/** `work` runs after this many ms without further changes, because editors write a file in several steps. */
const quietMs = 150;

/**
 * Runs `work` after changes below a directory, one run at a time. A change during a run causes another run.
 * @param counts returns true if a change of this file matters; its path is relative to the directory
 * @param onFailure gets the error of a run that fails; later changes cause further runs
 * @returns a function that stops watching
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
