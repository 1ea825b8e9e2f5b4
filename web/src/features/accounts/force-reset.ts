const key = "force_password_reset";

// As long as the code that the e-mail brought. A flow whose tab was closed must not leave the redirect rules off for good.
const lifetimeMs = 60 * 60_000;

const isCurrent = (text: string | null, nowMs: number) => {
  const untilMs = Number(text ?? Number.NaN);
  return untilMs > nowMs && untilMs <= nowMs + lifetimeMs;
};

/** Notes, in this tab and for all others, that a password is being reset. */
export function beginForceReset(nowMs = Date.now()): void {
  const until = String(nowMs + lifetimeMs);
  sessionStorage.setItem(key, until);
  localStorage.setItem(key, until);
}

/** Whether a password is being reset, in this tab or another. */
export function isForceReset(nowMs = Date.now()): boolean {
  return isCurrent(sessionStorage.getItem(key), nowMs) || isCurrent(localStorage.getItem(key), nowMs);
}

/** Ends what `beginForceReset` began. */
export function endForceReset(): void {
  sessionStorage.removeItem(key);
  localStorage.removeItem(key);
}

/** Ends it if it was begun in this tab, whose learner has left the flow. */
export function leaveForceReset(): void {
  if (sessionStorage.getItem(key) !== null) endForceReset();
}
