import * as z from "zod/mini";
import { readCached, writeCached } from "../../browser/local-cache.ts";

const cacheName = "gone_reviews";

/**
 * Returns the keys of items whose dialogue or segment was removed from the content. The list expires after a day, so
 * that the items are checked again.
 */
export function readGoneReviews(userId: string): ReadonlySet<string> {
  return new Set(readCached(userId, cacheName, z.array(z.string()))?.value);
}

export function addGoneReview(userId: string, key: string): void {
  writeCached(userId, cacheName, [...readGoneReviews(userId), key]);
}
