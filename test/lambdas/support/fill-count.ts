import { type CountedCall, callLimits } from "../../../domain/call-limit.ts";
import { stored } from "./learners.ts";
import { countKey } from "./rows.ts";

/** @param endsIn seconds until the window ends */
export async function fillCount(
  kind: CountedCall,
  subject: string,
  calls: number,
  endsIn: number = callLimits[kind].seconds,
): Promise<void> {
  const expires_at = Math.ceil(Date.now() / 1000) + endsIn;
  await stored.put("call_counts", { counted: countKey(kind, subject), calls, expires_at });
}

/** Returns at most one row. */
export function readCounts(kind: CountedCall, subject: string): Promise<readonly Record<string, unknown>[]> {
  return stored.rowsWithKey("call_counts", countKey(kind, subject));
}
