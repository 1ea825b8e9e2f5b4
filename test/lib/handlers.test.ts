import { Match } from "aws-cdk-lib/assertions";
import { RetentionDays } from "aws-cdk-lib/aws-logs";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { deployedHandlers } from "./handlers.ts";
import { find, synthesise } from "./synthesise.ts";

const template = synthesise();
const handlers = deployedHandlers(template);
const alarms = find(template, "AWS::CloudWatch::Alarm").map(({ path, properties }) => ({
  path,
  text: JSON.stringify(properties),
  description: z.string().parse(properties["AlarmDescription"]),
  actions: z.array(z.unknown()).parse(properties["AlarmActions"]),
}));

describe("every handler", () => {
  test.each(handlers)("$handler runs on the product's Node, traced, and logs JSON", ({ resource }) => {
    expect(resource.properties).toMatchObject({
      Runtime: "nodejs24.x",
      Architectures: ["arm64"],
      TracingConfig: { Mode: "Active" },
      LoggingConfig: { LogFormat: "JSON" },
    });
  });

  test.each(handlers)("$handler has one alarm, which names it", ({ handler, resource }) => {
    const own = alarms.filter(({ text }) => text.includes(`"${resource.id}"`));
    expect(own.map(({ description }) => description)).toEqual([expect.stringContaining(`lambdas/${handler}.ts`)]);
  });

  test("Cognito waits for no trigger longer than it is willing to", () => {
    for (const { handler, resource } of handlers) {
      if (handler.startsWith("identity/")) expect(resource.properties["Timeout"]).toBe(5);
    }
  });
});

test("of the handler that says no by failing, what it refused is counted, and of no other", () => {
  const refusals = find(template, "AWS::Logs::MetricFilter").filter(
    ({ properties }) => properties["FilterPattern"] === '{ $.message = "refused" }',
  );
  expect(refusals.map(({ path }) => path)).toEqual(["Identity/pre-sign-up/Logs/SignUpRefusals"]);
  expect(alarms.filter(({ text }) => text.includes("SignUpRefusals")).map(({ path }) => path)).toEqual([
    "Identity/pre-sign-up/Errors",
  ]);
});

describe("alarms", () => {
  test("say what learners suffer", () => {
    expect(alarms.length).toBeGreaterThan(handlers.length);
    for (const { description } of alarms) expect(description).toMatch(/learner|nobody/i);
  });

  test("reach the topic, which is encrypted and takes them", () => {
    const [topic] = find(template, "AWS::SNS::Topic");
    for (const { actions } of alarms) expect(actions).toEqual([{ Ref: topic?.id }]);
    expect(topic?.properties["KmsMasterKeyId"]).toBeDefined();
    const fromCloudWatch = { Effect: "Allow", Principal: { Service: "cloudwatch.amazonaws.com" } };
    template.hasResourceProperties("AWS::SNS::TopicPolicy", {
      PolicyDocument: { Statement: Match.arrayWith([Match.objectLike({ ...fromCloudWatch, Action: "sns:Publish" })]) },
    });
    template.hasResourceProperties("AWS::KMS::Key", {
      EnableKeyRotation: true,
      KeyPolicy: { Statement: Match.arrayWith([Match.objectLike(fromCloudWatch)]) },
    });
  });

  test("are mailed to whoever the stage names, else to nobody", () => {
    template.resourceCountIs("AWS::SNS::Subscription", 0);
    const withAddress = synthesise("dev", { alarmEmail: "operator@parlance.example" });
    withAddress.hasResourceProperties("AWS::SNS::Subscription", {
      Protocol: "email",
      Endpoint: "operator@parlance.example",
    });
  });
});

test("every log is kept for as long as the stage says, and no longer", () => {
  const groups = find(synthesise("prod"), "AWS::Logs::LogGroup");
  // Each handler's, and that of the calls of each API.
  expect(groups.length).toBe(handlers.length + 2);
  for (const { properties } of groups) expect(properties["RetentionInDays"]).toBe(RetentionDays.THREE_MONTHS);
});
