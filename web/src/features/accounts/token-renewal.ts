/** How often a visible page looks at its tokens, in ms. */
export const tickMs = 30_000;
/** A token is renewed once it ends within so many ticks. */
const marginTicks = 3;
const firstBackOffMs = 200;
/** A renewal that fails is tried again for so long, in ms; then the next tick begins afresh. */
const giveUpAfterMs = tickMs;

/** Whether a token that ends at `expiresAtMs` is to be renewed. */
export function isDue(expiresAtMs: number, nowMs: number): boolean {
  return expiresAtMs - nowMs <= marginTicks * tickMs;
}

/** How long to wait, in ms, before a renewal is tried again that has failed `failures` times. */
export function backOffMs(failures: number): number {
  return firstBackOffMs * 2 ** (failures - 1);
}

/** What became of a renewal: "refused" if the user pool no longer honours the session, "failed" if nobody can tell. */
export type Renewal = "renewed" | "refused" | "failed";

type Means = { nowMs: () => number; wait: (ms: number) => Promise<void>; isStopped: () => boolean };

/** Renews, again and again with doubling waits if it fails, as long as the next try begins within the time for all. */
export async function renewWithBackOff(
  renew: () => Promise<"renewed" | "refused">,
  { nowMs, wait, isStopped }: Means,
): Promise<Renewal> {
  const startedMs = nowMs();
  for (let failures = 1; ; failures += 1) {
    try {
      return await renew();
    } catch {
      const pauseMs = backOffMs(failures);
      if (nowMs() + pauseMs - startedMs >= giveUpAfterMs) return "failed";
      await wait(pauseMs);
      if (isStopped()) return "failed";
    }
  }
}
