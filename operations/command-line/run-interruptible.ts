export type OnInterrupt = (interrupt: () => void) => () => void;

/** A second Ctrl-C ends the process. */
export const onCtrlC: OnInterrupt = (interrupt) => {
  process.once("SIGINT", interrupt);
  return () => void process.off("SIGINT", interrupt);
};

export async function runInterruptible<T>(
  work: (signal: AbortSignal) => Promise<T>,
  onInterrupt: OnInterrupt = onCtrlC,
): Promise<T> {
  const controller = new AbortController();
  const unsubscribe = onInterrupt(() => controller.abort());
  try {
    return await work(controller.signal);
  } finally {
    unsubscribe();
  }
}
