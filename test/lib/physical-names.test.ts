import { Template } from "aws-cdk-lib/assertions";
import { expect, test } from "vitest";
import type { StageConfig } from "../../lib/config.ts";
import { createStackWithoutCode } from "../../lib/stack-without-code.ts";
import { readStage } from "../../lib/stages.ts";
import { resourceType } from "./cloudformation/registry.ts";
import { resolve } from "./cloudformation/template.ts";

type Place = { stage: string; region: string };
type Named = { type: string; name: string };

/** Without custom domains, because two stages never share a domain. */
const config: StageConfig = {
  ...readStage("prod"),
  domains: {},
  google: { clientId: "1.apps.googleusercontent.com" },
  alarmEmail: "alarms@interpreters.example",
  monthlyBudgetUsd: 100,
  firewall: true,
};

/**
 * Resource types whose names share one namespace across all regions:
 * https://docs.aws.amazon.com/whitepapers/latest/aws-fault-isolation-boundaries/global-services.html
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Dashboards.html (25 November 2026)
 */
const globalTypes = /^AWS::(CloudFront|IAM|Route53|Budgets|S3)::|^AWS::CloudWatch::Dashboard$/;

/** Types whose names may repeat in an account. */
const scopedTypes = new Set([
  "AWS::Amplify::Branch",
  "AWS::ApiGatewayV2::Authorizer",
  "AWS::ApiGatewayV2::Stage",
  "AWS::Cognito::UserPoolClient",
  "AWS::IAM::Policy",
]);

/** Returns names as in `QueueName=value`, also from a nested configuration such as `KeyGroupConfig`. */
function listNames(type: string, properties: object): string[] {
  const own = type.split("::").at(-1) ?? "";
  const named = new Set(["Name", `${own}Name`, "CallerReference", "BudgetName", "DBName", "Domain"]);
  return Object.entries(properties).flatMap(([key, value]) => {
    if (typeof value === "string") return named.has(key) ? [`${key}=${value}`] : [];
    const isConfiguration = value instanceof Object && (key.endsWith("Config") || key === own);
    return isConfiguration ? listNames(type, value) : [];
  });
}

/** CloudFormation identifies a resource by the values of its type's `primaryIdentifier`. */
function identityOf(type: string, properties: Readonly<Record<string, unknown>>): string[] {
  const { primaryIdentifier = [] } = resourceType(type) ?? {};
  const values = primaryIdentifier.map((name) => properties[name]);
  return values.length > 0 && values.every((value) => typeof value === "string") ? [values.join("|")] : [];
}

/** A reference to a resource becomes a value that no other stack has. */
function namesIn({ stage, region }: Place): Named[] {
  const { Resources } = Template.fromStack(createStackWithoutCode(stage, config).stack).toJSON();
  const stack = `parlance-${stage}`;
  const pseudo: Readonly<Record<string, string>> = {
    "AWS::Region": region,
    "AWS::AccountId": "111111111111",
    "AWS::Partition": "aws",
    "AWS::URLSuffix": "amazonaws.com",
    "AWS::StackName": stack,
    "AWS::StackId": `arn:aws:cloudformation:${region}:111111111111:stack/${stack}/${stage}${region.replaceAll("-", "")}-1`,
  };
  const generated = (id: string) => `${id} of ${stack} in ${region}`;
  const lookup = {
    ref: (name: string) => pseudo[name] ?? generated(name),
    attribute: (id: string, name: string) => generated(`${id}.${name}`),
  };
  return Object.values<{ Type: string; Properties?: object }>(Resources).flatMap(({ Type: type, Properties = {} }) => {
    if (scopedTypes.has(type)) return [];
    const properties = Object(resolve(Properties, lookup));
    return [...listNames(type, properties), ...identityOf(type, properties)].map((name) => ({ type, name }));
  });
}

const [sydney, virginia] = ["ap-southeast-2", "us-east-1"];
const first = namesIn({ stage: "one", region: sydney });

const findShared = (other: Place, isConcerned: (type: string) => boolean) => {
  const names = new Set(namesIn(other).map(({ type, name }) => `${type} ${name}`));
  return first.flatMap(({ type, name }) =>
    isConcerned(type) && names.has(`${type} ${name}`) ? [`${type} ${name}`] : [],
  );
};

test("the comparison of names covers CloudFront, API Gateway, the dashboard and Cognito's domain", () => {
  const types = new Set(first.map(({ type }) => type));
  expect([...types]).toEqual(
    expect.arrayContaining([
      ...["CachePolicy", "KeyGroup", "OriginAccessControl", "PublicKey", "ResponseHeadersPolicy"].map(
        (type) => `AWS::CloudFront::${type}`,
      ),
      ...["AWS::ApiGatewayV2::Api", "AWS::CloudWatch::Dashboard", "AWS::Cognito::UserPoolDomain"],
    ]),
  );
});

test("two stages in one account and region share no name that has to be unique", () => {
  expect(findShared({ stage: "two", region: sydney }, () => true)).toEqual([]);
});

test("one stage has different names in two regions for the resources of global services", () => {
  expect(findShared({ stage: "one", region: virginia }, (type) => globalTypes.test(type))).toEqual([]);
});

test("two stages in two regions have different names for the resources of global services", () => {
  expect(findShared({ stage: "two", region: virginia }, (type) => globalTypes.test(type))).toEqual([]);
});

/**
 * The limit of key groups and public keys is CDK's. The other limits are from
 * https://docs.aws.amazon.com/cloudfront/latest/APIReference/ (25 November 2026).
 */
const maxLengths: Readonly<Record<string, number>> = {
  "AWS::CloudFront::CachePolicy": 128,
  "AWS::CloudFront::KeyGroup": 80,
  "AWS::CloudFront::OriginAccessControl": 64,
  "AWS::CloudFront::PublicKey": 80,
  "AWS::CloudFront::ResponseHeadersPolicy": 128,
};

test("the longest names in CloudFront are within the limits of CloudFront and CDK", () => {
  // The stage name and the key name have the maximum length. No commercial region's name is longer than ap-southeast-2.
  const stage = "a".repeat(20);
  const key = "k".repeat(30);
  const longest = { ...config, signingKeys: { trusted: [key], current: key } };
  const template = Template.fromStack(createStackWithoutCode(stage, longest).stack);
  for (const [type, maxLength] of Object.entries(maxLengths)) {
    const [resource] = Object.values(template.findResources(type));
    const properties = resolve(resource?.["Properties"], {
      ref: (name) => (name === "AWS::Region" ? sydney : name),
      attribute: () => "",
    });
    const [name = ""] = listNames(type, Object(properties)).filter((text) => text.startsWith("Name="));
    expect(name).toContain(sydney);
    expect(name.slice("Name=".length).length, `${type} ${name}`).toBeLessThanOrEqual(maxLength);
  }
});
