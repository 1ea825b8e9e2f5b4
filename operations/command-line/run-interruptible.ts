/** Calls back when somebody asks for an end; answers with how to hear no more of it. */
export type OnInterrupt = (interrupt: () => void) => () => void;

/** Ctrl-C; pressed again, it ends the process. */
export const onCtrlC: OnInterrupt = (interrupt) => {
  process.once("SIGINT", interrupt);
  return () => void process.off("SIGINT", interrupt);
};

/** Runs work that stops by itself when somebody asks for an end. */
export async function runInterruptible<T>(
  work: (signal: AbortSignal) => Promise<T>,
  onInterrupt: OnInterrupt = onCtrlC,
): Promise<T> {
  const controller = new AbortController();
  const forget = onInterrupt(() => controller.abort());
  try {
    return await work(controller.signal);
  } finally {
    forget();
  }
}
