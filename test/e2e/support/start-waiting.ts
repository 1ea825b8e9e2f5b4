/**
 * For a wait that starts before the action that ends the wait. If the test fails in between, the closed page rejects
 * the wait, and this rejection must not fail the run a second time.
 */
export function startWaiting<Value>(wait: Promise<Value>): Promise<Value> {
  wait.catch(() => undefined);
  return wait;
}
