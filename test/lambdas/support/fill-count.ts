import { createHash } from "node:crypto";
import { type CountedCall, callLimits } from "../../../domain/call-limit.ts";
import { stored } from "./learners.ts";

/** Returns the key of a count, which contains a hash of the subject. */
const keyOf = (kind: CountedCall, subject: string) =>
  `${kind}#${createHash("sha256").update(subject).digest("base64url")}`;

/** Stores a number of calls in a window that ends in some seconds. */
export async function fillCount(
  kind: CountedCall,
  subject: string,
  calls: number,
  endsIn: number = callLimits[kind].seconds,
): Promise<void> {
  const expires_at = Math.ceil(Date.now() / 1000) + endsIn;
  await stored.put("call_counts", { counted: keyOf(kind, subject), calls, expires_at });
}

/** Returns the rows that count the calls of a subject: at most one. */
export async function readCounts(kind: CountedCall, subject: string): Promise<readonly Record<string, unknown>[]> {
  return (await stored.rowsOf(keyOf(kind, subject))).call_counts;
}
