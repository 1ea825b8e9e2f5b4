import { describe, expect, test } from "vitest";
import { aLearner, stored } from "../support/learners.ts";

describe("PATCH /profile", () => {
  test("changes the name and the language", async () => {
    const { ask, userId, email } = await aLearner();
    const change = { full_name: "Asha Devi Rai", language_preference: "nepali" };
    const changed = await ask("update-profile", { body: change });
    expect(changed).toEqual({ id: userId, email, ...change });
    expect((await ask("get-account")).profile).toEqual(changed);
  });

  test("does not change a field that the call omits", async () => {
    const { ask } = await aLearner({ name: "Asha Rai" });
    await ask("update-profile", { body: { language_preference: "telegu" } });
    const profile = await ask("update-profile", { body: { full_name: "Asha" } });
    expect(profile).toMatchObject({ full_name: "Asha", language_preference: "telegu" });
    expect((await ask("get-account")).profile).toEqual(profile);
  });

  test("trims the name, and accepts two scripts, symbols and an emoji", async () => {
    const { ask } = await aLearner();
    const name = 'आशा "ĀŚĀ" <राई> 🌸';
    expect(await ask("update-profile", { body: { full_name: `  ${name}\n` } })).toHaveProperty("full_name", name);
    expect((await ask("get-account")).profile).toHaveProperty("full_name", name);
  });

  test("normalises a name, and refuses an invalid name with the reason", async () => {
    const { ask, call } = await aLearner({ name: "Asha Rai" });
    expect(await ask("update-profile", { body: { full_name: "Jose\u0301" } })).toHaveProperty("full_name", "Jos\u00e9");
    for (const [full_name, words] of [
      ["Asha \u202eiaR", "U+202E"],
      ["\u200b\u200d", "at least one visible character"],
      ["a".repeat(101), "at most 100 characters long"],
    ] as const) {
      const { status, body } = await call("update-profile", { body: { full_name } });
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(words)]);
    }
    expect((await ask("get-account")).profile).toHaveProperty("full_name", "Jos\u00e9");
  });

  test("returns the same profile for a repeated change", async () => {
    const { ask } = await aLearner();
    const body = { full_name: "Asha", language_preference: "dari" };
    const first = await ask("update-profile", { body });
    expect(await ask("update-profile", { body })).toEqual(first);
  });

  test("stores a name and a language that are saved at the same time", async () => {
    const { ask } = await aLearner();
    await Promise.all([
      ask("update-profile", { body: { full_name: "Asha" } }),
      ask("update-profile", { body: { language_preference: "hindi" } }),
    ]);
    const { profile } = await ask("get-account");
    expect(profile).toMatchObject({ full_name: "Asha", language_preference: "hindi" });
  });

  test("stores one of two names that are saved at the same time", async () => {
    const { ask } = await aLearner();
    const names = ["Asha", "Usha"];
    await Promise.all(names.map((full_name) => ask("update-profile", { body: { full_name } })));
    expect(names).toContain((await ask("get-account")).profile.full_name);
  });

  test("does not change another learner's profile", async () => {
    const [one, other] = [await aLearner(), await aLearner()];
    const before = await stored.rowsOf(other.userId);
    await one.ask("update-profile", { body: { full_name: "Changed" } });
    expect(await stored.rowsOf(other.userId)).toEqual(before);
  });

  test("refuses a change if the profile is missing, and does not create the profile", async () => {
    const { refusal, userId } = await aLearner();
    await stored.remove("profiles", userId);
    const answer = await refusal("update-profile", { body: { full_name: "Asha" } });
    expect(answer).toEqual({ status: 404, code: "profile_not_found" });
    expect((await stored.rowsOf(userId)).profiles).toEqual([]);
  });
});
