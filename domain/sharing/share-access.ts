import type { ShareState } from "./share.ts";
import { type ShareAllowance, shareAllowances } from "./share-limits.ts";

export type ClosedReason = "blocked" | "ended" | "expired";

export function closedReason(
  { state, expires_at }: { state: ShareState; expires_at: string },
  now: Date,
): ClosedReason | null {
  if (state === "revoked" || state === "taken-down") return "ended";
  if (Date.parse(expires_at) <= now.getTime()) return "expired";
  return state === "blocked" ? "blocked" : null;
}

export type LiveShare = { share_id: string; bytes: number };

/** A share that is already live exceeds no limit, so that a request to create it can be repeated. */
export function exceededAllowance(
  live: readonly LiveShare[],
  added: LiveShare,
  isPaid: boolean,
): { limit: keyof ShareAllowance; most: number } | null {
  const allowance = shareAllowances[isPaid ? "paid" : "free"];
  const others = live.filter(({ share_id }) => share_id !== added.share_id);
  if (others.length < live.length) return null;
  if (others.length >= allowance.links) return { limit: "links", most: allowance.links };
  const bytes = others.reduce((sum, share) => sum + share.bytes, added.bytes);
  return bytes > allowance.bytes ? { limit: "bytes", most: allowance.bytes } : null;
}

export function sumSharedBytes(recordings: readonly { bytes: number }[]): number {
  return recordings.reduce((sum, { bytes }) => sum + bytes, 0);
}
