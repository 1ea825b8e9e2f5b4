/** The navigation state of a learner who comes to the plans from the home page. */
export const fromHome = { from: "home" } as const;

/** Whether a navigation state says that the learner came to upgrade. */
export function isUpgrading(state: unknown): boolean {
  return typeof state === "object" && state !== null && "from" in state && state.from === fromHome.from;
}
