import type { Location } from "react-router";

/** The navigation state of a learner who comes to the plans from the home page. */
export const fromHome = { from: "home" } as const;

/** Whether a learner came to upgrade: from the home page, or back from the page on which to pay. */
export function isUpgrading({ state, search }: Pick<Location<unknown>, "state" | "search">): boolean {
  if (new URLSearchParams(search).get("from") === fromHome.from) return true;
  return typeof state === "object" && state !== null && "from" in state && state.from === fromHome.from;
}
