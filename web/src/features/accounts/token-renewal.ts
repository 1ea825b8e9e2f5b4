import { storedToken } from "./stored-tokens.ts";

/** How often a visible page looks at its tokens, in ms. */
export const renewalCheckMs = 30_000;
/** A token is renewed once it ends within so many ticks. */
const marginTicks = 3;
const firstBackOffMs = 200;
/** A renewal that fails is tried again for so long, in ms; then the next tick begins afresh. */
const giveUpAfterMs = renewalCheckMs;

/** Whether a token that ends at `expiresAtMs` is to be renewed. */
export function isRenewalDue(expiresAtMs: number, nowMs: number): boolean {
  return expiresAtMs - nowMs <= marginTicks * renewalCheckMs;
}

/** How long to wait, in ms, before a renewal is tried again that has failed `failures` times. */
export function backOffMs(failures: number): number {
  return firstBackOffMs * 2 ** (failures - 1);
}

/** What became of a renewal: "refused" if the user pool no longer honours the session, "failed" if nobody can tell. */
type Renewal = "renewed" | "refused" | "failed";

type RenewalEnvironment = { nowMs: () => number; wait: (ms: number) => Promise<void>; isStopped: () => boolean };

/** Renews, again and again with doubling waits if it fails, as long as the next try begins within the time for all. */
export async function renewWithBackOff(
  renew: () => Promise<"renewed" | "refused">,
  { nowMs, wait, isStopped }: RenewalEnvironment,
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

type KeepTokensFreshOptions = {
  /** When the stored access token ends, by this device's clock, in ms since 1970; null if there is none. */
  expiresAtMs: () => number | null;
  /** Renews the tokens unless another tab has just done so; rejects if the user pool cannot be reached. */
  renew: () => Promise<"renewed" | "refused">;
  onRefused: () => void;
  /** The document. */
  page: Pick<Document, "visibilityState" | "addEventListener" | "removeEventListener">;
};

const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

/** Keeps the tokens of whoever is signed in fresh while the page is visible, until the function given back is called. */
export function keepTokensFresh({ expiresAtMs, renew, onRefused, page }: KeepTokensFreshOptions): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  let stopped = false;
  let renewing = false;

  const tick = async () => {
    const endMs = expiresAtMs();
    if (renewing || endMs === null || !isRenewalDue(endMs, Date.now())) return;
    renewing = true;
    const outcome = await renewWithBackOff(renew, { nowMs: Date.now, wait, isStopped: () => stopped });
    renewing = false;
    if (outcome === "refused" && !stopped) onRefused();
  };
  const onVisibility = () => {
    clearInterval(timer);
    if (page.visibilityState !== "visible") return;
    timer = setInterval(() => void tick(), renewalCheckMs);
    void tick();
  };

  page.addEventListener("visibilitychange", onVisibility);
  onVisibility();
  return () => {
    stopped = true;
    clearInterval(timer);
    page.removeEventListener("visibilitychange", onVisibility);
  };
}

/** Keeps the tokens that this browser stores fresh, while this page is visible. */
export function keepStoredTokensFresh(
  clientId: string,
  options: Pick<KeepTokensFreshOptions, "renew" | "onRefused">,
): () => void {
  const expiresAtMs = () => storedToken(clientId)?.expiresAtMs ?? null;
  return keepTokensFresh({ ...options, expiresAtMs, page: document });
}
