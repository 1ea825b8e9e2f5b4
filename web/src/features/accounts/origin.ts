import type { Location } from "react-router";

/** Where a visitor wanted to go when they were sent to log in; null if nowhere, or not a path of this app. */
export function originOf({ state }: Location<unknown>): string | null {
  if (typeof state !== "object" || state === null || !("origin" in state)) return null;
  const { origin } = state;
  return typeof origin === "string" && /^\/(?!\/)/.test(origin) ? origin : null;
}
