import * as z from "zod/mini";
import { type SeenTimes, seeDevice, seeServer } from "../../../domain/plans/offline-access.ts";
import { parseStored, readStored, writeStored } from "./storage.ts";
import { stored } from "./stored.ts";

const StoredTimes = z.object({ serverMs: z.number(), deviceMs: z.number(), latestMs: z.number() });

/** Smaller changes of the times are not written. Otherwise, each response could cause a write. */
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

/** @param header the header `x-server-time` of a response */
export function recordServerTime(header: string | null): void {
  const serverMs = header === null ? Number.NaN : Date.parse(header);
  if (!Number.isNaN(serverMs)) setSeen(seeServer(serverMs, Date.now()));
}

/** Access must not depend on the device's clock, which may be wrong. */
export function serverNow(): Date {
  return new Date(Date.now() + offsetMs(readSeen()));
}

/** Also records the present time of the device, to detect later that the clock was set back. */
export function currentSeenTimes(): SeenTimes {
  setSeen(seeDevice(readSeen(), Date.now()));
  return readSeen();
}
