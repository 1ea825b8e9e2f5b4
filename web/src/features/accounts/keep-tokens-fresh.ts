import { storedToken } from "./stored-tokens.ts";
import { isDue, renewWithBackOff, tickMs } from "./token-renewal.ts";

export type KeepTokensFreshOptions = {
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
    if (renewing || endMs === null || !isDue(endMs, Date.now())) return;
    renewing = true;
    const outcome = await renewWithBackOff(renew, { nowMs: Date.now, wait, isStopped: () => stopped });
    renewing = false;
    if (outcome === "refused" && !stopped) onRefused();
  };
  const onVisibility = () => {
    clearInterval(timer);
    if (page.visibilityState !== "visible") return;
    timer = setInterval(() => void tick(), tickMs);
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
