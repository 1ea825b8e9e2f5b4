import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { createStripeClient } from "../../lambdas/payments/stripe/client.ts";
import { createStripePaymentProvider } from "../../lambdas/payments/stripe/stripe-payment-provider.ts";

export type StripeRequest = {
  /** Such as "GET /v1/prices". */
  call: string;
  /** The query or the form, with keys in Stripe's format, such as "items[0][price]". */
  params: Record<string, string>;
  idempotencyKey: string | undefined;
  apiKey: string | undefined;
};
export type StripeAnswer = { status: number; body: unknown; headers?: Readonly<Record<string, string>> };
type Answering = (request: StripeRequest) => StripeAnswer | Promise<StripeAnswer>;

export const ok = (body: unknown): StripeAnswer => ({ status: 200, body });
export const list = (...data: unknown[]): StripeAnswer => ok({ object: "list", data, has_more: false, url: "/" });
/** The first page of a list, and a second one with `data` for a request that starts after `last`. */
export const secondPage =
  (last: { id: string }, ...data: unknown[]) =>
  ({ params }: StripeRequest): StripeAnswer =>
    params["starting_after"] === last.id
      ? list(...data)
      : ok({ object: "list", data: [last], has_more: true, url: "/" });
export const failed = (status: number, error: Record<string, unknown>): StripeAnswer => ({ status, body: { error } });
export const webhookSecret = "whsec_test";

/** Calls that are not in the script return 404. */
export async function startScriptedStripe(script: Readonly<Record<string, StripeAnswer | Answering>>) {
  const requests: StripeRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const { pathname, searchParams } = new URL(incoming.url ?? "", "http://localhost");
    const body = await text(incoming);
    const key = incoming.headers["idempotency-key"];
    const request: StripeRequest = {
      call: `${incoming.method} ${pathname}`,
      params: Object.fromEntries(body ? new URLSearchParams(body) : searchParams),
      idempotencyKey: typeof key === "string" ? key : undefined,
      apiKey: /^Bearer (.*)$/.exec(incoming.headers.authorization ?? "")?.[1],
    };
    requests.push(request);
    const known = script[request.call] ?? failed(404, { type: "invalid_request_error", code: "resource_missing" });
    const answer = typeof known === "function" ? await known(request) : known;
    const headers = { "content-type": "application/json", "stripe-should-retry": "false", ...answer.headers };
    response.writeHead(answer.status, headers);
    response.end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stripe = createStripeClient("sk_test_1", url);
  const payments = createStripePaymentProvider(async () => ({ stripe, webhookSecret }));
  const posts = () =>
    requests.filter(({ call }) => !call.startsWith("GET ")).map(({ call, params }) => [call, params] as const);
  return { url, stripe, payments, requests, posts };
}
