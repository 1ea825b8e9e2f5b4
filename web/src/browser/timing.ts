/** Settles as the promise does, or with "late" after so many milliseconds; the browser may leave a promise for ever. */
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

/** Settles when the page has nothing more urgent to do, or after half a second. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: maxIdleWaitMs });
    // Safari has no idle callbacks.
    else setTimeout(resolve, 50);
  });
}
