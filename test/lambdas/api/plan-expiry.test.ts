import { afterAll, beforeAll, expect, test } from "vitest";
import type { Cloud } from "../../../local/cloud.ts";
import { advanceClock } from "../../support/advance-clock.ts";
import { createLearner } from "../../support/learner.ts";
import { apiOf } from "../support/call-api.ts";
import { fetchContent, worthlessGrant } from "../support/fetch-content.ts";
import { inDays, paidRow } from "../support/learners.ts";
import { startOwnCloud } from "../support/own-cloud.ts";
import { openTables } from "../support/rows.ts";

// A separate cloud is necessary, because the tests move the clock.
let cloud: Cloud;
beforeAll(async () => {
  cloud = await startOwnCloud();
});
afterAll(() => cloud.close());

const advance = (duration: string) => advanceClock(cloud.webUrl, duration);

test("the access of a cancelled plan ends when the advanced local clock passes its end", async () => {
  const { tokens, userId } = await createLearner(cloud.webUrl);
  const { ask, call, refusal } = apiOf(cloud.apiUrl, tokens.AccessToken);
  await ask("update-profile", { body: { language_preference: "spanish" } });
  const { serverTime } = await call("get-account");
  const row = paidRow(userId, { active: false, end_date: new Date(serverTime.getTime() + 86_400_000).toISOString() });
  await openTables(cloud.dynamodbUrl).put("subscriptions", row);

  await advance("PT23H");
  const [, paid = worthlessGrant, ...others] = (await ask("grant-content")).grants;
  expect(others).toEqual([]);
  expect(await fetchContent(paid, "metadata.json")).not.toBeNull();
  expect(await refusal("choose-free-plan")).toEqual({ status: 409, code: "paid_plan_active" });

  await advance("PT30M");
  const [, shorter = worthlessGrant] = (await ask("grant-content")).grants;
  expect(shorter.folder).toBe("spanish/");
  expect(shorter.expiresInSeconds).toBeLessThanOrEqual(1800);

  await advance("PT30M");
  expect((await ask("grant-content")).grants.map(({ folder }) => folder)).toEqual(["nepali/example/"]);
  expect((await ask("get-account")).subscription).toEqual(row);
  const free = await ask("choose-free-plan");
  expect(Date.parse(free.start_date)).toBeGreaterThanOrEqual(serverTime.getTime() + 86_400_000);
});

test("an advanced local clock applies to attempts and completions, and new tokens are valid", async () => {
  await advance("P35D");
  const { tokens } = await createLearner(cloud.webUrl);
  const { ask, call } = apiOf(cloud.apiUrl, tokens.AccessToken);
  const { serverTime } = await call("get-account");
  expect(serverTime.getTime()).toBeGreaterThanOrEqual(Date.parse(inDays(35)) - 10_000);
  const { completed_at } = await ask("complete-scenario", { params: { scenarioId: "emp-1" } });
  expect(Date.parse(completed_at)).toBeGreaterThanOrEqual(serverTime.getTime());
  const saved = await ask("save-progress", {
    params: { scenarioId: "emp-1", segmentId: "segment-1" },
    body: { attempts: 1, completed: false, last_attempt_at: serverTime.toISOString() },
  });
  expect(saved.last_attempt_at).toBe(serverTime.toISOString());
});
