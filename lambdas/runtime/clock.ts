/** Read the time only once for each decision. */
export type Clock = { now: () => Date };

export type Pause = (ms: number) => Promise<unknown>;

export const systemClock: Clock = { now: () => new Date() };
