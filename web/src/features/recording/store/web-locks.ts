/**
 * Holds a lock until the function given back is called or the tab is gone, so that other tabs can tell a take that is
 * being recorded from one that broke off. Settles when the lock is held.
 * @param name one that nobody else uses.
 */
export async function acquireWebLock(name: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const request = navigator.locks.request(name, () => {
    held.resolve();
    return released.promise;
  });
  request.catch(() => held.resolve());
  await held.promise;
  return released.resolve;
}

/** Does the work unless another holds the lock; nobody else can hold it meanwhile. */
export async function runIfUnlocked(name: string, work: () => Promise<void>): Promise<void> {
  await navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : undefined));
}

/** The names of the locks that are held in this browser; none where that cannot be told. */
export async function listHeldLocks(): Promise<ReadonlySet<string>> {
  const { held = [] } = await navigator.locks.query().catch(() => ({}) as LockManagerSnapshot);
  return new Set(held.flatMap(({ name }) => name ?? []));
}
