/** Settles as the promise does, or with "late" after a timeout, because some browser promises never settle. */
export async function withTimeout<T>(promise: Promise<T>, milliseconds: number): Promise<T | "late"> {
  const { promise: late, resolve } = Promise.withResolvers<"late">();
  const timer = setTimeout(() => resolve("late"), milliseconds);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

const maxIdleWaitMs = 500;

/** Settles when the page is idle, at the latest after 500 ms. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: maxIdleWaitMs });
    // Safari has no idle callbacks.
    else setTimeout(resolve, 50);
  });
}
