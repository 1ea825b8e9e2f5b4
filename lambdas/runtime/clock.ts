/** Read the time once per decision. */
export type Clock = { now: () => Date };

export type Pause = (ms: number) => Promise<unknown>;

export const systemClock: Clock = { now: () => new Date() };
