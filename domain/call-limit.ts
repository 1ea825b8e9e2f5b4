/** How many calls are let through in each period of that many seconds. */
export type CallLimit = { calls: number; seconds: number };

/**
 * How often anybody may ask whether an e-mail has an account. A classroom shares one address, and each of thirty
 * learners may mistype twice; nobody needs one e-mail more often than this.
 */
export const accountCheckLimits = {
  address: { calls: 100, seconds: 5 * 60 },
  email: { calls: 10, seconds: 10 * 60 },
} as const satisfies Record<string, CallLimit>;

/** The period that `now` is in: its number since 1970, and how many whole seconds are left of it, at least one. */
export function periodAt(now: Date, { seconds }: CallLimit): { number: number; endsAt: number; secondsLeft: number } {
  const at = now.getTime() / 1000;
  const number = Math.floor(at / seconds);
  const endsAt = (number + 1) * seconds;
  return { number, endsAt, secondsLeft: Math.max(1, Math.ceil(endsAt - at)) };
}
