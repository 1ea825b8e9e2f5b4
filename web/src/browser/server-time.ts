import * as z from "zod/mini";
import { type SeenTimes, seeDevice, seeServer } from "../../../domain/plans/offline-access.ts";
import { parseStored, readStored, writeStored } from "./storage.ts";
import { stored } from "./stored.ts";

const StoredTimes = z.object({ serverMs: z.number(), deviceMs: z.number(), latestMs: z.number() });

/** The minimum change of the times that causes a write, in ms. Without a minimum, every response would cause one. */
const minWriteIntervalMs = 60_000;

let seen: SeenTimes | undefined;
let written: SeenTimes | undefined;

function readSeen(): SeenTimes {
  if (seen) return seen;
  written = parseStored(readStored(stored.seenTimes), StoredTimes);
  const nowMs = Date.now();
  return written ?? seeServer(nowMs, nowMs);
}

const offsetMs = ({ serverMs, deviceMs }: SeenTimes) => serverMs - deviceMs;

function setSeen(next: SeenTimes): void {
  seen = next;
  const isKnown =
    written &&
    Math.abs(offsetMs(written) - offsetMs(next)) < minWriteIntervalMs &&
    Math.abs(written.latestMs - next.latestMs) < minWriteIntervalMs;
  if (isKnown) return;
  written = next;
  writeStored(stored.seenTimes, JSON.stringify(next));
}

/** Records the server's time from the header `x-server-time` of a response; ignores an invalid time. */
export function recordServerTime(header: string | null): void {
  const serverMs = header === null ? Number.NaN : Date.parse(header);
  if (!Number.isNaN(serverMs)) setSeen(seeServer(serverMs, Date.now()));
}

/** Returns the time by the server's clock. Access must not depend on the device's clock, which may be wrong. */
export function serverNow(): Date {
  return new Date(Date.now() + offsetMs(readSeen()));
}

/**
 * Adds the present time to the times that this device has seen, and returns these times. Call this function to decide
 * about access without a network.
 */
export function currentSeenTimes(): SeenTimes {
  setSeen(seeDevice(readSeen(), Date.now()));
  return readSeen();
}
