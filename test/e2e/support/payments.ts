import type { Page } from "playwright-core";
import * as z from "zod/mini";
import { apiOf } from "../../lambdas/support/call-api.ts";
import { fetchConfig, createLearner as newAccount, type Tokens } from "../../support/learner.ts";
import type { NewLearner } from "./learner.ts";
import { signInByTokens } from "./stored-tokens.ts";
import { waitUntilShown } from "./wait-until-shown.ts";

const PayPage = z.object({ url: z.url() });

/** "once" pays for a single month. */
export type Payment = "renewed" | "renewals fail" | "once";

export async function choosePlan(page: Page, plan: string, payment: Payment = "renewed"): Promise<void> {
  if (payment === "once") await page.getByRole("radio", { name: /Single month/ }).check();
  await page.getByRole("button", { name: `Choose ${plan}` }).click();
  await waitUntilShown(page.getByRole("button", { name: "Pay", exact: true }));
  if (payment === "renewals fail") await page.getByRole("radio", { name: /renewals fail/ }).check();
}

export async function pay(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await waitUntilShown(page.getByRole("heading", { name: "Payment Successful" }));
  await waitUntilShown(page.getByText("Active", { exact: true }));
}

export async function pickLanguage(page: Page, name = "Nepali"): Promise<void> {
  await page.getByRole("button", { name: "Select Your Language Now" }).click();
  await waitUntilShown(page.getByRole("heading", { name: "Select Your Language" }));
  await page.getByRole("combobox").fill(name);
  await page.getByRole("option", { name: new RegExp(name) }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await waitUntilShown(page.getByRole("heading", { name: /Welcome/ }));
}

async function buy(appUrl: string, { AccessToken }: Tokens, plan: string, payment: Payment): Promise<void> {
  const { apiUrl } = await fetchConfig(appUrl);
  const api = apiOf(apiUrl, AccessToken);
  const billing = payment === "once" ? "once" : "monthly";
  const body = { planType: plan.toLowerCase(), billing, returnUrl: appUrl };
  const { url } = PayPage.parse(await api.ask("create-checkout-session", { body }));
  const card = payment === "renewals fail" ? "renewals-fail" : "works";
  const form = new URLSearchParams({ action: "pay", card });
  const paid = await fetch(url, { method: "POST", body: form, redirect: "manual" });
  if (paid.status >= 400) throw new Error(`The payment was refused: ${await paid.text()}`);
  await api.ask("refresh-subscription");
}

export async function createPaidLearner(page: Page, appUrl: string): Promise<NewLearner> {
  const { name, email, password, tokens } = await newAccount(appUrl);
  await buy(appUrl, tokens, "Plus", "renewed");
  await signInByTokens(page, appUrl, tokens);
  return { name, email, password };
}

export async function createSubscriber(
  page: Page,
  appUrl: string,
  plan: string,
  payment: Payment = "renewed",
): Promise<NewLearner> {
  const { name, email, password, tokens } = await newAccount(appUrl);
  await buy(appUrl, tokens, plan, payment);
  const { apiUrl } = await fetchConfig(appUrl);
  await apiOf(apiUrl, tokens.AccessToken).ask("update-profile", { body: { language_preference: "nepali" } });
  await signInByTokens(page, appUrl, tokens);
  await page.goto(appUrl);
  await waitUntilShown(page.getByRole("heading", { name: `Welcome, ${name}` }));
  return { name, email, password };
}

export async function openPlanTab(page: Page, appUrl: string): Promise<void> {
  await page.goto(`${appUrl}/profile`);
  await page.getByRole("tab", { name: "Plan" }).click();
  await waitUntilShown(page.getByRole("heading", { name: "Subscription Management" }));
}

/** The URL of the payment provider's fake. */
export function stripeUrl(appUrl: string): string {
  const url = new URL(appUrl);
  return `http://${url.hostname}:${Number(url.port) + 5}`;
}

export async function controlStripe(
  appUrl: string,
  control: string,
  fields: Record<string, unknown> = {},
): Promise<void> {
  const response = await fetch(`${stripeUrl(appUrl)}/local-controls/${control}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(fields),
  });
  if (!response.ok) throw new Error(`${control}: ${await response.text()}`);
}

const Sessions = z.object({
  data: z.array(z.object({ id: z.string(), status: z.string(), payment_status: z.string() })),
});

/** A pending bank debit leaves its checkout session complete and unpaid. */
export async function finishDebits(appUrl: string, paid: boolean): Promise<void> {
  const headers = { authorization: "Bearer sk_test_local" };
  const response = await fetch(`${stripeUrl(appUrl)}/v1/checkout/sessions?status=complete&limit=100`, { headers });
  const { data } = Sessions.parse(await response.json());
  for (const { id, payment_status } of data) {
    if (payment_status === "unpaid") await controlStripe(appUrl, "finish-payment", { session: id, paid });
  }
}
