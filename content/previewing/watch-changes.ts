import { watch } from "node:fs";

/** For so long nothing more has to change, in ms: an editor writes a file in several strokes. */
const quietMs = 150;

/**
 * Does something after each change below a directory, once at a time; what changes meanwhile has it done once more.
 * @param counts whether a file, named relative to the directory, matters
 * @returns ends it
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
