/** A price for each unit up to a number of units in the month; the last tier has no end. */
export type Tier = { upTo: number; each: number };

/** What a month of one thing costs: so many units free, month after month, and the others by tiers. */
export type Rate = { free: number; tiers: readonly Tier[] };

/**
 * What `units` of a month cost in USD. Tiers count from the first unit that is paid for.
 * @throws RangeError for less than none, or for more than the last tier takes
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
