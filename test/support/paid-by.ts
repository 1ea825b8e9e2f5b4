import type { Funding } from "../../domain/funding.ts";

/** What a period is funded with that was paid by card, in cents: what was kept, and what was returned. */
export const paidBy = (kept: number, returned = 0): Funding => ({
  paid: { kept, returned },
  credit: { kept: 0, returned: 0 },
});
