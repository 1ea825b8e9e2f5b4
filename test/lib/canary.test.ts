import { describe, expect, test } from "vitest";
import * as z from "zod";
import { canarySteps } from "../../lambdas/schedule/run-canary.ts";
import { findAlarms } from "./alarms.ts";
import { findDeployedHandlers } from "./support/handlers.ts";
import { findResource, findResources, referenceOf, synthesise } from "./support/synthesise.ts";

const template = synthesise("prod");
const canary = findDeployedHandlers(template).find(({ handler }) => handler === "schedule/run-canary");
if (!canary) throw new Error("The stack has no canary");
const functionId = canary.resource.id;

const RuleProperties = z.object({
  ScheduleExpression: z.string().optional(),
  State: z.string(),
  Targets: z.array(
    z.object({
      Arn: z.unknown(),
      RetryPolicy: z.unknown(),
    }),
  ),
});
const rules = findResources(template, "AWS::Events::Rule")
  .map(({ id, properties }) => ({ id, rule: RuleProperties.parse(properties) }))
  .filter(({ rule }) => rule.Targets.some(({ Arn }) => referenceOf(Arn) === functionId));

describe.each([["a small stage", 100] as const, ["a large stage", 1_000_000] as const])("in %s", (_, learners) => {
  const stage = synthesise("prod", { learners });
  const alarm = findAlarms(stage).find(({ path }) => path === "Canary/Failing");

  test("the canary's alarm is active after two failed or missing runs in a row", () => {
    expect(alarm?.settings).toMatchObject({ EvaluationPeriods: 2, TreatMissingData: "breaching" });
    expect(alarm?.properties).not.toHaveProperty("DatapointsToAlarm");
    for (const { seconds, statistic } of alarm?.metrics ?? []) expect([seconds, statistic]).toEqual([300, "Sum"]);
    expect(alarm?.isInAlarm({})).toBe(true);
    expect(alarm?.isInAlarm({ Invocations: 1, Errors: 1 })).toBe(true);
    expect(alarm?.isInAlarm({ Invocations: 1, Errors: 0 })).toBe(false);
    expect(alarm?.isInAlarm({ Invocations: 1 })).toBe(false);
  });

  test("the canary's alarm is published to the topic of alarms", () => {
    const topic = findResource(stage, "AWS::SNS::Topic", "Monitoring/Alarms");
    expect(alarm?.properties["AlarmActions"]).toEqual([{ Ref: topic.id }]);
  });

  test("the canary's alarm reads the metrics of the canary's function", () => {
    const id = findResource(stage, "AWS::Lambda::Function", "Canary/run-canary/Function").id;
    expect(alarm?.metrics.map(({ dimensions }) => dimensions)).toEqual(
      [1, 2].map(() => ({ FunctionName: { Ref: id } })),
    );
  });

  test("the description of the canary's alarm names every step", () => {
    for (const step of canarySteps) expect(alarm?.settings.AlarmDescription).toContain(`"${step}"`);
  });
});

test("the canary runs every five minutes, and is not retried", () => {
  const retries = { MaximumEventAgeInSeconds: 300, MaximumRetryAttempts: 0 };
  expect(rules.map(({ rule }) => [rule.ScheduleExpression, rule.State, rule.Targets[0]?.RetryPolicy])).toEqual([
    ["rate(5 minutes)", "ENABLED", retries],
  ]);
  const invocations = findResources(template, "AWS::Lambda::EventInvokeConfig").filter(
    ({ properties }) => referenceOf(properties["FunctionName"]) === functionId,
  );
  expect(invocations.map(({ properties }) => properties)).toEqual([expect.objectContaining(retries)]);
});

test("the canary has a timeout of one minute", () => {
  expect(canary.resource.properties["Timeout"]).toBe(60);
});

test("apart from logs and traces, the canary may only create users and set passwords in its stage's pool", () => {
  const granted = canary.permissions.filter(({ action }) => !/^(logs|xray):/.test(action));
  expect(granted.map(({ action, resource }) => `${action} ${resource}`).toSorted()).toEqual([
    "cognito-idp:AdminCreateUser Identity/UserPool",
    "cognito-idp:AdminSetUserPassword Identity/UserPool",
  ]);
});

test("only the canary's rule may invoke the canary", () => {
  const callers = findResources(template, "AWS::Lambda::Permission")
    .filter(({ properties }) => referenceOf(properties["FunctionName"]) === functionId)
    .map(({ properties }) => [properties["Principal"], referenceOf(properties["SourceArn"])]);
  expect(callers).toEqual([["events.amazonaws.com", rules[0]?.id]]);
});

test("the canary's settings name the stage's addresses of the API and of live updates", () => {
  const { API_URL, REALTIME_URL } = canary.environment;
  const outputs = template.findOutputs("*");
  expect([API_URL, REALTIME_URL]).toEqual([outputs["ApiUrl"]?.["Value"], outputs["RealtimeUrl"]?.["Value"]]);
});

test("the canary's settings name the web app's client, which allows the SRP flow", () => {
  const client = findResource(template, "AWS::Cognito::UserPoolClient");
  expect(client.properties["ExplicitAuthFlows"]).toContain("ALLOW_USER_SRP_AUTH");
  expect(canary.environment["USER_POOL_CLIENT_ID"]).toEqual({ Ref: client.id });
});
