/** In ms. The pause doubles with each repetition, up to `longestPauseMs`. */
const firstPauseMs = 2_000;
const longestPauseMs = 60_000;

export type RetryLoop = {
  /** Runs the work now. If the work is already running, runs it once more afterwards. */
  start: () => void;
  /** Runs the work after a pause, in ms. Another call within the pause does not prolong it. */
  startIn: (ms: number) => void;
  stop: () => void;
};

/**
 * Repeats work that may fail without a network.
 * @param work resolves to true if the work has to be repeated after a pause
 */
export function createRetryLoop(work: () => Promise<boolean>): RetryLoop {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let isAskedAgain = false;
  let pauseMs = firstPauseMs;
  const run = async () => {
    clearTimeout(timer);
    if (isRunning) {
      isAskedAgain = true;
      return;
    }
    isRunning = true;
    const isToRepeat = await work();
    isRunning = false;
    if (isAskedAgain) {
      isAskedAgain = false;
      void run();
      return;
    }
    if (isToRepeat) timer = setTimeout(run, pauseMs);
    pauseMs = isToRepeat ? Math.min(2 * pauseMs, longestPauseMs) : firstPauseMs;
  };
  const start = () => void run();
  addEventListener("online", start);
  let delayed: ReturnType<typeof setTimeout> | undefined;
  return {
    start,
    startIn: (ms) => {
      delayed ??= setTimeout(() => {
        delayed = undefined;
        start();
      }, ms);
    },
    stop: () => {
      clearTimeout(timer);
      clearTimeout(delayed);
      removeEventListener("online", start);
    },
  };
}
