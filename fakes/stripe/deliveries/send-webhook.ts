import { createHmac } from "node:crypto";
import type { StripeEvent } from "../account/event-log.ts";

/** Where events go, and the secret with which they are signed. */
export type Webhook = {
  url: () => string;
  secret: string;
  /** The types of events that are sent, as "invoice.paid", "invoice.*" or "*"; all of them by default. */
  enabledEvents?: readonly string[];
};

/** How long the webhook may take to answer. */
const timeoutMs = 10_000;

/** The header by which a receiver knows that the body is Stripe's and young. Signatures are on real time. */
export function signatureHeader(body: string, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const signature = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${signature}`;
}

/** Sends one event; resolves to whether it was taken, which any status from 200 to 299 says. */
export async function sendWebhook(event: StripeEvent, webhook: Webhook, closing: AbortSignal): Promise<boolean> {
  const body = JSON.stringify(event, null, 2);
  try {
    const response = await fetch(webhook.url(), {
      method: "POST",
      body,
      redirect: "manual",
      signal: AbortSignal.any([closing, AbortSignal.timeout(timeoutMs)]),
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
        "Stripe-Signature": signatureHeader(body, webhook.secret, new Date()),
      },
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    // No answer at all is one more way not to take it: it is sent again.
    return false;
  }
}
