import type { Location } from "react-router";

/** The navigation state of a learner who comes to the plans from the home page. */
export const fromHome = { from: "home" } as const;

/** The navigation state of a learner who is led to the plans because another page needs one. */
export const planNeeded = { from: "page that needs a plan" } as const;

type State = { from: string };

const comesFrom = (state: unknown, { from }: State) =>
  typeof state === "object" && state !== null && "from" in state && state.from === from;

/** Whether a learner was led to the plans because another page needs one. */
export function isPlanNeeded({ state }: Pick<Location<unknown>, "state">): boolean {
  return comesFrom(state, planNeeded);
}

/** Whether a learner came to upgrade: from the home page, or back from the page on which to pay. */
export function isUpgrading({ state, search }: Pick<Location<unknown>, "state" | "search">): boolean {
  if (new URLSearchParams(search).get("from") === fromHome.from) return true;
  return comesFrom(state, fromHome);
}
