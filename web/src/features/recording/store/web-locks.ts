/**
 * Acquires a lock that lasts until the returned function is called or the page unloads. Resolves when the page has the
 * lock, or when the browser refuses the request.
 * @param name unique to the caller
 */
export async function acquireWebLock(name: string): Promise<() => void> {
  const acquired = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const request = navigator.locks.request(name, () => {
    acquired.resolve();
    return released.promise;
  });
  request.catch(() => acquired.resolve());
  await acquired.promise;
  return released.resolve;
}

export async function runIfUnlocked(name: string, work: () => Promise<void>): Promise<void> {
  await navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : undefined));
}

export async function listHeldLocks(): Promise<ReadonlySet<string>> {
  const { held = [] } = await navigator.locks.query().catch(() => ({}) as LockManagerSnapshot);
  return new Set(held.flatMap(({ name }) => name ?? []));
}
