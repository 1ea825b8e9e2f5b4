import { Template } from "aws-cdk-lib/assertions";
import { expect, test } from "vitest";
import { createStackWithoutCode } from "../../lib/stack-without-code.ts";
import { readStage } from "../../lib/stages.ts";
import { findResources } from "./support/synthesise.ts";

/** All stages have the same configuration, so only the name separates them. */
const templateOf = (stage: string) => Template.fromStack(createStackWithoutCode(stage, readStage("prod")).stack);

/** Names that are unique in an account and region, or in all of AWS. CloudFormation generates one if there is none. */
const physicalNames: Readonly<Record<string, string>> = {
  "AWS::ApiGatewayV2::Api": "Name",
  "AWS::Amplify::App": "Name",
  "AWS::Cognito::UserPool": "UserPoolName",
  "AWS::CloudFront::CachePolicy": "CachePolicyConfig.Name",
  "AWS::CloudFront::KeyGroup": "KeyGroupConfig.Name",
  "AWS::CloudFront::OriginAccessControl": "OriginAccessControlConfig.Name",
  "AWS::CloudFront::PublicKey": "PublicKeyConfig.Name",
  "AWS::CloudFront::ResponseHeadersPolicy": "ResponseHeadersPolicyConfig.Name",
  "AWS::CloudWatch::Alarm": "AlarmName",
  "AWS::CloudWatch::Dashboard": "DashboardName",
  "AWS::Budgets::Budget": "Budget.BudgetName",
  "AWS::DynamoDB::GlobalTable": "TableName",
  "AWS::Events::EventBus": "Name",
  "AWS::Events::Rule": "Name",
  "AWS::IAM::Role": "RoleName",
  "AWS::KMS::Alias": "AliasName",
  "AWS::Lambda::Function": "FunctionName",
  "AWS::Logs::LogGroup": "LogGroupName",
  "AWS::S3::Bucket": "BucketName",
  "AWS::SES::ConfigurationSet": "Name",
  "AWS::SNS::Topic": "TopicName",
  "AWS::SQS::Queue": "QueueName",
  "AWS::SecretsManager::Secret": "Name",
  "AWS::WAFv2::WebACL": "Name",
};

const at = (value: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>((inner, key) => (inner instanceof Object ? Reflect.get(inner, key) : undefined), value);

function namesIn(template: Template): string[] {
  return Object.entries(physicalNames).flatMap(([type, path]) =>
    findResources(template, type).flatMap(({ properties }) => {
      const name = at(properties, path);
      return name === undefined ? [] : [`${type} ${JSON.stringify(name)}`];
    }),
  );
}

test("gives two stages in one account and region different names", () => {
  const [first, second] = [namesIn(templateOf("one")), namesIn(templateOf("two"))];
  expect(first.length).toBeGreaterThan(5);
  expect(second).toHaveLength(first.length);
  expect(first.filter((name) => second.includes(name))).toEqual([]);
});
