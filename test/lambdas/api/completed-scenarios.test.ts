import { describe, expect, test } from "vitest";
import { completeScenario } from "../../../lambdas/api/complete-scenario.ts";
import { aLearner, inDays, stored } from "../support/learners.ts";

const scenario = (scenarioId: string) => ({ params: { scenarioId } });

describe("the routes of completed scenarios", () => {
  test("list nothing for a new learner", async () => {
    expect(await (await aLearner()).ask("list-completed-scenarios")).toEqual([]);
  });

  test("list a scenario with its topic and the time of its completion", async () => {
    const { call, ask, userId } = await aLearner();
    const { status, body, serverTime } = await call("complete-scenario", scenario("health-12"));
    expect(status).toBe(200);
    expect(body).toMatchObject({ user_id: userId, scenario_id: "health-12", topic_id: "health" });
    const [listed, ...others] = await ask("list-completed-scenarios");
    expect(listed).toEqual(body);
    expect(others).toEqual([]);
    expect(Math.abs(serverTime.getTime() - Date.parse(listed?.completed_at ?? ""))).toBeLessThan(10_000);
  });

  test("list a scenario once with the time of its second completion", async () => {
    const { ask } = await aLearner();
    await ask("complete-scenario", scenario("emp-1"));
    const second = await ask("complete-scenario", scenario("emp-1"));
    expect(await ask("list-completed-scenarios")).toEqual([second]);
  });

  test("list each scenario once after simultaneous completions", async () => {
    const { ask } = await aLearner();
    const ids = ["bus-1", "emp-1", "emp-10", "emp-1", "example-1"];
    await Promise.all(ids.map((id) => ask("complete-scenario", scenario(id))));
    const listed = await ask("list-completed-scenarios");
    expect(listed.map(({ scenario_id, topic_id }) => [scenario_id, topic_id])).toEqual([
      ["bus-1", "business"],
      ["emp-1", "employment"],
      ["emp-10", "employment"],
      ["example-1", "example"],
    ]);
  });

  test("list two scenarios with the same id and different languages", async () => {
    const { ask } = await aLearner();
    const mandarin = await ask("complete-scenario", { ...scenario("health-1"), body: { language: "mandarin" } });
    expect(mandarin).toMatchObject({ language: "mandarin", scenario_id: "health-1" });
    expect(await ask("list-completed-scenarios")).toEqual([mandarin]);
    const nepali = await ask("complete-scenario", { ...scenario("health-1"), body: { language: "nepali" } });
    const again = await ask("complete-scenario", { ...scenario("health-1"), body: { language: "mandarin" } });
    expect(await ask("list-completed-scenarios")).toEqual([again, nepali]);
  });

  test("list a row without a language beside a row with a language", async () => {
    const { ask, userId } = await aLearner();
    const row = { user_id: userId, scenario_id: "health-1", topic_id: "health", completed_at: inDays(-9) };
    await stored.put("completed_scenarios", row);
    const mandarin = await ask("complete-scenario", { ...scenario("health-1"), body: { language: "mandarin" } });
    expect(await ask("list-completed-scenarios")).toEqual([row, mandarin]);
  });

  test("store an example in the examples' language, although the call has another language", async () => {
    const { ask } = await aLearner();
    await ask("complete-scenario", { ...scenario("example-1"), body: { language: "mandarin" } });
    const later = await ask("complete-scenario", scenario("example-1"));
    expect(later).toHaveProperty("language", "nepali");
    expect(await ask("list-completed-scenarios")).toEqual([later]);
  });

  test("do not change another learner's rows", async () => {
    const [one, other] = [await aLearner(), await aLearner()];
    await other.ask("complete-scenario", scenario("emp-1"));
    const before = await stored.rowsOf(other.userId);
    await one.ask("complete-scenario", scenario("emp-1"));
    await one.ask("complete-scenario", scenario("emp-2"));
    expect(await stored.rowsOf(other.userId)).toEqual(before);
    expect(await other.ask("list-completed-scenarios")).toHaveLength(1);
  });
});

describe("completeScenario", () => {
  test.each([
    ["emp-1", "employment", "mandarin"],
    ["imm-3", "immi-settlement", "mandarin"],
    ["example-2", "example", "nepali"],
    ["unheard-of-9", "employment", "mandarin"],
  ])("stores %s under the topic %s with the clock's time", async (scenarioId, topic_id, language) => {
    const put: unknown[] = [];
    const now = new Date("2026-11-21T12:00:00.000Z");
    const completed = await completeScenario(
      { caller: { userId: "asha", username: "asha" }, params: { scenarioId }, body: { language: "mandarin" } },
      {
        clock: { now: () => now },
        callCounts: { admit: async () => null },
        completedScenarios: { holds: async () => false, put: async (row) => void put.push(row) },
      },
    );
    expect(completed).toEqual({
      user_id: "asha",
      language,
      scenario_id: scenarioId,
      topic_id,
      completed_at: "2026-11-21T12:00:00.000Z",
    });
    expect(put).toEqual([completed]);
  });

  test("throws if the row cannot be stored", async () => {
    const put = () => Promise.reject(new Error("The table is not there"));
    const completedScenarios = { holds: async () => true, put };
    const call = completeScenario(
      { caller: { userId: "asha", username: "asha" }, params: { scenarioId: "emp-1" }, body: undefined },
      { clock: { now: () => new Date() }, callCounts: { admit: async () => null }, completedScenarios },
    );
    await expect(call).rejects.toThrow("not there");
  });
});
