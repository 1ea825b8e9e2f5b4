import { describe, expect, test } from "vitest";
import { findDeployedHandlers } from "./support/handlers.ts";
import { findResource, findResources, referenceOf, synthesise } from "./support/synthesise.ts";

const mail = { sender: "hello@interpreters.example", support: "desk@interpreters.example", sendsCodes: false };
const template = synthesise("dev", { mail });

const mayBeSentFrom = (stage: ReturnType<typeof synthesise>) =>
  findDeployedHandlers(stage)
    .find(({ handler }) => handler === "api/send-support-email")
    ?.permissions.filter(({ action }) => action === "ses:SendEmail")
    .map(({ resource }) => resource.slice(resource.lastIndexOf(":") + 1))
    .sort();

test("sends email from the stage's address, and support messages to its mailbox", () => {
  const { properties } = findResource(template, "AWS::Lambda::Function", "send-support-email/Function");
  expect(properties["Environment"]).toMatchObject({
    Variables: { MAIL_SENDER: mail.sender, SUPPORT_EMAIL: mail.support },
  });
  expect(mayBeSentFrom(template)).toContain("identity/hello@interpreters.example");
});

test("grants a sender by its domain if the whole domain is confirmed", () => {
  const ofDomain = synthesise("dev", { mail: { ...mail, domain: "interpreters.example" } });
  expect(mayBeSentFrom(ofDomain)).toContain("identity/interpreters.example");
});

test("creates no identity, which another stage or an operator may have created", () => {
  expect(findResources(template, "AWS::SES::EmailIdentity")).toEqual([]);
});

describe("sent email", () => {
  const set = findResource(template, "AWS::SES::ConfigurationSet");

  test("uses the stage's own configuration set over TLS, and suppresses bounced and complaining addresses", () => {
    expect(set.properties).not.toHaveProperty("Name");
    expect(set.properties).toMatchObject({
      DeliveryOptions: { TlsPolicy: "REQUIRE" },
      ReputationOptions: { ReputationMetricsEnabled: true },
      SuppressionOptions: { SuppressedReasons: ["BOUNCE", "COMPLAINT"] },
    });
    const { properties } = findResource(template, "AWS::Lambda::Function", "send-support-email/Function");
    expect(properties["Environment"]).toMatchObject({ Variables: { MAIL_CONFIGURATION_SET: { Ref: set.id } } });
  });

  test.each([
    ["bounce", "Bounce"],
    ["reject", "Reject"],
    // SES judges complaints by the rate of the whole account.
    ["complaint", "Reputation.ComplaintRate"],
  ])("is counted as a %s, with an alarm on %s", (event, watched) => {
    const { properties } = findResource(template, "AWS::SES::ConfigurationSetEventDestination");
    expect(referenceOf(properties["ConfigurationSetName"])).toBe(set.id);
    const dimension = { DimensionName: "ses:configuration-set", DimensionValueSource: "messageTag" };
    expect(properties["EventDestination"]).toMatchObject({
      Enabled: true,
      MatchingEventTypes: expect.arrayContaining([event]),
      CloudWatchDestination: { DimensionConfigurations: [dimension] },
    });
    expect(JSON.stringify(findResources(template, "AWS::CloudWatch::Alarm"))).toContain(`"MetricName":"${watched}"`);
  });
});
