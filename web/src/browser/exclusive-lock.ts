/**
 * Acquires a lock that only one tab can hold, until the returned function is called or the tab closes. Returns null if
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
