import type { Funding } from "../../domain/plans/funding.ts";

/** The amounts are in cents. */
export const createCardFunding = (kept: number, returned = 0): Funding => ({
  paid: { kept, returned },
  credit: { kept: 0, returned: 0 },
});
