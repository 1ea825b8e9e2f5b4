/** `each` is the price of a unit. A tier ends with paid unit number `upTo` of the month, where the next tier starts. */
export type Tier = { upTo: number; each: number };

/** `free` units cost nothing each month. The tiers apply to all further units. */
export type Rate = { free: number; tiers: readonly Tier[] };

/**
 * Returns the monthly charge in USD. Tiers count from the first paid unit.
 * @throws RangeError for a negative number, or for more units than the last tier covers
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
