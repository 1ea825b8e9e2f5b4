import { hasPaidAccess, type Subscription } from "./subscription.ts";

/**
 * Times that a device has seen, in ms since 1970: the server's time at the last contact, the device's own at that
 * moment, and the latest of the device since then. Only their differences count, so a clock that is merely wrong does no
 * harm.
 */
export type SeenTimes = { serverMs: number; deviceMs: number; latestMs: number };

/** Starts again from a contact with the server, whose time is right. */
export function seeServer(serverMs: number, deviceMs: number): SeenTimes {
  return { serverMs, deviceMs, latestMs: deviceMs };
}

export function seeDevice(seen: SeenTimes, deviceMs: number): SeenTimes {
  return { ...seen, latestMs: Math.max(seen.latestMs, deviceMs) };
}

/** Returns the earliest time that it can be now, in ms since 1970. A clock that was set back does not lower it. */
export function earliestNowMs(seen: SeenTimes, deviceMs: number): number {
  return seen.serverMs + Math.max(seen.latestMs, deviceMs) - seen.deviceMs;
}

/** In ms. A device corrects its own clock by less than this. */
const correctionMs = 5 * 60_000;

const isSetBack = (seen: SeenTimes, deviceMs: number) => deviceMs < seen.latestMs - correctionMs;

/** In ms. Paid dialogues on a device are open for so long without a question to the server. */
export const offlinePlanMs = 7 * 24 * 60 * 60_000;

/** "check-needed": the server has to be asked whether the plan is still in force. */
export type OfflineAccess = "granted" | "check-needed" | "ended";

type OfflineFacts = {
  subscription: Subscription | null;
  /** The server's time when it returned the subscription, in ms since 1970. */
  checkedAtMs: number;
  seen: SeenTimes;
  /** The device's time, in ms since 1970. */
  deviceMs: number;
};

/** Decides whether the paid dialogues on a device may be opened without the server. */
export function offlineAccess({ subscription, checkedAtMs, seen, deviceMs }: OfflineFacts): OfflineAccess {
  const nowMs = earliestNowMs(seen, deviceMs);
  if (!hasPaidAccess(subscription, new Date(checkedAtMs))) return "ended";
  const isOver = !hasPaidAccess(subscription, new Date(nowMs));
  return isOver || isSetBack(seen, deviceMs) || nowMs - checkedAtMs >= offlinePlanMs ? "check-needed" : "granted";
}
