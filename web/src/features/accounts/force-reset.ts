import { readStored, removeStored, writeStored } from "../../browser/storage.ts";
import { stored } from "../../browser/stored.ts";

// As long as the code that the e-mail brought. A flow whose tab was closed must not leave the redirect rules off for good.
const lifetimeMs = stored.forceReset.lasts;

const isCurrent = (text: string | null, nowMs: number) => {
  const untilMs = Number(text ?? Number.NaN);
  return untilMs > nowMs && untilMs <= nowMs + lifetimeMs;
};

/** Notes, in this tab and for all others, that a password is being reset. */
export function beginForceReset(nowMs = Date.now()): void {
  const until = String(nowMs + lifetimeMs);
  writeStored(stored.forceResetHere, until);
  writeStored(stored.forceReset, until);
}

/** Whether a password is being reset, in this tab or another. */
export function isForceReset(nowMs = Date.now()): boolean {
  return isCurrent(readStored(stored.forceResetHere), nowMs) || isCurrent(readStored(stored.forceReset), nowMs);
}

/** Ends what `beginForceReset` began. */
export function endForceReset(): void {
  removeStored(stored.forceResetHere);
  removeStored(stored.forceReset);
}

/** Ends it if it was begun in this tab. */
export function endForceResetHere(): void {
  if (readStored(stored.forceResetHere) !== null) endForceReset();
}
