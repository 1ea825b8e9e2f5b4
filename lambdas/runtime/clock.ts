/** The source of the current time; read it once per decision. */
export type Clock = { now: () => Date };

/** Waits for `ms` milliseconds. */
export type Pause = (ms: number) => Promise<unknown>;

export const systemClock: Clock = { now: () => new Date() };
