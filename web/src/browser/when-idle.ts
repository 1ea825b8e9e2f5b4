const longestWaitMs = 500;

/** Settles when the page has nothing more urgent to do, or after half a second. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: longestWaitMs });
    // Safari has no idle callbacks.
    else setTimeout(resolve, 50);
  });
}
