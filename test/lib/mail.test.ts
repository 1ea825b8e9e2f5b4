import { describe, expect, test } from "vitest";
import * as z from "zod";
import { findDeployedHandlers } from "./support/handlers.ts";
import { findResource, findResources, referenceOf, synthesise } from "./support/synthesise.ts";

const mail = { sender: "hello@interpreters.example", support: "desk@interpreters.example", sendsCodes: false };
const template = synthesise("dev", { mail });

const Statement = z.object({ Action: z.unknown(), Resource: z.unknown(), Condition: z.unknown().optional() });
const RoleWithPolicies = z.object({
  Policies: z.array(z.object({ PolicyDocument: z.object({ Statement: z.array(Statement) }) })),
});

const mayBeSentFrom = (stage: ReturnType<typeof synthesise>) =>
  findDeployedHandlers(stage)
    .find(({ handler }) => handler === "api/send-support-email")
    ?.permissions.filter(({ action }) => action === "ses:SendEmail")
    .map(({ resource }) => resource.slice(resource.lastIndexOf(":") + 1))
    .sort();

test("send-support-email has the sender and the support mailbox as settings, and may use the sender's identity", () => {
  const { properties } = findResource(template, "AWS::Lambda::Function", "send-support-email/Function");
  expect(properties["Environment"]).toMatchObject({
    Variables: { MAIL_SENDER: mail.sender, SUPPORT_EMAIL: mail.support },
  });
  expect(mayBeSentFrom(template)).toContain("identity/hello@interpreters.example");
});

// https://github.com/aws/aws-sdk-js/issues/3641 (25 November 2026)
test("send-support-email may use the recipient's identity, which SES checks in its sandbox", () => {
  expect(mayBeSentFrom(template)).toContain("identity/desk@interpreters.example");
});

test("send-support-email may use the addresses and domains of the sender and the recipient", () => {
  const elsewhere = { ...mail, support: "desk@office.example" };
  expect(mayBeSentFrom(synthesise("dev", { mail: elsewhere }))).toEqual([
    expect.stringMatching(/^configuration-set\//),
    "identity/desk@office.example",
    "identity/hello@interpreters.example",
    "identity/interpreters.example",
    "identity/office.example",
  ]);
});

test("send-support-email may still use the sender's address if the stage has a mail domain", () => {
  const granted = mayBeSentFrom(synthesise("dev", { mail: { ...mail, domain: "interpreters.example" } }));
  expect(granted).toEqual(
    expect.arrayContaining(["identity/hello@interpreters.example", "identity/interpreters.example"]),
  );
});

// Condition keys: https://docs.aws.amazon.com/ses/latest/dg/control-user-access.html (25 November 2026)
test("send-support-email may send only as the sender, and only to the support mailbox", () => {
  const statements = findResources(template, "AWS::IAM::Role")
    .filter(({ path }) => path.includes("send-support-email"))
    .flatMap(({ properties }) => RoleWithPolicies.parse(properties).Policies)
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .filter(({ Resource }) => JSON.stringify(Resource).includes(":identity/"));
  expect(statements.map(({ Action, Condition }) => [Action, Condition])).toEqual([
    [
      "ses:SendEmail",
      {
        StringEquals: { "ses:FromAddress": "hello@interpreters.example" },
        "ForAllValues:StringEquals": { "ses:Recipients": ["desk@interpreters.example"] },
      },
    ],
  ]);
});

test("the stack creates no SES identity", () => {
  expect(findResources(template, "AWS::SES::EmailIdentity")).toEqual([]);
});

describe("email of send-support-email", () => {
  const set = findResource(template, "AWS::SES::ConfigurationSet");

  test("uses a configuration set that requires TLS and suppresses addresses after a bounce or complaint", () => {
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
    // This alarm watches the complaint rate of the whole account.
    ["complaint", "Reputation.ComplaintRate"],
  ])("has a count of %s events, and an alarm on the metric %s", (event, watched) => {
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
