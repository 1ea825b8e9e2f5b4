import { useEffect } from "react";

const lockName = "parlance-busy";

/**
 * Marks this tab as busy until the returned function is called. While a tab is busy, no tab asks a newer version of the
 * app to take over.
 */
export function holdActivity(): () => void {
  const over = Promise.withResolvers<void>();
  // Insecure pages have no locks, and no service worker that could update the app.
  navigator.locks?.request(lockName, { mode: "shared" }, () => over.promise).catch(() => undefined);
  return over.resolve;
}

export function useActivity(isActive: boolean): void {
  useEffect(() => (isActive ? holdActivity() : undefined), [isActive]);
}

export async function runIfNoActivity(work: () => Promise<void>): Promise<void> {
  await navigator.locks.request(lockName, { ifAvailable: true }, (lock) => (lock ? work() : undefined));
}
