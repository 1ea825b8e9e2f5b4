import * as z from "zod/mini";
import { serverNow } from "./server-time.ts";
import { parseStored, readStored, writeStored } from "./storage.ts";
import { stored } from "./stored.ts";

export type Cached<T> = { value: T; ageMs: number };

const Envelope = z.object({ version: z.literal(1), timestamp: z.number(), value: z.unknown() });

export function parseCached<Schema extends z.ZodMiniType>(
  text: string | null,
  schema: Schema,
  nowMs: number,
  lifetimeMs: number = stored.cached.lasts,
): Cached<z.output<Schema>> | undefined {
  const envelope = parseStored(text, Envelope);
  if (!envelope) return undefined;
  const ageMs = nowMs - envelope.timestamp;
  if (ageMs < 0 || ageMs >= lifetimeMs) return undefined;
  const value = schema.safeParse(envelope.value);
  return value.success ? { ageMs, value: value.data } : undefined;
}

export function readCached<Schema extends z.ZodMiniType>(
  userId: string,
  name: string,
  schema: Schema,
): Cached<z.output<Schema>> | undefined {
  return parseCached(readStored(stored.cached, { learner: userId, name }), schema, serverNow().getTime());
}

/** Without a network, an old list is better than none. */
const lifetimeWithoutNetworkMs = 30 * 24 * 60 * 60_000;

export function readCachedWithoutNetwork<Schema extends z.ZodMiniType>(
  userId: string,
  name: string,
  schema: Schema,
): z.output<Schema> | undefined {
  const text = readStored(stored.cached, { learner: userId, name });
  return parseCached(text, schema, serverNow().getTime(), lifetimeWithoutNetworkMs)?.value;
}

export function writeCached(userId: string, name: string, value: unknown): void {
  const timestamp = serverNow().getTime();
  writeStored(stored.cached, JSON.stringify({ version: 1, timestamp, value }), { learner: userId, name });
}
