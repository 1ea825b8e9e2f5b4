import { QueryClient } from "@tanstack/react-query";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Account } from "../../../domain/accounts/account.ts";
import type { Profile } from "../../../domain/accounts/profile.ts";
import type { Subscription } from "../../../domain/plans/subscription.ts";
import { accountQuery, createAccountCache, isNewer } from "../../../web/src/features/accounts/account.ts";
import { deferReads } from "../deferred-reads.ts";

const userId = "u1";
const profile: Profile = { id: userId, full_name: "Asha", email: "asha@example.com", language_preference: null };
const at = (minute: number) => `2026-11-21T09:${String(minute).padStart(2, "0")}:00.000Z`;
const row = (revision: number | undefined, minute: number): Subscription => ({
  user_id: userId,
  plan_type: "free",
  active: true,
  start_date: at(0),
  end_date: null,
  updated_at: at(minute),
  ...(revision === undefined ? {} : { revision }),
});
const changed = (subscription: Subscription, of = userId) =>
  ({ type: "SubscriptionChanged", userId: of, subscription }) as const;

function start(known?: Account) {
  const { cached: account, ...page } = deferReads<Account>((read) => accountQuery(userId, read), known);
  return { ...page, facts: createAccountCache(page.queries, userId), account };
}

describe("a subscription from a response", () => {
  it("replaces an older known subscription, but not a newer one", () => {
    const { facts, account } = start({ profile, subscription: row(3, 3) });
    facts.setSubscription(row(2, 9));
    expect(account()?.subscription).toEqual(row(3, 3));
    facts.setSubscription(row(4, 1));
    expect(account()?.subscription).toEqual(row(4, 1));
  });

  it("is ignored if it is null while a subscription is known", () => {
    const { facts, account } = start({ profile, subscription: row(3, 3) });
    facts.setSubscription(null);
    expect(account()?.subscription).toEqual(row(3, 3));
  });

  it.each([
    ["an older subscription", row(1, 1)],
    ["no subscription", null],
  ])("remains when a pending read of the account returns %s", async (_, before) => {
    const { facts, answer, account, readOnce } = start({ profile, subscription: before });
    readOnce();
    facts.setSubscription(row(2, 2));
    const renamed = { ...profile, full_name: "Asha Rai" };
    await answer({ profile: renamed, subscription: before });
    expect(account()).toEqual({ profile: renamed, subscription: row(2, 2) });
  });

  it("is replaced by a newer subscription from a read that starts after the response", async () => {
    const { facts, answer, account, readOnce } = start({ profile, subscription: null });
    facts.setSubscription(row(2, 2));
    readOnce();
    await answer({ profile, subscription: row(3, 3) });
    expect(account()?.subscription).toEqual(row(3, 3));
  });

  it("is not cached if no account was loaded", () => {
    const { facts, account } = start();
    facts.setSubscription(row(1, 1));
    facts.setProfile(profile);
    expect(account()).toBeUndefined();
  });
});

describe("a changed subscription", () => {
  it("is cached at once, without a request", () => {
    const { facts, account, reads } = start({ profile, subscription: row(1, 1) });
    facts.apply(changed(row(2, 2)));
    expect(account()).toEqual({ profile, subscription: row(2, 2) });
    expect(reads).toEqual([]);
  });

  it("is cached even if no subscription was known", () => {
    const { facts, account } = start({ profile, subscription: null });
    facts.apply(changed(row(1, 1)));
    expect(account()?.subscription).toEqual(row(1, 1));
  });

  it("is ignored if it is not newer than the known subscription", () => {
    const { facts, account } = start({ profile, subscription: row(3, 3) });
    facts.apply(changed(row(2, 4)));
    facts.apply(changed({ ...row(3, 3), plan_type: "pro" }));
    expect(account()?.subscription).toEqual(row(3, 3));
  });

  it("is ignored if it belongs to another user", () => {
    const { facts, account } = start({ profile, subscription: row(1, 1) });
    facts.apply(changed(row(9, 9), "u2"));
    expect(account()?.subscription).toEqual(row(1, 1));
  });

  it("is not cached if no account was loaded", async () => {
    const queries = new QueryClient();
    const facts = createAccountCache(queries, userId);
    facts.apply(changed(row(1, 1)));
    await facts.refetch();
    expect(queries.getQueryCache().getAll()).toEqual([]);
  });

  it("causes a second read of the account if it arrives during the first read", async () => {
    const { facts, answer, account, reads } = start();
    expect(reads).toHaveLength(1);
    facts.apply(changed(row(2, 2)));
    await answer({ profile, subscription: row(1, 1) });
    expect(reads).toHaveLength(1);
    await answer({ profile, subscription: row(2, 2) });
    expect(account()?.subscription).toEqual(row(2, 2));
    expect(reads).toEqual([]);
  });

  it("is compared by revision, and by time if the revisions are equal", () => {
    expect(isNewer(row(undefined, 1), row(1, 1))).toBe(true);
    expect(isNewer(row(undefined, 1), row(undefined, 2))).toBe(true);
    expect(isNewer(row(undefined, 2), row(undefined, 1))).toBe(false);
    expect(isNewer({ ...row(1, 1), updated_at: "2026-11-21T09:01:00Z" }, row(1, 1))).toBe(false);
  });

  it("remains if it has the highest revision, whatever the order of the events", () => {
    const last = 6;
    const order = fc.array(fc.integer({ min: 1, max: last }), { maxLength: 20 });
    fc.assert(
      fc.property(order, fc.integer({ min: 0, max: 20 }), (told, where) => {
        const { facts, account } = start({ profile, subscription: null });
        for (const revision of told.toSpliced(where, 0, last)) facts.apply(changed(row(revision, 60 - revision)));
        expect(account()?.subscription?.revision).toBe(last);
      }),
      { numRuns: 50 },
    );
  });
});

describe("a changed profile", () => {
  const renamed: Profile = { ...profile, full_name: "Asha Rai" };

  it("is refetched from the server when an event reports it", async () => {
    const { facts, answer, account, reads } = start({ profile, subscription: null });
    facts.apply({ type: "ProfileChanged", userId, profile: renamed });
    expect(reads).toHaveLength(1);
    const newest = { ...profile, full_name: "Asha Gurung" };
    await answer({ profile: newest, subscription: null });
    expect(account()?.profile).toEqual(newest);
  });

  it("remains when a pending read of the account returns the old profile", async () => {
    const { facts, answer, account, readOnce, reads } = start({ profile, subscription: null });
    readOnce();
    facts.setProfile(renamed);
    await answer({ profile, subscription: null });
    expect(account()?.profile).toEqual(renamed);
    await answer({ profile: { ...renamed, language_preference: "nepali" }, subscription: null });
    expect(account()?.profile.language_preference).toBe("nepali");
    expect(reads).toEqual([]);
  });

  it("causes no request if the same profile is cached", () => {
    const { facts, reads } = start({ profile: renamed, subscription: null });
    facts.apply({ type: "ProfileChanged", userId, profile: { ...renamed } });
    expect(reads).toEqual([]);
  });
});

describe("a refetch of the account", () => {
  it("sends one request if no request is pending", async () => {
    const { facts, answer, account, reads } = start({ profile, subscription: row(1, 1) });
    const done = facts.refetch();
    expect(reads).toHaveLength(1);
    await answer({ profile, subscription: row(2, 2) });
    await done;
    expect(account()?.subscription).toEqual(row(2, 2));
    expect(reads).toEqual([]);
  });

  it("sends a second request after a pending request", async () => {
    const { facts, answer, account, reads } = start();
    const done = facts.refetch();
    await answer({ profile, subscription: row(1, 1) });
    expect(reads).toHaveLength(1);
    await answer({ profile, subscription: row(2, 2) });
    await done;
    expect(account()?.subscription).toEqual(row(2, 2));
  });

  it.each([
    { type: "ExamChanged", userId, attemptId: "0f8e2c9a-3d44-4b57-8a8e-2d0c5b6f9a10" },
    { type: "StudyChanged", userId, number: 1 },
    { type: "ShareChanged", userId, shareId: "0f8e2c9a-3d44-4b57-8a8e-2d0c5b6f9a10" },
  ] as const)("is not caused by an event of type $type", async (event) => {
    const { facts, answer, account, reads } = start();
    facts.apply(event);
    await answer({ profile, subscription: row(1, 1) });
    expect(account()?.subscription).toEqual(row(1, 1));
    expect(reads).toEqual([]);
  });
});
