import { AdminUserGlobalSignOutCommand } from "@aws-sdk/client-cognito-identity-provider";
import type { BrowserContext, Page } from "playwright-core";
import { createPoolClient, fetchMails } from "../../support/learner.ts";
import { waitUntilShown } from "./wait-until-shown.ts";

export type AccountFields = { name?: string; email?: string; password?: string };

const fieldLabels = { name: "Full name", email: "Email", password: "Password" } as const;

export async function submitForm(page: Page, button: string, typed: AccountFields): Promise<void> {
  for (const field of ["name", "email", "password"] as const) {
    const text = typed[field];
    if (text !== undefined) await page.getByLabel(fieldLabels[field], { exact: true }).fill(text);
  }
  await page.getByRole("button", { name: button, exact: true }).click();
}

/** The last digit can submit the code, so this function clicks no button. */
export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel("Verification code").fill(code);
}

export const anotherCode = (code: string) => (code === "111111" ? "222222" : "111111");

export const waitForHeading = (page: Page, name: string) =>
  waitUntilShown(page.getByRole("heading", { level: 1, name, exact: true }));

export async function waitForToast(page: Page, title: string, words?: string): Promise<void> {
  const message = page.getByRole("listitem").filter({ has: page.getByText(title, { exact: true }) });
  await waitUntilShown((words === undefined ? message : message.filter({ hasText: words })).first());
}

export const fieldValue = (page: Page, label: string) => page.getByLabel(label, { exact: true }).inputValue();

export async function latestEmailLink(appUrl: string, email: string): Promise<string> {
  const [newest] = await fetchMails(appUrl, email);
  const link = /href="([^"]+)"/.exec(newest?.html ?? "")?.[1];
  if (!link) throw new Error(`No link was sent to ${email}`);
  return link.replaceAll("&amp;", "&");
}

export async function revokeSessions(appUrl: string, email: string): Promise<void> {
  const { client, userPoolId } = await createPoolClient(appUrl);
  await client.send(new AdminUserGlobalSignOutCommand({ UserPoolId: userPoolId, Username: email }));
  client.destroy();
}

export function pathWithQuery(page: Page): string {
  const { pathname, search, hash } = new URL(page.url());
  return pathname + search + hash;
}

const isUserPoolUrl = (url: URL) => url.port !== "" && url.pathname === "/";

type CognitoResponse = { status: number; body: unknown } | "unreachable";

/** A null `answer` removes the stubs of all operations from `on`. */
export async function stubCognito(
  on: Page | BrowserContext,
  operation: string,
  answer: CognitoResponse | null,
): Promise<void> {
  if (answer === null) return on.unroute(isUserPoolUrl);
  await on.route(isUserPoolUrl, async (route) => {
    const target = route.request().headers()["x-amz-target"] ?? "";
    if (!target.endsWith(`.${operation}`)) return route.fallback();
    if (answer === "unreachable") return route.abort("internetdisconnected");
    await route.fulfill({
      status: answer.status,
      contentType: "application/x-amz-json-1.1",
      headers: { "access-control-allow-origin": "*" },
      body: JSON.stringify(answer.body),
    });
  });
}

export const cognitoError = (name: string, message = "Of the service.") => ({
  status: 400,
  body: { __type: name, message },
});

export type ProviderCheckResponse = "email" | "google" | null | "too many" | "failing" | "unreachable";

export async function stubProviderCheck(page: Page, appUrl: string, answer: ProviderCheckResponse): Promise<void> {
  await page.route("**/check-user-provider", (route) => {
    if (route.request().method() === "OPTIONS") return route.continue();
    if (answer === "unreachable") return route.abort("internetdisconnected");
    const headers = { "access-control-allow-origin": appUrl };
    if (answer === "too many") {
      return route.fulfill({ status: 429, headers, json: { code: "too_many_requests", message: "Wait." } });
    }
    if (answer === "failing") {
      return route.fulfill({
        status: 500,
        headers,
        json: { code: "internal_error", message: "Something went wrong." },
      });
    }
    return route.fulfill({
      headers,
      json: { user_exists: answer !== null, provider: answer, confirmed: answer !== null },
    });
  });
}
