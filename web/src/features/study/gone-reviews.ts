import * as z from "zod/mini";
import { readCached, writeCached } from "../../browser/local-cache.ts";

const cacheName = "gone_reviews";

/**
 * Returns the keys of items whose segment is gone or could not be opened. The list expires a day after the last
 * addition, so that the items are checked again.
 */
export function readGoneReviews(userId: string): ReadonlySet<string> {
  return new Set(readCached(userId, cacheName, z.array(z.string()))?.value);
}

export function addGoneReview(userId: string, key: string): void {
  writeCached(userId, cacheName, [...readGoneReviews(userId), key]);
}
