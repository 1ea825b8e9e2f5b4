import { createHash } from "node:crypto";
import { type CountedCall, callLimits } from "../../../domain/call-limit.ts";
import { stored } from "./learners.ts";

const keyOf = (kind: CountedCall, subject: string) =>
  `${kind}#${createHash("sha256").update(subject).digest("base64url")}`;

/** @param endsIn seconds until the window ends */
export async function fillCount(
  kind: CountedCall,
  subject: string,
  calls: number,
  endsIn: number = callLimits[kind].seconds,
): Promise<void> {
  const expires_at = Math.ceil(Date.now() / 1000) + endsIn;
  await stored.put("call_counts", { counted: keyOf(kind, subject), calls, expires_at });
}

/** Returns at most one row. */
export async function readCounts(kind: CountedCall, subject: string): Promise<readonly Record<string, unknown>[]> {
  return (await stored.rowsOf(keyOf(kind, subject))).call_counts;
}
