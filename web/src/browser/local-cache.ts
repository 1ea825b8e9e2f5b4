import * as z from "zod/mini";
import { serverNow } from "./server-time.ts";
import { parseStored, readStored, writeStored } from "./storage.ts";
import { stored } from "./stored.ts";

/** Something cached, and how long ago, in ms by the server's clock. */
export type Cached<T> = { value: T; ageMs: number };

const Envelope = z.object({ version: z.literal(1), timestamp: z.number(), value: z.unknown() });

/** Reads a cached value from its text; undefined if it is too old, from the future, or not what it should be. */
export function parseCached<Schema extends z.ZodMiniType>(
  text: string | null,
  schema: Schema,
  nowMs: number,
): Cached<z.output<Schema>> | undefined {
  const envelope = parseStored(text, Envelope);
  if (!envelope) return undefined;
  const ageMs = nowMs - envelope.timestamp;
  if (ageMs < 0 || ageMs >= stored.cached.lasts) return undefined;
  const value = schema.safeParse(envelope.value);
  return value.success ? { ageMs, value: value.data } : undefined;
}

/** What this browser has cached for a learner under a name, if it can still be believed. */
export function readCached<Schema extends z.ZodMiniType>(
  userId: string,
  name: string,
  schema: Schema,
): Cached<z.output<Schema>> | undefined {
  return parseCached(readStored(stored.cached, { learner: userId, name }), schema, serverNow().getTime());
}

/** Caches a value for a learner. */
export function writeCached(userId: string, name: string, value: unknown): void {
  const timestamp = serverNow().getTime();
  writeStored(stored.cached, JSON.stringify({ version: 1, timestamp, value }), { learner: userId, name });
}
