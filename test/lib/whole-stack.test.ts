import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Template } from "aws-cdk-lib/assertions";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { StageConfig } from "../../lib/config.ts";
import { googleSecretName } from "../../lib/names.ts";
import { createStackWithoutCode } from "../../lib/stack-without-code.ts";
import { readStage } from "../../lib/stages.ts";
import { createCloudFormation, type DeployOptions, type ReportedChange } from "./cloudformation/cloudformation.ts";
import { isProtected } from "./cloudformation/physical.ts";
import { findResources, synthesise } from "./support/synthesise.ts";

const stackName = "parlance-dev";
const dev = synthesise();
const prod = synthesise("prod");

const google = { clientId: "1.apps.googleusercontent.com" };

const everything: Partial<StageConfig> = {
  domains: {
    app: { name: "app.interpreters.test" },
    api: { name: "api.interpreters.test", certificateArn: "arn:aws:acm:ap-southeast-2:111111111111:certificate/a-1" },
    content: { name: "c.interpreters.test", certificateArn: "arn:aws:acm:us-east-1:111111111111:certificate/c-1" },
    signIn: { name: "id.interpreters.test", certificateArn: "arn:aws:acm:us-east-1:111111111111:certificate/s-1" },
  },
  google,
  mail: { ...readStage("dev").mail, sender: "hello@interpreters.test", domain: "interpreters.test", sendsCodes: true },
  alarmEmail: "alarms@interpreters.test",
  monthlyBudgetUsd: 100,
  firewall: true,
  signingKeys: { trusted: ["first", "second"], current: "second" },
  logRetentionDays: 90,
  deletionProtection: true,
  learners: 1_000_000,
};

const tables = [
  "profiles",
  "subscriptions",
  "user_progress",
  "completed_scenarios",
  "exam_attempts",
  "study_changes",
  "connections",
  "closed_accounts",
  "call_counts",
  "shares",
  "share_links",
  "inboxes",
].map((name) => `AWS::DynamoDB::GlobalTable Data/${name}`);
const buckets = ["Content/Bucket", "Content/AccessLogs", "Exports/Bucket", "SharedAudio/Bucket"].map(
  (path) => `AWS::S3::Bucket ${path}`,
);
const learnerDataResources = [...tables, ...buckets, "AWS::Cognito::UserPool Identity/UserPool"].toSorted();
/** The log setting of API Gateway is for the whole account, so other APIs may use it. */
const accountResources = ["AWS::ApiGateway::Account Realtime/LogSetting", "AWS::IAM::Role Realtime/LogRole"];

const namesIn = (changes: readonly ReportedChange[], template: typeof dev) =>
  changes
    .map(({ id, type }) => {
      const path = findResources(template, type).find((found) => found.id === id)?.path;
      return `${type} ${path}`;
    })
    .toSorted();

/** The type and the logical id of one resource of each type. */
const sample = [
  ...new Map(Object.entries(prod.toJSON().Resources).map(([id, resource]) => [Object(resource).Type, id])),
].map(([type, id]): [string, string] => [String(type), id]);

function deployed(template: typeof dev, options?: DeployOptions) {
  const cloud = createCloudFormation();
  cloud.secrets.add(googleSecretName(stackName));
  const outcome = cloud.deploy(stackName, template.toJSON(), options);
  return {
    ...cloud,
    outcome,
    deploy: (next: typeof dev, given?: DeployOptions) => cloud.deploy(stackName, next.toJSON(), given),
  };
}

describe("a first deploy", () => {
  test.each([
    ["dev", dev],
    ["prod", prod],
  ])("of %s creates every resource, and a second deploy changes nothing", (_, template) => {
    const { outcome, deploy, existing, stack } = deployed(template);
    expect([outcome.status, outcome.reasons]).toEqual(["CREATE_COMPLETE", []]);
    expect(existing()).toHaveLength(Object.keys(template.toJSON().Resources).length);
    expect(stack(stackName)?.outputs["SiteUrl"]).toMatch(/^https:\/\/main\./);
    expect(deploy(template)).toEqual({ status: "UPDATE_COMPLETE", changes: [], reasons: [] });
  });

  test("of a second stage succeeds in the account of the first stage", () => {
    const { deploy, existing, secrets } = createCloudFormation();
    for (const stage of ["one", "two"]) {
      // Without domains, because two stages never share a domain.
      const template = Template.fromStack(
        createStackWithoutCode(stage, { ...readStage("prod"), ...everything, domains: {} }).stack,
      ).toJSON();
      secrets.add(googleSecretName(`parlance-${stage}`));
      const { status, reasons } = deploy(`parlance-${stage}`, template);
      expect([status, reasons]).toEqual(["CREATE_COMPLETE", []]);
    }
    expect(existing().length).toBeGreaterThan(600);
  });

  test("with Google fails if Google's secret is not stored", () => {
    const { deploy } = createCloudFormation();
    const { status, reasons } = deploy(stackName, synthesise("dev", { google }).toJSON());
    expect([status, reasons.join()]).toEqual(["ROLLBACK_COMPLETE", expect.stringContaining(`${stackName}/google`)]);
  });
});

// `npm run deploy` creates a first stack without a rollback: the resources stay, and the next deploy continues.
describe("without a rollback, a first deploy", () => {
  const whole = Object.keys(prod.toJSON().Resources).length;

  test.each(sample)("that fails at %s is completed by the next deploy, and each resource is created once", (_, id) => {
    const { outcome, deploy, existing } = deployed(prod, { failing: [id], rollback: false });
    expect([outcome.status, outcome.reasons]).toEqual(["CREATE_FAILED", [`${id} is refused`]]);
    const again = deploy(prod, { rollback: false });
    expect([again.status, again.reasons]).toEqual(["UPDATE_COMPLETE", []]);
    expect([outcome.changes.length + again.changes.length, existing().length]).toEqual([whole, whole]);
    expect(again.changes.filter(({ action }) => action !== "create")).toEqual([]);
  });

  test("that fails is completed by the third deploy if the second deploy fails too", () => {
    const [[, first = ""] = [], [, second = ""] = []] = [sample[3], sample.at(-1)];
    const { deploy, existing } = deployed(prod, { failing: [first], rollback: false });
    expect(deploy(prod, { failing: [second], rollback: false }).status).toBe("UPDATE_FAILED");
    expect(() => deploy(prod)).toThrow("has to be rolled back first");
    expect(deploy(prod, { rollback: false }).status).toBe("UPDATE_COMPLETE");
    expect(existing()).toHaveLength(whole);
  });
});

describe("the rollback of a first deploy", () => {
  const last = sample.at(-1)?.[1] ?? "";

  test("of an unprotected stage leaves only the account's log setting and its role", () => {
    const { outcome, existing, destroy, deploy } = deployed(dev, {
      failing: [findResources(dev, "AWS::CloudWatch::Dashboard")[0]?.id ?? ""],
    });
    expect(outcome.status).toBe("ROLLBACK_COMPLETE");
    expect(existing().map(({ type }) => type)).toEqual(accountResources.map((name) => name.split(" ")[0]).toReversed());
    destroy(stackName);
    expect(deploy(dev).status).toBe("CREATE_COMPLETE");
  });

  test("of production ends in ROLLBACK_FAILED, and leaves the protected resources", () => {
    const { outcome, existing } = deployed(prod, { failing: [last] });
    expect(outcome.status).toBe("ROLLBACK_FAILED");
    expect(existing().filter(isProtected)).toHaveLength(13);
  });
});

describe("the template", () => {
  test.each([
    ["dev", everything],
    ["prod", {}],
  ])("of %s passes CDK's validation", (stage, change) => {
    const { directory } = createStackWithoutCode(stage, { ...readStage(stage), ...change }, true).app.synth();
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const report = readFileSync(join(directory, "validation-report.json"), "utf8");
    expect(JSON.parse(report)).toMatchObject({ pluginReports: [] });
  });
});

describe("an update that adds optional settings", () => {
  const rich = synthesise("dev", everything);
  let outcome: ReturnType<typeof deployed>["outcome"];
  let keys: { before: string[]; after: string[] };

  const keysOf = (cloud: ReturnType<typeof deployed>) =>
    [...(cloud.stack(stackName)?.resources ?? [])].map(([id, { physical }]) => `${id} ${physical.key}`);

  beforeAll(() => {
    const cloud = deployed(dev);
    const before = keysOf(cloud);
    outcome = cloud.deploy(rich);
    keys = { before, after: keysOf(cloud) };
  });

  test("succeeds and creates the custom domain for log-in through Google", () => {
    expect([outcome.status, outcome.reasons]).toEqual(["UPDATE_COMPLETE", []]);
    expect(namesIn(outcome.changes, rich)).toContain("AWS::Cognito::UserPoolDomain Identity/UserPool/OwnDomain");
  });

  test("replaces no table, user pool, client or bucket", () => {
    const retained = keys.before.filter((key) => /AWS::(DynamoDB|Cognito|S3::Bucket )/.test(key));
    expect(retained).toHaveLength(18);
    expect(keys.after).toEqual(expect.arrayContaining(retained));
  });

  test("does not replace the signing key", () => {
    const keysThen = keys.before.filter((key) => /AWS::CloudFront::PublicKey|Custom::SigningKey/.test(key));
    expect(keysThen).toHaveLength(2);
    expect(keys.after).toEqual(expect.arrayContaining(keysThen));
  });

  test.each(["AWS::CloudFront::Distribution", "AWS::ApiGatewayV2::Stage", "AWS::CloudWatch::Dashboard"])(
    "is rolled back if it fails at %s, and succeeds when it is repeated",
    (type) => {
      const cloud = deployed(dev);
      const before = [keysOf(cloud), cloud.existing().length];
      const failing = [findResources(dev, type)[0]?.id ?? ""];
      expect(cloud.deploy(rich, { failing }).status).toBe("UPDATE_ROLLBACK_COMPLETE");
      expect([keysOf(cloud), cloud.existing().length]).toEqual(before);
      expect(cloud.deploy(rich).status).toBe("UPDATE_COMPLETE");
    },
  );
});

describe("a deletion", () => {
  test.each([
    ["dev", dev],
    ["prod", prod],
  ])("of %s does not delete learners' data or the account's log setting", (_, template) => {
    const { destroy, deploy, existing } = deployed(template);
    const { status, changes, reasons } = destroy(stackName);
    expect([status, reasons]).toEqual(["DELETE_COMPLETE", []]);
    const kept = changes.filter(({ action }) => action === "keep");
    expect(namesIn(kept, template)).toEqual([...learnerDataResources, ...accountResources].toSorted());
    expect(existing()).toHaveLength(kept.length);
    expect(deploy(template).status).toBe("CREATE_COMPLETE");
  });
});
