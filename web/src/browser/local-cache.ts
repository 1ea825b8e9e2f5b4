import * as z from "zod/mini";
import { serverNow } from "./server-time.ts";

/** How long a cached value is believed, in ms: 24 hours. */
export const cacheLifetimeMs = 24 * 60 * 60_000;

/** Something cached, and how long ago, in ms by the server's clock. */
export type Cached<T> = { value: T; ageMs: number };

const Envelope = z.object({ version: z.literal(1), timestamp: z.number(), value: z.unknown() });

const prefixOf = (userId: string) => `cache_${userId}_`;

/** Reads a cached value from its text; undefined if it is too old, from the future, or not what it should be. */
export function parseCached<Schema extends z.ZodMiniType>(
  text: string | null,
  schema: Schema,
  nowMs: number,
): Cached<z.output<Schema>> | undefined {
  try {
    const { timestamp, value } = z.parse(Envelope, JSON.parse(text ?? ""));
    const ageMs = nowMs - timestamp;
    if (ageMs < 0 || ageMs >= cacheLifetimeMs) return undefined;
    return { ageMs, value: z.parse(schema, value) };
  } catch {
    return undefined;
  }
}

/** What this browser has cached for a learner under a name, if it can still be believed. */
export function readCached<Schema extends z.ZodMiniType>(
  userId: string,
  name: string,
  schema: Schema,
): Cached<z.output<Schema>> | undefined {
  try {
    return parseCached(localStorage.getItem(prefixOf(userId) + name), schema, serverNow().getTime());
  } catch {
    return undefined;
  }
}

/** Caches a value for a learner; a browser that cannot does without. */
export function writeCached(userId: string, name: string, value: unknown): void {
  try {
    const timestamp = serverNow().getTime();
    localStorage.setItem(prefixOf(userId) + name, JSON.stringify({ version: 1, timestamp, value }));
  } catch {}
}

/** Removes everything that is cached for a learner. */
export function forgetCached(userId: string): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefixOf(userId))) localStorage.removeItem(key);
  } catch {}
}
