import { hasPaidAccess, type Subscription } from "./subscription.ts";

/**
 * Times in ms since 1970: the server's time at the last contact, the device's time at that contact, and the latest
 * device time since then. A constant error of the device's clock does no harm, because only differences of device times
 * are used.
 */
export type SeenTimes = { serverMs: number; deviceMs: number; latestMs: number };

export function seeServer(serverMs: number, deviceMs: number): SeenTimes {
  return { serverMs, deviceMs, latestMs: deviceMs };
}

export function seeDevice(seen: SeenTimes, deviceMs: number): SeenTimes {
  return { ...seen, latestMs: Math.max(seen.latestMs, deviceMs) };
}

/** By the server's clock. The device's clock may have been set back. */
export function earliestNowMs(seen: SeenTimes, deviceMs: number): number {
  return seen.serverMs + Math.max(seen.latestMs, deviceMs) - seen.deviceMs;
}

/** Tolerance for automatic corrections of a device's clock. */
const correctionMs = 5 * 60_000;

const isSetBack = (seen: SeenTimes, deviceMs: number) => deviceMs < seen.latestMs - correctionMs;

/** A device must ask the server again when its stored subscription is this old. */
export const offlinePlanMs = 7 * 24 * 60 * 60_000;

/** "check-needed": the device must ask the server if the plan is still in force. */
export type OfflineAccess = "granted" | "check-needed" | "ended";

type OfflineFacts = {
  subscription: Subscription | null;
  /** Time at which the device received the subscription, by the server's clock. */
  checkedAtMs: number;
  seen: SeenTimes;
  deviceMs: number;
};

/** Decides whether paid dialogues on a device may be opened without asking the server. */
export function offlineAccess({ subscription, checkedAtMs, seen, deviceMs }: OfflineFacts): OfflineAccess {
  const nowMs = earliestNowMs(seen, deviceMs);
  if (!hasPaidAccess(subscription, new Date(checkedAtMs))) return "ended";
  const isOver = !hasPaidAccess(subscription, new Date(nowMs));
  return isOver || isSetBack(seen, deviceMs) || nowMs - checkedAtMs >= offlinePlanMs ? "check-needed" : "granted";
}
