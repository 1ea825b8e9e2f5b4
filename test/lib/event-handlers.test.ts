import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { DomainEventType } from "../../domain/realtime/event.ts";
import { eventSource } from "../../domain/realtime/event-source.ts";
import { eventHandlerPermissions } from "../../lib/event-handler-permissions.ts";
import { findDeployedHandlers } from "./support/handlers.ts";
import { findResource, findResources, referenceOf, synthesise } from "./support/synthesise.ts";

const template = synthesise();
const bus = findResource(template, "AWS::Events::EventBus");
const handlers = new Map(findDeployedHandlers(template).map((deployed) => [deployed.resource.id, deployed]));

const Target = z.object({
  Arn: z.unknown(),
  DeadLetterConfig: z.object({ Arn: z.unknown() }),
  RetryPolicy: z.object({ MaximumEventAgeInSeconds: z.number() }),
});
const Rule = z.object({
  EventBusName: z.unknown().optional(),
  EventPattern: z.object({ source: z.array(z.string()), "detail-type": z.array(z.string()) }).optional(),
  ScheduleExpression: z.string().optional(),
  State: z.literal("ENABLED"),
  Targets: z.tuple([Target]),
});
const Retries = z.object({
  MaximumRetryAttempts: z.number(),
  MaximumEventAgeInSeconds: z.number(),
  DestinationConfig: z.object({ OnFailure: z.object({ Destination: z.unknown() }) }),
});

const contentCheck = findResource(template, "AWS::Events::Rule", "ContentWatch/Rule");
/** The content check and the canary have no dead letters, because the next run replaces a failed run. */
const unqueuedRules = ["ContentWatch/Rule", "Canary/Rule"];
const allRules = findResources(template, "AWS::Events::Rule").filter(({ path }) => !unqueuedRules.includes(path));
const eventRules = allRules.map(({ id, properties }) => {
  const rule = Rule.parse(properties);
  const [target] = rule.Targets;
  const deployed = handlers.get(referenceOf(target.Arn) ?? "");
  if (!deployed) throw new Error("A rule leads to no handler");
  return { id, rule, target, deployed, name: deployed.handler, queue: referenceOf(target.DeadLetterConfig.Arn) ?? "" };
});
const findRuleFor = (name: string) => {
  const found = eventRules.find((rule) => rule.name === name);
  if (!found) throw new Error(`Nothing leads to ${name}`);
  return found;
};

describe("events", () => {
  const heardBy: Record<DomainEventType, string> = {
    SubscriptionChanged: "realtime/push-changes",
    ProfileChanged: "realtime/push-changes",
    ExamChanged: "realtime/push-changes",
    StudyChanged: "realtime/push-changes",
    ShareChanged: "realtime/push-changes",
    SessionsEnded: "realtime/push-changes",
    SubscriptionEnded: "events/on-subscription-ended",
  };

  test.each(Object.entries(heardBy))("are delivered to the expected handlers only: %s to %s", (type, handler) => {
    const listeners = eventRules.filter(({ rule }) => rule.EventPattern?.["detail-type"].includes(type));
    expect(listeners.map(({ name }) => name)).toEqual([handler]);
    const { rule } = findRuleFor(handler);
    expect(rule.EventPattern?.source).toEqual([eventSource]);
    expect(rule.EventBusName).toEqual({ Ref: bus.id });
  });

  test("are published on the stack's own bus, and not archived", () => {
    const told = [...handlers.values()].flatMap(({ environment }) => environment["EVENT_BUS"] ?? []);
    expect(told.length).toBeGreaterThan(0);
    for (const name of told) expect(name).toEqual({ Ref: bus.id });
    template.resourceCountIs("AWS::Events::Archive", 0);
  });
});

describe("the hourly schedule", () => {
  test("starts the expiry of plans and links, the emails about feedback, and the sweep of closed accounts", () => {
    const scheduled = eventRules.filter(({ rule }) => rule.ScheduleExpression);
    expect(scheduled.map(({ name, rule }) => [name, rule.ScheduleExpression]).sort()).toEqual([
      ["schedule/expire-shares", "rate(1 hour)"],
      ["schedule/expire-subscriptions", "rate(1 hour)"],
      ["schedule/send-feedback-mail", "rate(1 hour)"],
      ["schedule/sweep-closed-accounts", "rate(1 hour)"],
    ]);
  });
});

describe("the check of the content", () => {
  const Check = z.object({
    ScheduleExpression: z.string(),
    State: z.literal("ENABLED"),
    Targets: z.tuple([z.object({ Arn: z.unknown(), RetryPolicy: z.record(z.string(), z.number()) })]),
  });
  const check = Check.parse(contentCheck.properties);
  const [target] = check.Targets;

  test("runs every 15 minutes, and is not retried", () => {
    expect(check.ScheduleExpression).toBe("rate(15 minutes)");
    expect(handlers.get(referenceOf(target.Arn) ?? "")?.handler).toBe("schedule/check-content-errors");
    expect(target.RetryPolicy).toEqual({ MaximumEventAgeInSeconds: 900, MaximumRetryAttempts: 0 });
    const [retries] = findResources(template, "AWS::Lambda::EventInvokeConfig").filter(
      ({ properties }) => referenceOf(properties["FunctionName"]) === referenceOf(target.Arn),
    );
    expect(retries?.properties).toMatchObject({ MaximumEventAgeInSeconds: 900, MaximumRetryAttempts: 0 });
  });

  test("receives the id of the stage's own CloudFront distribution", () => {
    const distribution = findResource(template, "AWS::CloudFront::Distribution");
    expect(handlers.get(referenceOf(target.Arn) ?? "")?.environment).toEqual({
      CONTENT_DISTRIBUTION: { Ref: distribution.id },
    });
  });
});

// https://docs.aws.amazon.com/AmazonS3/latest/userguide/ev-events.html
test("the check of shared audio receives only its bucket's events, from the default bus", () => {
  const { rule } = findRuleFor("events/check-shared-audio");
  expect(rule.EventBusName).toBeUndefined();
  const pattern = allRules.find(({ path }) => path.startsWith("Sharing/check-shared-audio"))?.properties[
    "EventPattern"
  ];
  expect(pattern).toEqual({
    source: ["aws.s3"],
    "detail-type": ["Object Created"],
    detail: { bucket: { name: [{ Ref: findResource(template, "AWS::S3::Bucket", "SharedAudio/Bucket").id }] } },
  });
});

describe.each([
  ...["schedule/expire-subscriptions", "schedule/expire-shares", "schedule/send-feedback-mail"],
  "schedule/sweep-closed-accounts",
])("the scheduled handler %s", (name) => {
  const hourly = findRuleFor(name);

  test("has a timeout of 15 minutes, Lambda's maximum, and reserves no concurrency", () => {
    expect(hourly.deployed.resource.properties).toMatchObject({ Timeout: 900 });
    expect(hourly.deployed.resource.properties).not.toHaveProperty("ReservedConcurrentExecutions");
  });

  test("is not retried after an hour, when the next run is due", () => {
    expect(hourly.target.RetryPolicy.MaximumEventAgeInSeconds).toBe(3600);
  });
});

describe("every event handler", () => {
  test("is in the product's table of permissions, which lists no further event handler", () => {
    expect(eventRules.map(({ name }) => name).sort()).toEqual(Object.keys(eventHandlerPermissions).sort());
  });

  test.each(eventRules)("has one call permission, which is for its rule: $name", ({ id, deployed }) => {
    const sources = findResources(template, "AWS::Lambda::Permission")
      .filter(({ properties }) => referenceOf(properties["FunctionName"]) === deployed.resource.id)
      .map(({ properties }) => [properties["Principal"], referenceOf(properties["SourceArn"])]);
    expect(sources).toEqual([["events.amazonaws.com", id]]);
  });

  test.each(eventRules)("is retried twice, then its event becomes a dead letter: $name", (rule) => {
    const [retries, ...others] = findResources(template, "AWS::Lambda::EventInvokeConfig")
      .filter(({ properties }) => referenceOf(properties["FunctionName"]) === rule.deployed.resource.id)
      .map(({ properties }) => Retries.parse(properties));
    expect(others).toEqual([]);
    expect(retries?.MaximumRetryAttempts).toBe(2);
    expect(retries?.MaximumEventAgeInSeconds).toBe(rule.target.RetryPolicy.MaximumEventAgeInSeconds);
    expect(referenceOf(retries?.DestinationConfig.OnFailure.Destination)).toBe(rule.queue);
    // Lambda retries after one minute, and then after two more minutes.
    expect(rule.target.RetryPolicy.MaximumEventAgeInSeconds).toBeGreaterThan(180);
  });

  test.each(eventRules)("is deployed after its permission to send dead letters: $name", ({ deployed }) => {
    const { dependsOn } = deployed.resource;
    const roles = findResources(template, "AWS::IAM::Role").filter(({ id }) => dependsOn.includes(id));
    expect(JSON.stringify(roles.map(({ properties }) => properties))).toContain("sqs:SendMessage");
  });
});

describe("dead letters", () => {
  const queues = findResources(template, "AWS::SQS::Queue");

  test("of each event handler have a separate queue", () => {
    expect(eventRules.map(({ queue }) => queue).sort()).toEqual(queues.map(({ id }) => id).sort());
  });

  test.each(eventRules)("of $name have a queue whose tag names the handler", ({ queue, name }) => {
    const tags = queues.find((found) => found.id === queue)?.properties["Tags"];
    expect(tags).toContainEqual({ Key: "dead-letters-of", Value: name });
  });

  test.each(eventRules)("of $name are encrypted at rest and in transit, and stored for two weeks", ({ queue, id }) => {
    const { properties } = queues.find((found) => found.id === queue) ?? { properties: {} };
    expect(properties).toMatchObject({ SqsManagedSseEnabled: true, MessageRetentionPeriod: 14 * 24 * 3600 });
    const [policy] = findResources(template, "AWS::SQS::QueuePolicy").filter(({ properties: { Queues } }) =>
      JSON.stringify(Queues).includes(`"${queue}"`),
    );
    const Policy = z.object({ Statement: z.array(z.record(z.string(), z.unknown())) });
    expect(Policy.parse(policy?.properties["PolicyDocument"]).Statement).toMatchObject([
      { Effect: "Deny", Action: "sqs:*", Condition: { Bool: { "aws:SecureTransport": "false" } } },
      {
        Effect: "Allow",
        Action: "sqs:SendMessage",
        Principal: { Service: "events.amazonaws.com" },
        Condition: { ArnEquals: { "aws:SourceArn": { "Fn::GetAtt": [id, "Arn"] } } },
      },
    ]);
  });

  test.each(eventRules)("of $name cause an alarm in a large stage at the first message", ({ queue }) => {
    // In a small stage, another alarm covers the dead letters of the expiry.
    const large = synthesise("prod", { learners: 1_000_000 });
    const [alarm, ...others] = findResources(large, "AWS::CloudWatch::Alarm").filter(({ properties }) =>
      JSON.stringify(properties["Dimensions"] ?? []).includes(`"${queue}"`),
    );
    expect(others).toEqual([]);
    expect(alarm?.properties).toMatchObject({
      MetricName: "ApproximateNumberOfMessagesVisible",
      Statistic: "Maximum",
      Threshold: 1,
      ComparisonOperator: "GreaterThanOrEqualToThreshold",
    });
  });
});
