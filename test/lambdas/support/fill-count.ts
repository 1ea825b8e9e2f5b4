import { createHash } from "node:crypto";
import { type CountedCall, callLimits } from "../../../domain/call-limit.ts";
import { stored } from "./learners.ts";

/** Stores a number of calls in a window that ends in some seconds. The key contains a hash of the subject. */
export async function fillCount(
  kind: CountedCall,
  subject: string,
  calls: number,
  endsIn: number = callLimits[kind].seconds,
): Promise<void> {
  const counted = `${kind}#${createHash("sha256").update(subject).digest("base64url")}`;
  const expires_at = Math.ceil(Date.now() / 1000) + endsIn;
  await stored.put("call_counts", { counted, calls, expires_at });
}
