import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Profile } from "../../../domain/profile.ts";
import { getAccount } from "../../../lambdas/api/get-account.ts";
import { aLearner, paidRow, stored, subscribe } from "../support/learners.ts";

describe("GET /account", () => {
  test("tells a new learner's profile, and that no plan is chosen", async () => {
    const { ask, userId, email } = await aLearner({ name: "Asha Rai" });
    expect(await ask("get-account")).toEqual({
      profile: { id: userId, full_name: "Asha Rai", email, language_preference: null },
      subscription: null,
    });
  });

  test("tells the facts of a plan, without what only the table's indexes need", async () => {
    const { call, userId } = await aLearner();
    const row = await subscribe(paidRow(userId));
    expect(await stored.rowsOf(userId)).toHaveProperty("subscriptions.0.expiry_day");
    const { body } = await call("get-account");
    expect(body).toHaveProperty("subscription", row);
  });

  test("tells a plan without an end as one whose end is null", async () => {
    const { ask, userId } = await aLearner();
    await subscribe(paidRow(userId, { end_date: null }));
    expect((await ask("get-account")).subscription).toHaveProperty("end_date", null);
  });

  test("tells each learner their own account", async () => {
    const [one, other] = [await aLearner({ name: "One" }), await aLearner({ name: "Other" })];
    await subscribe(paidRow(one.userId));
    expect(await other.ask("get-account")).toMatchObject({ profile: { full_name: "Other" }, subscription: null });
  });

  test("makes the profile that sign-up could not make, from what the user pool knows", async () => {
    const { ask, userId, email } = await aLearner({ name: "Asha Rai" });
    const before = await stored.rowsOf(userId);
    await stored.remove("profiles", userId);
    expect((await ask("get-account")).profile).toEqual({
      id: userId,
      full_name: "Asha Rai",
      email,
      language_preference: null,
    });
    expect(await stored.rowsOf(userId)).toEqual(before);
  });

  test("makes one profile when asked several times at once", async () => {
    const { ask, userId } = await aLearner();
    const before = await stored.rowsOf(userId);
    await stored.remove("profiles", userId);
    const [first, ...others] = await Promise.all([1, 2, 3, 4].map(() => ask("get-account")));
    for (const other of others) expect(other).toEqual(first);
    expect(await stored.rowsOf(userId)).toEqual(before);
  });

  test("makes a nameless learner's profile with an empty name", async () => {
    const { ask, userId } = await aLearner({ name: "" });
    await stored.remove("profiles", userId);
    expect((await ask("get-account")).profile).toHaveProperty("full_name", "");
  });
});

describe("getAccount", () => {
  const caller = { userId: randomUUID(), username: "asha" };
  const profile: Profile = {
    id: caller.userId,
    full_name: "Asha",
    email: "asha@example.com",
    language_preference: null,
  };
  const subscriptions = { get: async () => null };

  test("does not ask the user pool about a learner whose profile is there", async () => {
    const users = { get: () => Promise.reject(new Error("The user pool was asked")) };
    const profiles = {
      get: async () => profile,
      createIfMissing: () => Promise.reject(new Error("A profile was made")),
    };
    expect(await getAccount({ caller }, { profiles, subscriptions, users })).toEqual({ profile, subscription: null });
  });

  test("asks the user pool by the username, which need not be the user's id", async () => {
    const asked: string[] = [];
    const users = {
      get: async (username: string) => {
        asked.push(username);
        return { email: "asha@example.com", fullName: "Asha" };
      },
    };
    const profiles = { get: async () => null, createIfMissing: async (made: Profile) => made };
    expect(await getAccount({ caller }, { profiles, subscriptions, users })).toHaveProperty("profile", profile);
    expect(asked).toEqual(["asha"]);
  });

  test("answers with the profile that another call made meanwhile", async () => {
    const theirs = { ...profile, full_name: "Made meanwhile" };
    const users = { get: async () => ({ email: "asha@example.com", fullName: "Asha" }) };
    const profiles = { get: async () => null, createIfMissing: async () => theirs };
    expect(await getAccount({ caller }, { profiles, subscriptions, users })).toHaveProperty("profile", theirs);
  });

  test("makes no profile while the user pool cannot be asked", async () => {
    const made: unknown[] = [];
    const users = { get: () => Promise.reject(new Error("The user pool is not there")) };
    const profiles = {
      get: async () => null,
      createIfMissing: async (given: Profile) => {
        made.push(given);
        return given;
      },
    };
    await expect(getAccount({ caller }, { profiles, subscriptions, users })).rejects.toThrow("not there");
    expect(made).toEqual([]);
  });
});
