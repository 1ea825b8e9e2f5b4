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

test("e-mail comes from the address that the stage names, and messages to support go where it says", () => {
  const { properties } = findResource(template, "AWS::Lambda::Function", "send-support-email/Function");
  expect(properties["Environment"]).toMatchObject({
    Variables: { MAIL_SENDER: mail.sender, SUPPORT_EMAIL: mail.support },
  });
  expect(mayBeSentFrom(template)).toContain("identity/hello@interpreters.example");
});

test("a sender whose whole domain is confirmed is granted by its domain", () => {
  const ofDomain = synthesise("dev", { mail: { ...mail, domain: "interpreters.example" } });
  expect(mayBeSentFrom(ofDomain)).toContain("identity/interpreters.example");
});

test("no stage makes an identity, which another stage or an operator may have made", () => {
  expect(findResources(template, "AWS::SES::EmailIdentity")).toEqual([]);
});

describe("what is sent", () => {
  const set = findResource(template, "AWS::SES::ConfigurationSet");

  test("goes by a set of the stage's own, over TLS, and never again to who bounced or complained", () => {
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
    // What is a complaint to the account as a whole: SES tells the rate by which it judges.
    ["complaint", "Reputation.ComplaintRate"],
  ])("is counted where it ends as a %s, and an alarm goes by %s", (event, watched) => {
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
