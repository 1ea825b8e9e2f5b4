/** Where time comes from; ask once per decision. */
export type Clock = { now: () => Date };

/** Waits that many ms. */
export type Pause = (ms: number) => Promise<unknown>;

export const systemClock: Clock = { now: () => new Date() };
