import type { Location } from "react-router";

/** A path of this app; null if it is none. */
export function safeOrigin(origin: unknown): string | null {
  return typeof origin === "string" && /^\/(?![/\\])/.test(origin) ? origin : null;
}

/** Where a visitor wanted to go when they were sent to log in; null if nowhere, or not a path of this app. */
export function originOf({ state }: Pick<Location<unknown>, "state">): string | null {
  return typeof state === "object" && state !== null && "origin" in state ? safeOrigin(state.origin) : null;
}
