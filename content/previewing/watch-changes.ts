import { watch } from "node:fs";

/** In ms without another change before `work` runs, because editors write a file in several steps. */
const quietMs = 150;

/**
 * Runs `work` after changes below a directory, one run at a time. Changes during a run cause another run.
 * @param counts returns true if a change of the file, relative to the directory, matters
 * @returns a function that stops watching
 */
export function watchChanges(
  directory: string,
  counts: (file: string) => boolean,
  work: () => Promise<void>,
): () => void {
  let last = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(directory, { recursive: true }, (_event, file) => {
    if (file === null || !counts(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      last = last.then(work);
    }, quietMs);
  });
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
