import { beforeEach, describe, expect, test } from "vitest";
import type { Profile } from "../../../domain/accounts/profile.ts";
import {
  createFreeSubscription,
  createSubscriptionWithoutPlan,
  type Subscription,
} from "../../../domain/plans/subscription.ts";
import type { DomainEvent } from "../../../domain/realtime/event.ts";
import type { DirectoryUser, NamedUser } from "../../../lambdas/accounts/user-directory.ts";
import { getAccount } from "../../../lambdas/api/get-account.ts";
import { updateProfile } from "../../../lambdas/api/update-profile.ts";
import type { ClosingState } from "../../../lambdas/store/closed-accounts.ts";
import { captureLog, logLines } from "../support/capture-log.ts";
import { aDirectoryUser } from "../support/directory-user.ts";
import { aOnceRow, aRow } from "../support/plan-world.ts";

beforeEach(captureLog);

const caller = { userId: "asha", username: "asha@pool" };
const profile: Profile = { id: "asha", full_name: "Asha", email: "asha@example.com", language_preference: null };
const clock = { now: () => new Date("2027-02-01T00:00:00.000Z") };
const person = async () => aDirectoryUser();

function aBus() {
  const told: DomainEvent[] = [];
  return { told, bus: { publish: async (event: DomainEvent) => void told.push(event) } };
}

function world(row: Subscription | null = null) {
  const { told, bus } = aBus();
  const services = {
    clock,
    bus,
    subscriptions: { get: async () => row },
    studyBatches: { latest: async () => 7 },
    profiles: {
      get: async (): Promise<Profile | null> => profile,
      createIfMissing: (): Promise<Profile> => Promise.reject(new Error("A profile was made")),
    },
    users: { get: (): Promise<DirectoryUser | null> => Promise.reject(new Error("not there")) },
    closedAccounts: { stateOf: async (): Promise<ClosingState | null> => null },
  };
  return { told, services };
}

describe("getAccount", () => {
  test("does not call the user pool if the profile exists", async () => {
    expect(await getAccount({ caller }, world().services)).toEqual({ profile, subscription: null, study_batch: 7 });
  });

  test("reads the user pool by username if the profile is missing", async () => {
    const asked: string[] = [];
    const users = {
      get: async ({ username }: NamedUser) => {
        asked.push(username);
        return person();
      },
    };
    const profiles = { get: async () => null, createIfMissing: async (made: Profile) => made };
    const services = { ...world().services, profiles, users };
    expect(await getAccount({ caller }, services)).toHaveProperty("profile", profile);
    expect(asked).toEqual(["asha@pool"]);
  });

  test("returns the profile that another call created in the meantime", async () => {
    const theirs = { ...profile, full_name: "Made meanwhile" };
    const profiles = { get: async () => null, createIfMissing: async () => theirs };
    const services = { ...world().services, profiles, users: { get: person } };
    expect(await getAccount({ caller }, services)).toHaveProperty("profile", theirs);
  });

  test.each([
    ["is not in the user pool", null, null],
    ["has a closed account and is not in the user pool", null, "closed" as const],
    ["has a closed account and is still in the user pool", aDirectoryUser(), "closed" as const],
  ])("refuses the call and does not create the missing profile if the caller %s", async (_name, user, state) => {
    const profiles = { ...world().services.profiles, get: async () => null };
    const services = { ...world().services, profiles, users: { get: async () => user } };
    const closedAccounts = { stateOf: async () => state };
    await expect(getAccount({ caller }, { ...services, closedAccounts })).rejects.toMatchObject({ code: "user_gone" });
  });

  test("stores no profile while the account is being deleted", async () => {
    const profiles = { ...world().services.profiles, get: async () => null };
    const closedAccounts = { stateOf: async () => "closing" as const };
    const services = { ...world().services, profiles, users: { get: person }, closedAccounts };
    expect(await getAccount({ caller }, services)).toEqual({ profile, subscription: null, study_batch: 7 });
  });

  test("throws and does not create the missing profile while the user pool is unavailable", async () => {
    const made: unknown[] = [];
    const profiles = {
      get: async () => null,
      createIfMissing: async (given: Profile) => {
        made.push(given);
        return given;
      },
    };
    await expect(getAccount({ caller }, { ...world().services, profiles })).rejects.toThrow("not there");
    expect(made).toEqual([]);
  });
});

describe("the check of a plan's end in getAccount", () => {
  const over = { end_date: "2027-02-01T00:00:00.000Z" };
  const { stripe_subscription_id: _, ...withoutPurchase } = aRow({ end_date: null });

  test.each([
    ["a recurring plan", aRow({ end_date: "2027-01-31T23:00:00.000Z" })],
    ["a single month", aOnceRow(over)],
    ["a cancelled plan", aRow({ ...over, active: false })],
    ["a plan with neither an end date nor a purchase", withoutPurchase],
  ])("publishes that %s is over, and returns the unchanged row", async (_name, row) => {
    const { services, told } = world(row);
    expect(await getAccount({ caller }, services)).toEqual({ profile, subscription: row, study_batch: 7 });
    expect(told).toEqual([{ type: "SubscriptionEnded", userId: "asha" }]);
  });

  test.each([
    ["without a row", null],
    ["without a plan", createSubscriptionWithoutPlan("asha", clock.now())],
    ["on the free plan", createFreeSubscription("asha", clock.now())],
    ["with a row that was downgraded already", aRow({ ...over, plan_type: "free", active: false })],
    ["a moment before the end", aOnceRow({ end_date: "2027-02-01T00:00:00.001Z" })],
    ["while the renewal may still arrive", aRow({ end_date: "2027-01-31T23:00:00.001Z" })],
    ["with a cancelled plan that is not over", aRow({ end_date: "2027-02-01T00:00:00.001Z", active: false })],
    ["with a purchased plan without an end date", aRow({ end_date: null })],
  ])("publishes nothing %s", async (_name, row) => {
    const { services, told } = world(row);
    expect(await getAccount({ caller }, services)).toHaveProperty("subscription", row);
    expect(told).toEqual([]);
  });

  test("lets the call succeed while the bus is down, and logs the failure", async () => {
    const bus = { publish: () => Promise.reject(new Error("The bus is down")) };
    expect(await getAccount({ caller }, { ...world(aOnceRow(over)).services, bus })).toHaveProperty("profile", profile);
    expect(logLines()).toMatchObject([{ level: "ERROR", event: "SubscriptionEnded", reason: "The bus is down" }]);
  });
});

describe("a profile change", () => {
  const change = { caller, body: { full_name: "Asha" } };

  test("is published with the stored profile", async () => {
    const { told, bus } = aBus();
    expect(await updateProfile(change, { bus, profiles: { update: async () => profile } })).toEqual(profile);
    expect(told).toEqual([{ type: "ProfileChanged", userId: "asha", profile }]);
  });

  test("is not published if there is no profile", async () => {
    const { told, bus } = aBus();
    const services = { bus, profiles: { update: async () => null } };
    await expect(updateProfile(change, services)).rejects.toMatchObject({ code: "profile_not_found" });
    expect(told).toEqual([]);
  });

  test("succeeds even if the bus is down, and logs the failure", async () => {
    const bus = { publish: () => Promise.reject(new Error("The bus is down")) };
    expect(await updateProfile(change, { bus, profiles: { update: async () => profile } })).toEqual(profile);
    expect(logLines()).toMatchObject([{ level: "ERROR", event: "ProfileChanged" }]);
  });
});
