/** Returns null if the lock is held in any tab, or if the browser refuses the request. */
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
