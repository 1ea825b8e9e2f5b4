import { expect, test } from "vitest";
import { languageNames } from "../../../domain/content/language.ts";
import { aLearner, stored } from "../support/learners.ts";

const wish = (language: string, awaited: boolean) => ({ params: { language }, body: { awaited } });

test("PUT /awaited-languages stores a language wish in the profile and removes it again", async () => {
  const { ask } = await aLearner();
  const before = (await ask("get-account")).profile;
  const wished = await ask("await-language", wish("thai", true));
  expect(wished).toEqual({ ...before, awaited_languages: ["thai"] });
  expect((await ask("get-account")).profile).toEqual(wished);
  expect(await ask("await-language", wish("thai", false))).toEqual(before);
  expect((await ask("get-account")).profile).toEqual(before);
});

test("PUT /awaited-languages and PATCH /profile do not overwrite each other's fields", async () => {
  const { ask } = await aLearner({ name: "Asha Rai" });
  await ask("update-profile", { body: { language_preference: "telegu" } });
  await ask("await-language", wish("thai", true));
  const profile = await ask("update-profile", { body: { full_name: "Asha" } });
  const kept = { full_name: "Asha", language_preference: "telegu", awaited_languages: ["thai"] };
  expect(profile).toMatchObject(kept);
});

test("PUT /awaited-languages stores all concurrent wishes, and a repeated wish only once", async () => {
  const { ask } = await aLearner();
  await Promise.all(["thai", "bulgarian", "thai"].map((language) => ask("await-language", wish(language, true))));
  expect((await ask("get-account")).profile.awaited_languages).toEqual(["bulgarian", "thai"]);
});

test("PUT /awaited-languages accepts every known language and refuses an unknown language", async () => {
  const { ask, refusal } = await aLearner();
  for (const language of languageNames) await ask("await-language", wish(language, true));
  expect((await ask("get-account")).profile.awaited_languages).toHaveLength(languageNames.length);
  expect(await refusal("await-language", wish("klingon", true))).toEqual({ status: 400, code: "bad_request" });
});

test("PUT /awaited-languages does not change another learner's profile, and creates no missing profile", async () => {
  const [one, other] = [await aLearner(), await aLearner()];
  const before = await stored.rowsOf(other.userId);
  await one.ask("await-language", wish("thai", true));
  expect(await stored.rowsOf(other.userId)).toEqual(before);
  await stored.remove("profiles", one.userId);
  expect(await one.refusal("await-language", wish("thai", true))).toEqual({ status: 404, code: "profile_not_found" });
  expect((await stored.rowsOf(one.userId)).profiles).toEqual([]);
});
