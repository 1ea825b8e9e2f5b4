/** `upTo` counts the paid units of the month, including those of earlier tiers. */
export type Tier = { upTo: number; each: number };

export type Rate = { free: number; tiers: readonly Tier[] };

/**
 * Returns the monthly charge in USD.
 * @throws RangeError if `units` has no price
 */
export function calculateCharge(units: number, { free, tiers }: Rate): number {
  if (!(units >= 0)) throw new RangeError(`${units} units cannot be charged`);
  const paid = Math.max(0, units - free);
  let charge = 0;
  let from = 0;
  for (const { upTo, each } of tiers) {
    charge += Math.max(0, Math.min(paid, upTo) - from) * each;
    from = upTo;
  }
  if (paid > from) throw new RangeError(`There is no price for ${units} units`);
  return charge;
}
