import { storedToken } from "./stored-tokens.ts";

export const renewalCheckMs = 30_000;
const marginTicks = 3;
const firstBackOffMs = 200;
/** After this time, a failed renewal is not retried until the next check. */
const giveUpAfterMs = renewalCheckMs;

export function isRenewalDue(expiresAtMs: number, nowMs: number): boolean {
  return expiresAtMs - nowMs <= marginTicks * renewalCheckMs;
}

export function backOffMs(failures: number): number {
  return firstBackOffMs * 2 ** (failures - 1);
}

/** "refused": the session has ended. "failed": the session may still be valid. */
type Renewal = "renewed" | "refused" | "failed";

type RenewalEnvironment = { nowMs: () => number; wait: (ms: number) => Promise<void>; isStopped: () => boolean };

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
  /** The access token's expiry by this device's clock, in ms since 1970. */
  expiresAtMs: () => number | null;
  /** Rejects if the renewal failed but the session may still be valid. */
  renew: () => Promise<"renewed" | "refused">;
  onRefused: () => void;
  page: Pick<Document, "visibilityState" | "addEventListener" | "removeEventListener">;
};

const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

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

export function keepStoredTokensFresh(
  clientId: string,
  options: Pick<KeepTokensFreshOptions, "renew" | "onRefused">,
): () => void {
  const expiresAtMs = () => storedToken(clientId)?.expiresAtMs ?? null;
  return keepTokensFresh({ ...options, expiresAtMs, page: document });
}
