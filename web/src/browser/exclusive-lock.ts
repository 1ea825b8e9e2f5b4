/**
 * Acquires a lock that only one caller in all tabs can hold. The caller holds the lock until the tab closes or the
 * returned function is called. Returns null if the lock is held, or if the browser refuses the request.
 */
export async function tryAcquireLock(name: string): Promise<(() => void) | null> {
  const isAcquired = Promise.withResolvers<boolean>();
  const released = Promise.withResolvers<void>();
  const request = navigator.locks.request(name, { ifAvailable: true }, (lock) => {
    isAcquired.resolve(lock !== null);
    return lock ? released.promise : undefined;
  });
  request.catch(() => isAcquired.resolve(false));
  return (await isAcquired.promise) ? released.resolve : null;
}
