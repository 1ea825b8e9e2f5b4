import type { Location } from "react-router";

/** With this navigation state, a learner who has a plan is not redirected from the plans to home. */
export const fromHome = { from: "home" } as const;

/** Navigation state after a redirect to the plans. The learner has no plan yet. */
export const planNeeded = { from: "page that needs a plan" } as const;

type State = { from: string };

const comesFrom = (state: unknown, { from }: State) =>
  typeof state === "object" && state !== null && "from" in state && state.from === from;

export function isPlanNeeded({ state }: Pick<Location<unknown>, "state">): boolean {
  return comesFrom(state, planNeeded);
}

/** The payment page returns to `?from=home` if the learner cancels the payment. */
export function isUpgrading({ state, search }: Pick<Location<unknown>, "state" | "search">): boolean {
  if (new URLSearchParams(search).get("from") === fromHome.from) return true;
  return comesFrom(state, fromHome);
}
