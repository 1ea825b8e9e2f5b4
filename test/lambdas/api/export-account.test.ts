import { describe, expect, test } from "vitest";
import { AccountExport } from "../../../domain/accounts/account-export.ts";
import { createLearner } from "../../support/learner.ts";
import { apiOf } from "../support/call-api.ts";
import { goodRequests } from "../support/good-requests.ts";
import { aLearner, cloud, paidRow, stored, subscribe } from "../support/learners.ts";
import { expectRefused } from "../support/refused.ts";

type Learner = Awaited<ReturnType<typeof aLearner>>;

async function exported({ ask }: Pick<Learner, "ask">) {
  const link = await ask("export-account");
  const response = await fetch(link.url);
  expect(response.status).toBe(200);
  return { link, response, file: AccountExport.parse(await response.json()) };
}

describe("an export", () => {
  test("contains the account, profile, plan and progress of the learner, and no data of another learner", async () => {
    const learner = await aLearner({ name: "Asha Rai" });
    const { userId, email, ask } = learner;
    const other = await aLearner({ name: "Somebody Else" });
    for (const each of [learner, other]) {
      await each.ask("save-progress", goodRequests["save-progress"]);
      await each.ask("complete-scenario", { params: { scenarioId: "legal-2" } });
    }
    const row = await subscribe(paidRow(userId, { stripe_customer_id: "cus_asha" }));
    const progress = await ask("save-progress", { ...goodRequests["save-progress"] });
    await ask("await-language", goodRequests["await-language"]);
    const { file } = await exported(learner);
    expect(file).toMatchObject({
      version: 1,
      account: { user_id: userId, provider: "email", email, email_verified: true, full_name: "Asha Rai" },
      profile: {
        ...{ id: userId, full_name: "Asha Rai", email },
        ...{ language_preference: null, awaited_languages: ["bulgarian"] },
      },
      subscription: row,
      payment: { provider: "stripe", customer_id: "cus_asha" },
      progress: [progress],
      completed_scenarios: [{ user_id: userId, scenario_id: "legal-2" }],
      connections: [],
    });
    expect(file.account.created_at).not.toBeNull();
    expect(file.notes).toContainEqual(expect.stringMatching(/recordings/i));
    for (const secret of [other.userId, other.email, "Somebody Else"]) {
      expect(JSON.stringify(file)).not.toContain(secret);
    }
  });

  test("contains the learner's rows of practice, exams, study, plan and connections", async () => {
    const learner = await aLearner();
    await learner.ask("choose-free-plan");
    await learner.ask("save-progress", goodRequests["save-progress"]);
    await learner.ask("complete-scenario", goodRequests["complete-scenario"]);
    const attempt = await learner.ask("save-exam-attempt", goodRequests["save-exam-attempt"]);
    const marking = await learner.ask("mark-exam-attempt", goodRequests["mark-exam-attempt"]);
    // A pushed change would remove an expired connection.
    const until = Math.floor(Date.now() / 1000) + 3600;
    const connected_at = new Date().toISOString();
    const connection = { connection_id: "c1", connected_at, good_until: until, expires_at: until };
    await stored.put("connections", { user_id: learner.userId, seat: "01", ...connection });
    await learner.ask("save-study-changes", goodRequests["save-study-changes"]);
    const { file } = await exported(learner);
    const { call_counts: _, ...stores } = await stored.rowsOf(learner.userId);
    const rows = Object.entries(stores).flatMap(([table, of]) => (of.length ? [table] : []));
    expect(rows.sort()).toEqual([
      ...["completed_scenarios", "connections", "exam_attempts", "profiles", "study_changes", "subscriptions"],
      "user_progress",
    ]);
    expect(file.exam_attempts).toMatchObject([{ attempt_id: attempt.attempt_id, markings: [{ marked: 1 }] }]);
    expect(file.exam_markings).toEqual([{ ...marking, attempt_id: attempt.attempt_id }]);
    expect(file.study).toEqual((await learner.ask("list-study-changes")).changes);
    expect(file.study).toHaveLength(1);
    expect(file.connections).toEqual([connection]);
    expect([file.progress.length, file.completed_scenarios.length]).toEqual([1, 1]);
    expect(file.subscription).toMatchObject({ plan_type: "free" });
  });

  test("contains all 3,000 rows of a learner's progress", async () => {
    const learner = await aLearner();
    const rows = Array.from({ length: 3000 }, (_, nth) => ({
      ...{ user_id: learner.userId, scenario_id: `emp-${nth}`, segment_id: "segment-1", attempts: 1, completed: true },
      ...{ last_attempt_at: "2026-11-21T12:00:00.000Z", scenario_segment: `emp-${nth}#segment-1` },
    }));
    await stored.putAll("user_progress", rows);
    expect((await exported(learner)).file.progress).toHaveLength(3000);
  }, 60_000);

  test("is an uncached file behind a link with a lifetime of five minutes", async () => {
    const { link, response } = await exported(await aLearner());
    expect(link.fileName).toMatch(/^parlance-data-\d{4}-\d\d-\d\d\.json$/);
    expect(link.expiresInSeconds).toBe(300);
    expect(response.headers.get("content-disposition")).toBe(`attachment; filename="${link.fileName}"`);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("content-type")).toBe("application/json");
    const { searchParams } = new URL(link.url);
    expect(searchParams.get("X-Amz-Expires")).toBe("300");
  });

  test("cannot be downloaded if the signature is removed or the signed URL is changed", async () => {
    const { link } = await exported(await aLearner());
    const changed = (change: (url: URL) => void) => {
      const url = new URL(link.url);
      change(url);
      return url;
    };
    const attempts = [
      changed((url) => (url.search = "")),
      changed((url) => url.searchParams.set("X-Amz-Expires", "86400")),
      changed((url) => url.searchParams.set("response-content-disposition", "inline")),
      changed((url) => (url.pathname = url.pathname.replace(/.\.json$/, "x.json"))),
    ];
    for (const url of attempts) expect((await fetch(url)).status).toBe(403);
  });

  test("has a link without the learner's id, and a second export has another link", async () => {
    const learner = await aLearner();
    const [one, two] = [await exported(learner), await exported(learner)];
    const pathOf = ({ link }: typeof one) => new URL(link.url).pathname;
    expect(pathOf(one)).not.toBe(pathOf(two));
    expect(pathOf(one)).toMatch(/^\/account-exports\/[0-9a-f]{64}\/[0-9a-f-]{36}\.json$/);
    expect(one.link.url).not.toContain(learner.userId);
  });

  test("is refused after five exports in an hour by the same learner", async () => {
    const learner = await aLearner();
    for (let nth = 0; nth < 5; nth += 1) await learner.ask("export-account");
    const refused = await learner.call("export-account");
    expectRefused(refused, "too_many_requests");
    expect(refused.body).toHaveProperty("message", expect.stringMatching(/Try again in \d+ minutes\./));
    await exported(await aLearner());
  });

  test("is removed with the account", async () => {
    const learner = await createLearner(cloud.webUrl);
    const api = apiOf(cloud.apiUrl, learner.tokens.AccessToken);
    const { link } = await exported(api);
    const other = await exported(await aLearner());
    await api.ask("delete-user");
    expect((await fetch(link.url)).status).toBe(404);
    expect((await fetch(other.link.url)).status).toBe(200);
  });
});
