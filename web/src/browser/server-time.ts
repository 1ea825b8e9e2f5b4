import * as z from "zod/mini";
import { type SeenTimes, seeDevice, seeServer } from "../../../domain/plans/offline-access.ts";
import { parseStored, readStored, writeStored } from "./storage.ts";
import { stored } from "./stored.ts";

const StoredTimes = z.object({ serverMs: z.number(), deviceMs: z.number(), latestMs: z.number() });

/** In ms between two writes, because every response brings a time. */
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

/** Records the server's time from a response's Date header; ignores an invalid date. */
export function recordServerTime(header: string | null): void {
  const serverMs = header === null ? Number.NaN : Date.parse(header);
  if (!Number.isNaN(serverMs)) setSeen(seeServer(serverMs, Date.now()));
}

/**
 * Returns the time by the server's clock, because a device clock may be wrong and must neither grant nor hide access.
 */
export function serverNow(): Date {
  return new Date(Date.now() + offsetMs(readSeen()));
}

/** Returns the times that this device has seen, with the present one. Call it where access without a network depends on it. */
export function currentSeenTimes(): SeenTimes {
  setSeen(seeDevice(readSeen(), Date.now()));
  return readSeen();
}
