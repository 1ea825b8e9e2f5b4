import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SegmentList } from "../../../domain/content/pack.ts";
import { exampleFolder } from "../../../domain/content/scenario.ts";
import type { Subscription } from "../../../domain/plans/subscription.ts";
import type { ContentGrant } from "../../../domain/practice/content-grant.ts";
import { grantContent } from "../../../lambdas/api/grant-content.ts";
import { expiryOf, fetchContent, worthlessGrant } from "../support/fetch-content.ts";
import { aLearner, expiredRow, inDays, paidRow, subscribe } from "../support/learners.ts";

function firstAudio(folder: string): string {
  const file = join(import.meta.dirname, "../../../content/pack", folder, "metadata.json");
  return SegmentList.parse(JSON.parse(readFileSync(file, "utf8")))[0]?.audio ?? "";
}

const exampleAudio = firstAudio("nepali/example/example-1");
const spanishAudio = firstAudio("spanish/employment/emp-1");

const folders = (grants: ContentGrant[]) => grants.map(({ folder }) => folder);

async function paidLearner(language: string, fields: Partial<Subscription> = {}) {
  const learner = await aLearner();
  await learner.ask("update-profile", { body: { language_preference: language } });
  await subscribe(paidRow(learner.userId, fields));
  const { grants } = await learner.ask("grant-content");
  const paid = grants.find(({ folder }) => folder === `${language}/`);
  return { ...learner, grants, paid };
}

describe("POST /content-grants", () => {
  test("grants the examples for an hour to a learner without a plan", async () => {
    const { ask } = await aLearner();
    const [grant = worthlessGrant, ...others] = (await ask("grant-content")).grants;
    expect(others).toEqual([]);
    expect(grant).toMatchObject({ folder: exampleFolder, expiresInSeconds: 3600 });
    expect(grant.folderUrl.endsWith(`/${exampleFolder}`)).toBe(true);
    expect(await fetchContent(grant, "metadata.json")).toContain("example-1");
    expect((await fetchContent(grant, `example-1/segments/${exampleAudio}`))?.length).toBeGreaterThan(1000);
    const elsewhere = ["/nepali/metadata.json", "/nepali/employment/metadata.json", "/spanish/metadata.json"];
    const around = ["../metadata.json", "..%2fmetadata.json", "%2e%2e/metadata.json", "/nepali/example"];
    for (const path of [...elsewhere, ...around]) expect([path, await fetchContent(grant, path)]).toEqual([path, null]);
  });

  test("returns URLs that need a valid signature", async () => {
    const { ask } = await aLearner();
    const [grant = worthlessGrant] = (await ask("grant-content")).grants;
    expect(await fetchContent({ ...grant, query: "" }, "metadata.json")).toBeNull();
    expect(
      await fetchContent({ ...grant, query: grant.query.replace("Signature=", "Signature=A") }, "metadata.json"),
    ).toBeNull();
  });

  test.each([
    ["spanish", `employment/emp-1/segments/${spanishAudio}`, "/nepali/metadata.json"],
    ["nepali", "employment/metadata.json", "/spanish/metadata.json"],
  ])(
    "on a paid plan, grants only the examples and the chosen language %s if no language is requested",
    async (language, inside, outside) => {
      const { grants, paid = worthlessGrant } = await paidLearner(language);
      expect(folders(grants)).toEqual([exampleFolder, `${language}/`]);
      expect(paid.expiresInSeconds).toBe(3600);
      expect(await fetchContent(paid, "metadata.json")).toContain("employment");
      expect(await fetchContent(paid, inside)).not.toBeNull();
      expect(await fetchContent(paid, outside)).toBeNull();
    },
  );

  test("on a paid plan, grants the new language after the learner changes the language", async () => {
    const { ask } = await paidLearner("spanish");
    await ask("update-profile", { body: { language_preference: "arabic" } });
    expect(folders((await ask("grant-content")).grants)).toEqual([exampleFolder, "arabic/"]);
  });

  test("on a paid plan, grants a requested language beside the chosen language", async () => {
    const { ask } = await paidLearner("spanish");
    await ask("update-profile", { body: { language_preference: "arabic" } });
    const { grants } = await ask("grant-content", { body: { language: "spanish" } });
    expect(folders(grants)).toEqual([exampleFolder, "arabic/", "spanish/"]);
    const spanish = grants.find(({ folder }) => folder === "spanish/") ?? worthlessGrant;
    expect(await fetchContent(spanish, `employment/emp-1/segments/${spanishAudio}`)).not.toBeNull();
    const same = await ask("grant-content", { body: { language: "arabic" } });
    expect(folders(same.grants)).toEqual([exampleFolder, "arabic/"]);
  });

  test("grants only the examples without a paid plan, even if a language is requested", async () => {
    const { ask } = await aLearner();
    await ask("choose-free-plan");
    const { grants } = await ask("grant-content", { body: { language: "spanish" } });
    expect(folders(grants)).toEqual([exampleFolder]);
  });

  test("grants only the examples on a paid plan if no language is chosen or requested", async () => {
    const { ask, userId } = await aLearner();
    await subscribe(paidRow(userId));
    expect(folders((await ask("grant-content")).grants)).toEqual([exampleFolder]);
  });

  test("grants only the examples on the free plan", async () => {
    const { ask } = await aLearner();
    await ask("update-profile", { body: { language_preference: "nepali" } });
    await ask("choose-free-plan");
    expect(folders((await ask("grant-content")).grants)).toEqual([exampleFolder]);
  });

  test.each([
    ["the language", "is active without an end date", { end_date: null }],
    ["the language", "is cancelled but not over", { active: false }],
    ["no language", "is over", expiredRow("")],
    ["the language", "has just reached its renewal", { end_date: inDays(0) }],
    [
      "no language",
      "has just ended, though still active in the row",
      { end_date: inDays(0), stripe_subscription_id: "pi_1" },
    ],
  ])("grants %s for a plan that %s", async (granted, _, { user_id: _user, ...fields }: Partial<Subscription>) => {
    expect((await paidLearner("spanish", fields)).grants).toHaveLength(granted === "the language" ? 2 : 1);
  });

  test("limits the grant of the language to the end of the plan", async () => {
    const end_date = inDays(1 / 48);
    const { grants, paid = worthlessGrant } = await paidLearner("spanish", { end_date, active: false });
    expect(paid.expiresInSeconds).toBeLessThanOrEqual(1800);
    expect(paid.expiresInSeconds).toBeGreaterThan(1700);
    expect(expiryOf(paid)).toBeLessThanOrEqual(Date.parse(end_date));
    expect(await fetchContent(paid, "metadata.json")).not.toBeNull();
    expect(grants[0]).toHaveProperty("expiresInSeconds", 3600);
  });

  test("returns the same folders for repeated and simultaneous calls", async () => {
    const { ask, grants } = await paidLearner("spanish");
    for (const again of await Promise.all([1, 2, 3].map(() => ask("grant-content")))) {
      expect(folders(again.grants)).toEqual(folders(grants));
      for (const grant of again.grants) expect(await fetchContent(grant, "metadata.json")).not.toBeNull();
    }
  });
});

describe("grantContent", () => {
  const now = Date.parse("2026-11-21T12:00:00.000Z");
  const inMs = (ms: number) => new Date(now + ms).toISOString();
  const once = { stripe_subscription_id: "pi_1" };
  const grantsFor = async (fields: Partial<Subscription>) => {
    const { grants } = await grantContent(
      { caller: { userId: "asha", username: "asha" }, body: undefined },
      {
        clock: { now: () => new Date(now) },
        profiles: {
          get: async (id) => ({ id, full_name: "Asha", email: "asha@example.com", language_preference: "spanish" }),
        },
        subscriptions: { get: async (userId) => paidRow(userId, fields) },
        contentSigner: {
          grant: async (folder, expiresInSeconds) => ({ folder, folderUrl: folder, query: "", expiresInSeconds }),
        },
      },
    );
    return grants.map(({ folder, expiresInSeconds }) => [folder, expiresInSeconds]);
  };

  const ends = [
    [null, 3600],
    [3600_001, 3600],
    [3600_000, 3600],
    [3599_999, 3599],
    [10_900, 10],
    [1000, 1],
    [1, 1],
  ] as const;
  const titled = ends.map(([ms, seconds]) => [ms === null ? "never ends" : `ends in ${ms} ms`, seconds, ms] as const);

  test.each(titled)("for a plan that %s, grants the language for %i s", async (_, seconds, endsInMs) => {
    const end_date = endsInMs === null ? null : inMs(endsInMs);
    expect(await grantsFor({ ...once, end_date })).toEqual([
      [exampleFolder, 3600],
      ["spanish/", seconds],
    ]);
  });

  test("returns only the examples if the plan ends now", async () => {
    expect(await grantsFor({ ...once, end_date: inMs(0) })).toEqual([[exampleFolder, 3600]]);
  });

  test.each([
    [1, 3600],
    [0, 3600],
    [-600_000, 3000],
    [-3599_000, 1],
  ])(
    "for a plan whose renewal is due in %s ms (negative: overdue), grants the language for %s s",
    async (ms, seconds) => {
      expect((await grantsFor({ end_date: inMs(ms) }))[1]).toEqual(["spanish/", seconds]);
    },
  );

  test("returns only the examples if the renewal is an hour late", async () => {
    expect(await grantsFor({ end_date: inMs(-3600_000) })).toEqual([[exampleFolder, 3600]]);
  });
});
