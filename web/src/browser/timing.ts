/** Resolves to "late" after a timeout, because some promises of browsers never settle. */
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

export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: maxIdleWaitMs });
    // Some browsers have no idle callbacks.
    else setTimeout(resolve, 50);
  });
}
