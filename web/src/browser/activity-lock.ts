import { useEffect } from "react";

const lockName = "parlance-busy";

/**
 * Marks this tab as busy until the returned function is called, for example during a recording or an exam. Meanwhile,
 * no newer version of the app takes over in any tab.
 */
export function holdActivity(): () => void {
  const over = Promise.withResolvers<void>();
  // Insecure pages have no locks, but no service worker either.
  navigator.locks?.request(lockName, { mode: "shared" }, () => over.promise).catch(() => undefined);
  return over.resolve;
}

export function useActivity(isActive: boolean): void {
  useEffect(() => (isActive ? holdActivity() : undefined), [isActive]);
}

/** Runs `work` if no tab is busy, and does nothing otherwise. */
export async function runIfNoActivity(work: () => Promise<void>): Promise<void> {
  await navigator.locks.request(lockName, { ifAvailable: true }, (lock) => (lock ? work() : undefined));
}
