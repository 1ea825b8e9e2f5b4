import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Account } from "../../../domain/accounts/account.ts";
import type { Subscription } from "../../../domain/plans/subscription.ts";
import { accountKey, createAccountCache, grantBasis } from "../../../web/src/features/accounts/account.ts";
import { requireGrant, setGrantBasis } from "../../../web/src/features/content/content.ts";
import { type ContentServer, startContentServer } from "./content-server.ts";

const userId = "asha";
const profile = { id: userId, full_name: "Asha", email: "asha@example.com", language_preference: "nepali" } as const;
const free: Subscription = {
  ...{ user_id: userId, plan_type: "free", active: true, revision: 1 },
  ...{ start_date: "2026-11-01T09:00:00.000Z", end_date: null, updated_at: "2026-11-01T09:00:00.000Z" },
};
const plus: Subscription = { ...free, plan_type: "plus", end_date: "2026-12-01T09:00:00.000Z", revision: 2 };

let server: ContentServer;
let queries: QueryClient;

beforeEach(() => {
  server = startContentServer();
  queries = new QueryClient();
  setGrantBasis(() => grantBasis(queries));
});
afterEach(() => {
  queries.clear();
  vi.unstubAllGlobals();
});

const know = (account: Account) => queries.setQueryData<Account>(accountKey(userId), account);
const facts = () => createAccountCache(queries, userId);
const asked = () => server.requests.filter((url) => url === "API content-grants").length;

it.each<[string, () => void]>([
  ["a response to a change in this page", () => facts().setSubscription(free)],
  ["the live channel", () => facts().apply({ type: "SubscriptionChanged", userId, subscription: free })],
  ["an account that is read again", () => void know({ profile, subscription: free })],
])("requireGrant does not reuse a grant after %s reports the end of the plan", async (_, tell) => {
  server.folders = ["nepali/"];
  know({ profile, subscription: { ...plus, revision: 0 } });
  await requireGrant("nepali/health/a.mp3");
  server.folders = [];
  tell();
  await expect(requireGrant("nepali/health/a.mp3")).rejects.toMatchObject({ reason: "premium-required" });
  expect(asked()).toBe(2);
});

it.each<[string, () => void]>([
  ["the plan", () => facts().setSubscription(plus)],
  ["the plan on another device", () => facts().apply({ type: "SubscriptionChanged", userId, subscription: plus })],
  ["the language", () => facts().setProfile({ ...profile, language_preference: "spanish" })],
])("requireGrant requests a new grant after a change of %s", async (_, tell) => {
  know({ profile, subscription: free });
  await requireGrant("nepali/example/a.mp3");
  tell();
  await requireGrant("nepali/example/a.mp3");
  expect(asked()).toBe(2);
});

it("requireGrant reuses a grant until it expires, while the plan, its end and the language do not change", async () => {
  know({ profile, subscription: plus });
  await requireGrant("nepali/example/a.mp3");
  facts().setProfile({ ...profile, full_name: "Asha Rai" });
  facts().setSubscription({ ...plus, revision: 3, updated_at: "2026-11-02T09:00:00.000Z" });
  await requireGrant("nepali/example/a.mp3");
  expect(asked()).toBe(1);
});

it("requireGrant requests a new grant for another learner", async () => {
  know({ profile, subscription: free });
  await requireGrant("nepali/example/a.mp3");
  queries.clear();
  queries.setQueryData<Account>(accountKey("bina"), { profile: { ...profile, id: "bina" }, subscription: free });
  await requireGrant("nepali/example/a.mp3");
  expect(asked()).toBe(2);
});
