// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router";
import { expect, onTestFinished, test, vi } from "vitest";
import { PaymentSuccessPage } from "../../../web/src/features/plans/payment-success-page.tsx";
import { recurring } from "./subscriptions.ts";

const paid = { ...recurring, start_date: "2020-01-01T00:00:00.000Z", end_date: "2099-01-01T00:00:00.000Z" };

const checks = vi.hoisted(() => [] as PromiseWithResolvers<unknown>[]);

vi.mock("../../../web/src/api.ts", async (original) => ({
  ...(await original<object>()),
  callApi: () => {
    const check = Promise.withResolvers();
    checks.push(check);
    return check.promise;
  },
}));
vi.mock("../../../web/src/features/accounts/session.ts", () => ({
  useSession: () => ({ kind: "learner", userId: "asha" }),
}));
vi.mock("../../../web/src/features/accounts/account.ts", () => ({
  useAccount: () => ({ data: { subscription: paid, profile: { language_preference: null } } }),
  useAccountCache: () => ({ setSubscription: () => undefined }),
}));

async function openPage(): Promise<HTMLElement> {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    place.remove();
    vi.unstubAllGlobals();
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const page = createElement(MemoryRouter, null, createElement(PaymentSuccessPage));
  await act(async () => root.render(createElement(QueryClientProvider, { client }, page)));
  return place;
}

const fail = () => act(async () => checks.at(-1)?.reject(new Error("Try again later.")));
const succeed = () => act(async () => checks.at(-1)?.resolve(paid));

/** The query client notifies the page in a later task. */
const untilShown = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => {});
    check();
  });

test("the failure of a payment check is still shown during the next check, and “Check again” keeps the focus", async () => {
  const page = await openPage();
  await fail();
  const alert = () => page.querySelector("[role=alert]")?.textContent;
  const status = () => page.querySelector(".payment-answer")?.textContent;
  const shown = "Your subscription could not be checked. Try again later.";
  await untilShown(() => expect(alert()).toBe(shown));
  const again = [...page.querySelectorAll("button")].find(({ textContent }) => textContent === "Check again");
  again?.focus();
  await act(async () => again?.click());
  expect([checks.length, alert(), status()]).toEqual([2, shown, "Checking…"]);
  expect(document.activeElement).toBe(again);
  await fail();
  await untilShown(() => expect([alert(), status()]).toEqual([shown, "Last check: failed."]));
  await act(async () => again?.click());
  await succeed();
  await untilShown(() => expect([alert(), status()]).toEqual([undefined, "Your subscription has been checked."]));
  expect(document.activeElement).toBe(again);
});
