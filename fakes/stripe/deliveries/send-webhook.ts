import { createHmac } from "node:crypto";
import type { StripeEvent } from "../account/event-log.ts";

export type Webhook = {
  url: () => string;
  secret: string;
  /** Exact types such as "invoice.paid", without wildcards. By default, all types are sent. */
  enabledEvents?: readonly string[];
};

const timeoutMs = 10_000;

export function signatureHeader(body: string, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const signature = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${signature}`;
}

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
    return false;
  }
}
