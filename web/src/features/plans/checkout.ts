import type { RouteResponse } from "../../../../domain/api.ts";
import type { PlanChange } from "../../../../domain/plans/checkout.ts";
import { ApiError } from "../../api.ts";

/**
 * Where a choice of plan leads: to the payment provider's page, on to one of ours, or to a page of the provider's beside
 * this one, on which a payment is to be confirmed before anything changes.
 */
export type Destination =
  | { kind: "site" | "confirm"; url: string }
  | { kind: "page"; path: string; change: PlanChange };

const noUrl = "No checkout URL returned from the server";

const localHosts = ["localhost", "127.0.0.1"];

/** Whether a browser may be sent to an address: an encrypted one, or one of this very machine. */
export function isSafeUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || (protocol === "http:" && localHosts.includes(hostname));
}

/**
 * Where the server's answer to a choice of plan leads.
 * @throws Error if it names no page to which a browser may be sent
 */
export function destinationOf(answer: RouteResponse<"create-checkout-session">): Destination {
  if (!isSafeUrl(answer.url)) throw new Error(noUrl);
  const target = new URL(answer.url);
  if (answer.outcome === "pay") return { kind: "site", url: target.href };
  if (answer.outcome === "confirm") return { kind: "confirm", url: target.href };
  return { kind: "page", path: target.pathname + target.search, change: answer.change };
}

/** What to tell a learner whose choice of a paid plan came to nothing. */
export function checkoutFailure(error: Error): string {
  if (!(error instanceof ApiError)) return error.message;
  return error.code === "unreadable" ? noUrl : `Checkout failed: ${error.message}`;
}
