import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Account } from "../../../domain/accounts/account.ts";
import { accountKey, createAccountCache } from "../../../web/src/features/accounts/account.ts";
import { readStoredAccount, storeAccount } from "../../../web/src/features/accounts/stored-account.ts";
import { memoryStorage } from "../browser/memory-storage.ts";

const userId = "u1";
const dayMs = 24 * 3_600_000;
const start = Date.parse("2026-11-21T09:00:00.000Z");
const account: Account = {
  profile: { id: userId, full_name: "Asha", email: "asha@example.com", language_preference: null },
  subscription: {
    ...{ user_id: userId, plan_type: "free", active: true, start_date: "2026-11-21T09:00:00.000Z", end_date: null },
    ...{ updated_at: "2026-11-21T09:00:00.000Z", revision: 1 },
  },
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  vi.stubGlobal("localStorage", memoryStorage());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open() {
  const queries = new QueryClient();
  queries.setQueryData(accountKey(userId), account);
  return createAccountCache(queries, userId);
}
const profile = { ...account.profile, full_name: "Asha Rai" };

test("setProfile stores the profile, and keeps the fetch time of the stored account", () => {
  storeAccount(userId, account);
  vi.setSystemTime(start + 5 * dayMs);
  open().setProfile(profile);
  expect(readStoredAccount(userId)).toEqual({ version: 1, fetchedAtMs: start, account: { ...account, profile } });
});

test("setProfile stores nothing if no account was stored", () => {
  open().setProfile(profile);
  expect(readStoredAccount(userId)).toBeUndefined();
});

test("setSubscription stores a newer subscription with the present time", () => {
  storeAccount(userId, account);
  vi.setSystemTime(start + 5 * dayMs);
  const subscription = account.subscription && { ...account.subscription, revision: 2 };
  open().setSubscription(subscription);
  expect(readStoredAccount(userId)).toMatchObject({ fetchedAtMs: start + 5 * dayMs, account: { subscription } });
});
