/** How many requests a route takes: per second in the long run, and at once. */
export type Throttle = { rate: number; burst: number };

/** A token bucket on `nowMs`; true for a request that is let through. */
export function tokenBucket({ rate, burst }: Throttle, nowMs: () => number): () => boolean {
  let tokens = burst;
  let at = nowMs();
  return () => {
    const now = nowMs();
    tokens = Math.min(burst, tokens + ((now - at) / 1000) * rate);
    at = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
