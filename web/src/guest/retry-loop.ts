const firstPauseMs = 2_000;
const longestPauseMs = 60_000;

export type RetryLoop = {
  /** If the work is already running, runs it once more afterwards. */
  start: () => void;
  /** Another call within `ms` does not prolong the time. */
  startIn: (ms: number) => void;
  stop: () => void;
};

/** @param work resolves to true if the loop must repeat the work after a pause; must not reject */
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
