import { describe, expect, test } from "vitest";
import type { StageConfig } from "../../../lib/config.ts";
import { readStage } from "../../../lib/stages.ts";
import { config, createOperator, findChanges, stackOutputs } from "../support/operator.ts";

const linesWith = (mark: string, printed: string) => printed.split("\n").filter((line) => line.startsWith(mark));
const confirmed = "arn:aws:sns:eu-west-1:111111111111:alarms:1";

async function createPreparedOperator() {
  const at = await createOperator();
  at.state.bootstrapped = true;
  at.state.identities.set(config.mail.sender, { verified: true });
  return at;
}

async function checkStage(stage: StageConfig) {
  const { doctor } = await createPreparedOperator();
  const given = { stripeApiKey: `sk_${stage.payments}_1`, googleClientSecret: undefined };
  const { printed } = await doctor({ config: stage, given });
  return { problems: linesWith("✗", printed), advice: linesWith("!", printed) };
}

describe("the doctor", () => {
  const live: StageConfig = { ...config, payments: "live" };

  test("accepts a live stage with an alarm address and a budget", async () => {
    expect(await checkStage(live)).toEqual({ problems: [], advice: [] });
  });

  test("reports both a missing alarm address and a missing budget of a live stage", async () => {
    const { problems } = await checkStage({ ...live, alarmEmail: undefined, monthlyBudgetUsd: undefined });
    expect(problems).toEqual([
      expect.stringMatching(/^✗ stages\/trial\.json: a live stage needs alarmEmail: /),
      expect.stringMatching(/^✗ stages\/trial\.json: a live stage needs monthlyBudgetUsd: /),
    ]);
  });

  test("accepts a test stage that has neither an alarm address nor a budget", async () => {
    const stage: StageConfig = { ...config, alarmEmail: undefined, monthlyBudgetUsd: undefined };
    expect(await checkStage(stage)).toEqual({ problems: [], advice: [] });
  });

  // A stage with 100 learners costs about 10 USD a month (docs/cost.md).
  test.each([
    [9, [expect.stringMatching(/monthlyBudgetUsd is 9, and the smallest stage costs 10: /)]],
    [10, []],
  ])(
    "with a budget of %i USD for a live stage, checks that the budget covers the smallest stage",
    async (monthlyBudgetUsd, problems) => {
      expect(await checkStage({ ...live, monthlyBudgetUsd })).toMatchObject({ problems });
    },
  );

  test("refuses the placeholder alarm address and budget of stages/prod.json", async () => {
    const { problems } = await checkStage({ ...readStage("prod"), region: config.region });
    expect(problems).toEqual(
      expect.arrayContaining([
        expect.stringContaining("alarmEmail is reserved for examples"),
        expect.stringContaining("monthlyBudgetUsd is 1, and"),
      ]),
    );
  });

  // In a stage with a million learners, each learner costs about 0.02 USD a month (docs/cost.md).
  test.each([
    ["warns if the limits of a live stage allow a bill far above the budget", 200, 1],
    ["does not warn about a million learners if the budget covers them", 20_010, 0],
  ])("%s", async (_, monthlyBudgetUsd, warnings) => {
    const { learners } = readStage("prod");
    const { problems, advice } = await checkStage({ ...live, learners, monthlyBudgetUsd });
    expect([problems, advice.length]).toEqual([[], warnings]);
    if (warnings > 0) expect(advice[0]).toContain("limits for 1000000 learners allow about 20010 USD a month");
  });
});

describe("the doctor's advice about a deployed stage's alarms", () => {
  async function withSubscriptions(subscriptions: [string, string][]) {
    const at = await createPreparedOperator();
    Object.assign(at.state, { outputs: { ...stackOutputs }, subscriptions: new Map(subscriptions) });
    return at;
  }
  const adviceOf = async (at: Awaited<ReturnType<typeof withSubscriptions>>) =>
    linesWith("!", (await at.doctor()).printed);

  test("is empty if the alarm address is confirmed", async () => {
    const at = await withSubscriptions([["alarms@interpreters.test", confirmed]]);
    expect(await adviceOf(at)).toEqual([]);
  });

  test("names the next step if the alarm address is not confirmed", async () => {
    const at = await withSubscriptions([
      ["other@interpreters.test", confirmed],
      ["alarms@interpreters.test", "PendingConfirmation"],
    ]);
    expect(await adviceOf(at)).toEqual([
      "! No alarm reaches alarms@interpreters.test yet: open the link that AWS emailed there within 48 hours.",
    ]);
  });

  test("names the command to subscribe again if the subscription is missing", async () => {
    const at = await withSubscriptions([]);
    expect(await adviceOf(at)).toEqual([
      expect.stringMatching(
        /aws sns subscribe --region eu-west-1 --topic-arn arn:aws:sns:eu-west-1:111111111111:alarms --protocol email --notification-endpoint alarms@interpreters\.test$/,
      ),
    ]);
  });

  test("is empty if the deployed version has no alarm topic", async () => {
    const at = await withSubscriptions([]);
    const { AlarmTopic: _, ...older } = stackOutputs;
    at.state.outputs = older;
    expect(await adviceOf(at)).toEqual([]);
  });
});

describe("a test alarm", () => {
  async function createDeployedOperator() {
    const at = await createPreparedOperator();
    at.state.outputs = { ...stackOutputs };
    at.state.subscriptions.set("alarms@interpreters.test", confirmed);
    return at;
  }

  test("raises one alarm, and reports that SNS accepted the message", async () => {
    const { testAlarm } = await createDeployedOperator();
    const { code, calls, printed } = await testAlarm();
    expect([code, findChanges(calls)]).toEqual([0, ["SetAlarmState"]]);
    expect(printed).toContain("✓ CloudWatch raised api-server-errors for a moment, and SNS accepted its message.");
    expect(printed).toContain("Look for the email at alarms@interpreters.test.");
  });

  test("fails if SNS refuses the message, even after a successful test alarm", async () => {
    const { state, testAlarm } = await createDeployedOperator();
    await testAlarm();
    state.alarms.set("api-server-errors", {
      state: "OK",
      refuses: "Not authorized",
      actions: [{ at: 1, summary: "Successfully executed action" }],
    });
    await expect(testAlarm()).rejects.toThrow(/^CloudWatch could not send the alarm: .*Not authorized/);
  });

  test.each([
    [
      "the alarm address is not confirmed",
      { subscriptions: new Map([["alarms@interpreters.test", "PendingConfirmation"]]) },
      /open the link/,
    ],
    [
      "the alarm is active already",
      { alarms: new Map([["api-server-errors", { state: "ALARM", actions: [] }]]) },
      /is active, so it cannot be tested/,
    ],
    ["the stage is not deployed", { outputs: null }, /is not deployed, or by an older version: deploy it first/],
    ["the alarm was deleted", { alarms: new Map() }, /does not exist: deploy trial again/],
  ])("changes nothing if %s", async (_, change, sentence) => {
    const { state, testAlarm, calls } = await createDeployedOperator();
    Object.assign(state, change);
    await expect(testAlarm()).rejects.toThrow(sentence);
    expect(findChanges(calls)).toEqual([]);
  });

  test("fails if the stage has no alarm address", async () => {
    const { testAlarm } = await createDeployedOperator();
    await expect(
      testAlarm({ config: { ...config, alarmEmail: undefined, monthlyBudgetUsd: undefined } }),
    ).rejects.toThrow("stages/trial.json has no alarmEmail: add it, then deploy.");
  });

  test("fails if CloudWatch records no message", async () => {
    const { state, testAlarm } = await createDeployedOperator();
    state.failures.set("SetAlarmState", { body: "{}" });
    await expect(testAlarm()).rejects.toThrow(
      /^CloudWatch recorded no message of api-server-errors within half a minute/,
    );
  });
});
