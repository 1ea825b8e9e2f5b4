import { describe, expect, test } from "vitest";
import { signInThroughGoogle } from "../../support/google-sign-in.ts";
import { createEmail } from "../../support/learner.ts";
import { apiOf } from "../support/call-api.ts";
import { aLearner, cloud, paidRow, stored, subscribe } from "../support/learners.ts";

describe("GET /account", () => {
  test("returns a profile and no plan for a new learner", async () => {
    const { ask, userId, email } = await aLearner({ name: "Asha Rai" });
    expect(await ask("get-account")).toEqual({
      profile: { id: userId, full_name: "Asha Rai", email, language_preference: null },
      subscription: null,
      study_batch: 0,
    });
  });

  test("returns the plan without the stored attribute “expiry_day”", async () => {
    const { call, userId } = await aLearner();
    const row = await subscribe(paidRow(userId));
    expect(await stored.rowsOf(userId)).toHaveProperty("subscriptions.0.expiry_day");
    const { body } = await call("get-account");
    expect(body).toHaveProperty("subscription", row);
  });

  test("returns null as the end date of a plan without an end", async () => {
    const { ask, userId } = await aLearner();
    await subscribe(paidRow(userId, { end_date: null }));
    expect((await ask("get-account")).subscription).toHaveProperty("end_date", null);
  });

  test("returns no profile or plan of another learner", async () => {
    const [one, other] = [await aLearner({ name: "One" }), await aLearner({ name: "Other" })];
    await subscribe(paidRow(one.userId));
    expect(await other.ask("get-account")).toMatchObject({ profile: { full_name: "Other" }, subscription: null });
  });

  test("creates a missing profile from the user pool", async () => {
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

  test("returns the name from Google, for a stored and for a missing profile", async () => {
    const { userId, email, tokens } = await signInThroughGoogle(cloud.webUrl, {
      name: "Asha Rai",
      email: createEmail(),
    });
    const { ask } = apiOf(cloud.apiUrl, tokens.AccessToken);
    const profile = { id: userId, full_name: "Asha Rai", email, language_preference: null };
    expect(await stored.rowsOf(userId)).toMatchObject({ profiles: [profile] });
    expect((await ask("get-account")).profile).toEqual(profile);
    await stored.remove("profiles", userId);
    expect((await ask("get-account")).profile).toEqual(profile);
  });

  test("creates a missing profile once for simultaneous calls", async () => {
    const { ask, userId } = await aLearner();
    const before = await stored.rowsOf(userId);
    await stored.remove("profiles", userId);
    const [first, ...others] = await Promise.all([1, 2, 3, 4].map(() => ask("get-account")));
    for (const other of others) expect(other).toEqual(first);
    expect(await stored.rowsOf(userId)).toEqual(before);
  });

  test("returns an empty name for a user who has neither a name nor a profile", async () => {
    const { ask, userId } = await aLearner({ name: "" });
    await stored.remove("profiles", userId);
    expect((await ask("get-account")).profile).toHaveProperty("full_name", "");
  });
});
