/** Where time comes from; ask once per decision. */
export type Clock = { now: () => Date };

export const systemClock: Clock = { now: () => new Date() };
