import type { RouteResponse } from "../../../../domain/api.ts";
import type { PlanChange } from "../../../../domain/plans/checkout.ts";
import { ApiError } from "../../api.ts";

/**
 * "site" and "confirm" are pages of the payment provider. On the page of "confirm", the learner confirms the payment
 * for a plan change.
 */
export type Destination =
  | { kind: "site" | "confirm"; url: string }
  | { kind: "page"; path: string; change: PlanChange };

const noUrl = "No checkout URL returned from the server";

const localHosts = ["localhost", "127.0.0.1"];

export function isSafeUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || (protocol === "http:" && localHosts.includes(hostname));
}

/** @throws Error if the response has no safe URL */
export function destinationOf(answer: RouteResponse<"create-checkout-session">): Destination {
  if (!isSafeUrl(answer.url)) throw new Error(noUrl);
  const target = new URL(answer.url);
  if (answer.outcome === "pay") return { kind: "site", url: target.href };
  if (answer.outcome === "confirm") return { kind: "confirm", url: target.href };
  return { kind: "page", path: target.pathname + target.search, change: answer.change };
}

export function checkoutFailure(error: Error): string {
  if (!(error instanceof ApiError)) return error.message;
  return error.code === "unreadable" ? noUrl : `Checkout failed: ${error.message}`;
}
