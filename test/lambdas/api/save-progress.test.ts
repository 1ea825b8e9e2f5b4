import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Instant } from "../../../domain/http/route.ts";
import { UserProgress } from "../../../domain/practice/progress.ts";
import { saveProgress } from "../../../lambdas/api/save-progress.ts";
import type { Answer } from "../support/call-api.ts";
import { aLearner, cloud, inDays, stored } from "../support/learners.ts";

const params = { scenarioId: "emp-1", segmentId: "segment-1" };
const attempt = (attempts: number, last_attempt_at: string, completed = false) => ({
  params,
  body: { attempts, completed, last_attempt_at },
});

const storedOf = async (userId: string) =>
  (await stored.rowsOf(userId)).user_progress.map((row) => UserProgress.parse(row));

describe("PUT /progress/{scenarioId}/{segmentId}", () => {
  test("stores and returns an attempt, then a later attempt", async () => {
    const { ask, userId } = await aLearner();
    const first = await ask("save-progress", attempt(1, inDays(-2)));
    expect(first).toMatchObject({ user_id: userId, scenario_id: "emp-1", segment_id: "segment-1", attempts: 1 });
    expect(await storedOf(userId)).toEqual([first]);
    const second = await ask("save-progress", attempt(2, inDays(-1), true));
    expect(second).toMatchObject({ attempts: 2, completed: true });
    expect(await storedOf(userId)).toEqual([second]);
  });

  test("accepts the same attempt twice", async () => {
    const { ask, userId } = await aLearner();
    const request = attempt(1, inDays(-1));
    const first = await ask("save-progress", request);
    expect(await ask("save-progress", request)).toEqual(first);
    expect(await storedOf(userId)).toEqual([first]);
  });

  test("returns the stored attempt if an older attempt arrives later", async () => {
    const { ask, userId } = await aLearner();
    const later = await ask("save-progress", attempt(3, inDays(-1), true));
    expect(await ask("save-progress", attempt(2, inDays(-2)))).toEqual(later);
    expect(await storedOf(userId)).toEqual([later]);
  });

  test("stores the latest of simultaneous attempts", async () => {
    const { ask, userId } = await aLearner();
    const attempts = [4, 2, 5, 1, 3];
    await Promise.all(attempts.map((nth) => ask("save-progress", attempt(nth, inDays(nth - 10)))));
    expect(await storedOf(userId)).toMatchObject([{ attempts: 5 }]);
  });

  test("uses the current time for an attempt dated in the future", async () => {
    const { call, ask, userId } = await aLearner();
    const { body, serverTime } = await call("save-progress", attempt(1, inDays(400)));
    const { last_attempt_at } = UserProgress.parse(body);
    expect(Date.parse(last_attempt_at)).toBeLessThanOrEqual(serverTime.getTime());
    expect(Date.parse(last_attempt_at)).toBeGreaterThan(serverTime.getTime() - 10_000);
    const next = await ask("save-progress", attempt(2, inDays(400)));
    expect(next.attempts).toBe(2);
    expect(await storedOf(userId)).toEqual([next]);
  });

  test("changes only the row of its learner, scenario and segment", async () => {
    const [one, other] = [await aLearner(), await aLearner()];
    const at = inDays(-1);
    await one.ask("save-progress", attempt(1, at));
    await one.ask("save-progress", { ...attempt(2, at), params: { ...params, segmentId: "segment-11" } });
    await one.ask("save-progress", { ...attempt(3, at), params: { ...params, scenarioId: "emp-1-1" } });
    await other.ask("save-progress", attempt(4, at));
    const rows = (await storedOf(one.userId)).map((row) => [row.scenario_id, row.segment_id, row.attempts]);
    expect(new Set(rows)).toEqual(
      new Set([
        ["emp-1", "segment-1", 1],
        ["emp-1", "segment-11", 2],
        ["emp-1-1", "segment-1", 3],
      ]),
    );
    expect(await storedOf(other.userId)).toMatchObject([{ attempts: 4 }]);
  });

  test("stores attempts at dialogues of the same id separately by language", async () => {
    const { ask, userId } = await aLearner();
    const { params, body } = attempt(1, inDays(-2), true);
    const rows = [
      await ask("save-progress", { params, body: { ...body, language: "mandarin", segment_count: 10 } }),
      await ask("save-progress", { params, body: { ...body, language: "nepali", attempts: 2 } }),
      await ask("save-progress", { params, body: { ...body, attempts: 3 } }),
    ];
    expect(rows.map(({ language, segment_count }) => [language, segment_count])).toEqual([
      ["mandarin", 10],
      ["nepali", undefined],
      [undefined, undefined],
    ]);
    const listed = await ask("list-progress");
    expect(new Set(listed)).toEqual(new Set(rows));
    expect(new Set(await storedOf(userId))).toEqual(new Set(rows));
    await ask("save-progress", { params, body: { ...body, language: "nepali", last_attempt_at: inDays(-3) } });
    expect(new Set(await ask("list-progress"))).toEqual(new Set(rows));
  });

  test.each(["mandarin", "nepali", undefined] as const)(
    "stores an example under Nepali (language in the request: %s)",
    async (language) => {
      const { ask } = await aLearner();
      const { body } = attempt(1, inDays(-1), true);
      const example = { scenarioId: "example-1", segmentId: "segment-1" };
      await ask("save-progress", { params: example, body: language ? { ...body, language } : body });
      await ask("save-progress", { params: example, body: { ...body, language: "spanish", attempts: 2 } });
      expect(await ask("list-progress")).toMatchObject([{ language: "nepali", scenario_id: "example-1", attempts: 2 }]);
    },
  );

  test("adds nothing to the progress of another learner", async () => {
    const [one, other] = [await aLearner(), await aLearner()];
    await one.ask("save-progress", attempt(1, inDays(-1)));
    expect(await other.ask("list-progress")).toEqual([]);
  });

  test("accepts 10,000 attempts, a scenario id of 64 characters and segment 999", async () => {
    const { ask } = await aLearner();
    const longest = { scenarioId: "a".repeat(64), segmentId: "segment-999" };
    const saved = await ask("save-progress", { ...attempt(10_000, "1970-01-01T00:00:00.000Z"), params: longest });
    expect(saved).toMatchObject({ scenario_id: longest.scenarioId, segment_id: "segment-999", attempts: 10_000 });
  });
});

describe("saveProgress", () => {
  const now = "2026-11-21T12:00:00.000Z";
  const save = (last_attempt_at: string) =>
    saveProgress(
      { caller: { userId: "asha", username: "asha" }, ...attempt(1, last_attempt_at) },
      {
        clock: { now: () => new Date(now) },
        callCounts: { admit: async () => null },
        progress: { holds: async () => false, save: async (progress) => progress },
      },
    );

  test.each([
    ["2026-11-21T11:59:59.999Z", "2026-11-21T11:59:59.999Z"],
    [now, now],
    ["2026-11-21T12:00:00.001Z", now],
    ["9999-12-31T23:59:59.999Z", now],
    ["2026-11-21T11:59:59Z", "2026-11-21T11:59:59.000Z"],
    ["2026-11-21T11:59:59.123456Z", "2026-11-21T11:59:59.123Z"],
  ])("stores the instant %s as %s", async (sent, kept) => {
    expect(await save(sent)).toHaveProperty("last_attempt_at", kept);
  });

  test("stores accepted instants in one text format, and none after the current time", async () => {
    const instants = fc.stringMatching(/^\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d(:[0-6]\d(\.\d{1,9})?)?Z$/);
    await fc.assert(
      fc.asyncProperty(instants, async (sent) => {
        fc.pre(Instant.safeParse(sent).success);
        const { last_attempt_at } = await save(sent);
        expect(last_attempt_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        expect(last_attempt_at <= now).toBe(true);
      }),
    );
  });
});

describe("the number of new segments of a learner", () => {
  const segment = (nth: number) => ({ scenarioId: "emp-1", segmentId: `segment-${nth}` });

  test("is limited per hour, and known segments can still be saved at the limit", async () => {
    const { call, ask, userId, tokens } = await aLearner();
    const send = (nth: number) => call("save-progress", { ...attempt(1, inDays(-1)), params: segment(nth) });
    const answers: Answer[] = [];
    while (answers.length < 320) {
      const next = answers.length + 1;
      answers.push(...(await Promise.all(Array.from({ length: 20 }, (_, nth) => send(next + nth)))));
    }
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(20);
    expect(refused[0]?.body).toMatchObject({
      code: "too_many_requests",
      message: expect.stringMatching(/Try again in \d+ minutes\.$/),
    });
    expect(await storedOf(userId)).toHaveLength(300);
    const { status, headers } = await fetch(`${cloud.apiUrl}/progress/emp-2/segment-1`, {
      method: "PUT",
      headers: { authorization: `Bearer ${tokens.AccessToken}`, "content-type": "application/json" },
      body: JSON.stringify(attempt(1, inDays(-1)).body),
    });
    expect(status).toBe(429);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(3000);
    const [known] = await storedOf(userId);
    const params = { scenarioId: "emp-1", segmentId: known?.segment_id ?? "" };
    expect(await ask("save-progress", { ...attempt(2, inDays(0)), params })).toMatchObject({ attempts: 2 });
    // Completed dialogues count towards the same limit.
    expect((await call("complete-scenario", { params: { scenarioId: "example-1" } })).status).toBe(429);
    const other = await aLearner();
    expect(await other.ask("save-progress", attempt(1, inDays(-1)))).toMatchObject({ attempts: 1 });
  });
});
