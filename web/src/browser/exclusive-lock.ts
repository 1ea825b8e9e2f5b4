/**
 * Holds a lock that at most one tab can hold, until the function given back is called or the tab is gone; null where
 * another tab holds it.
 */
export async function tryAcquireLock(name: string): Promise<(() => void) | null> {
  const held = Promise.withResolvers<boolean>();
  const released = Promise.withResolvers<void>();
  const request = navigator.locks.request(name, { ifAvailable: true }, (lock) => {
    held.resolve(lock !== null);
    return lock ? released.promise : undefined;
  });
  request.catch(() => held.resolve(false));
  return (await held.promise) ? released.resolve : null;
}
