/**
 * A wait that has to begin before what it waits for is brought about. If the test fails in between, its page is closed, and
 * the wait, of which nobody will hear, must not fail the run a second time.
 */
export function startWaiting<Value>(wait: Promise<Value>): Promise<Value> {
  wait.catch(() => undefined);
  return wait;
}
