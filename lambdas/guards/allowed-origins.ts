import { Refusal } from "../../domain/refusal.ts";

/**
 * The origin of a page to come back to, if it is one of the app's own.
 * @throws Refusal "origin_not_allowed"
 */
export function originAmong(allowed: readonly string[], url: string): string {
  const { origin } = new URL(url);
  if (!allowed.includes(origin)) throw new Refusal("origin_not_allowed", "The page to come back to is not of this app");
  return origin;
}
