import type { ResourceChange } from "@aws-sdk/client-cloudformation";
import { expect, test } from "vitest";
import { describeChanges, findLosses, judgeChanges } from "../../../operations/deploy/change-set/judge-changes.ts";

/*
 * Change sets as in CloudFormation's examples and its reference:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/using-cfn-updating-stacks-changesets-samples.html
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_ResourceChangeDetail.html
 * (both read on 2026-11-25)
 */
const app = (change: Partial<ResourceChange>): ResourceChange => ({
  Action: "Modify",
  LogicalResourceId: "App",
  ResourceType: "AWS::Amplify::App",
  Replacement: "False",
  ...change,
});
const domainOf = (causes: readonly string[], more: Partial<ResourceChange> = {}): ResourceChange => {
  const Target = { Attribute: "Properties", Name: "AppId", RequiresRecreation: "Always" } as const;
  return {
    Action: "Modify",
    LogicalResourceId: "Domain",
    ResourceType: "AWS::Amplify::Domain",
    Replacement: "Conditional",
    Details: [
      ...causes.map((CausingEntity) => ({
        Target,
        Evaluation: "Dynamic" as const,
        ChangeSource: "ResourceAttribute" as const,
        CausingEntity,
      })),
      { Target, Evaluation: "Dynamic", ChangeSource: "DirectModification" },
    ],
    ...more,
  };
};
const effectsOf = (changes: readonly ResourceChange[]) => judgeChanges(changes).map(({ effect }) => effect);

test.each([
  ["an added resource", app({ Action: "Add" }), "add"],
  ["a resource changed in place", app({}), "change"],
  ["a replaced resource", app({ Replacement: "True" }), "replace"],
  ["a conditional replacement without details", app({ Replacement: "Conditional" }), "replace"],
  ["a removed resource", app({ Action: "Remove" }), "delete"],
  ["a resource whose action is decided later", app({ Action: "Dynamic" }), "replace"],
] as const)("judgeChanges returns the effect of a change set with %s", (_, change, effect) => {
  expect(effectsOf([change])).toEqual([effect]);
});

test("judgeChanges treats a conditional replacement as a change in place if its cause changes in place", () => {
  expect(effectsOf([app({}), domainOf(["App.AppId"])])).toEqual(["change", "change"]);
});

test.each([
  ["is replaced", app({ Replacement: "True" })],
  ["is added", app({ Action: "Add" })],
  ["may be replaced", app({ Replacement: "Conditional" })],
] as const)("judgeChanges treats a conditional replacement as a replacement if its cause %s", (_, cause) => {
  expect(effectsOf([cause, domainOf(["App.AppId"])]).at(-1)).toBe("replace");
});

test("judgeChanges treats a conditional replacement with an unknown or circular cause as a replacement", () => {
  expect(effectsOf([domainOf(["SomeParameter"])])).toEqual(["replace"]);
  expect(effectsOf([domainOf([])])).toEqual(["replace"]);
  expect(effectsOf([domainOf(["Domain.Arn"])])).toEqual(["replace"]);
});

test("judgeChanges treats a change of a property that never replaces its resource as a change in place", () => {
  const Target = { Attribute: "Properties", Name: "SubDomainSettings", RequiresRecreation: "Never" } as const;
  const Details = [{ Target, Evaluation: "Dynamic", ChangeSource: "DirectModification" } as const];
  expect(effectsOf([domainOf([], { Details })])).toEqual(["change"]);
});

test.each([
  "AWS::DynamoDB::GlobalTable",
  "AWS::Cognito::UserPool",
  "AWS::Cognito::UserPoolDomain",
  "AWS::S3::Bucket",
  "AWS::ApiGatewayV2::DomainName",
  "AWS::Amplify::Domain",
  "AWS::CloudFront::Distribution",
])("findLosses reports a removed %s if the removal is not allowed", (ResourceType) => {
  const changes = judgeChanges([
    { Action: "Remove", LogicalResourceId: "Kept", ResourceType, PolicyAction: "Retain" },
    { Action: "Remove", LogicalResourceId: "Function1", ResourceType: "AWS::Lambda::Function" },
  ]);
  expect(findLosses(changes, []).map(({ id }) => id)).toEqual(["Kept"]);
  expect(findLosses(changes, ["Kept"])).toEqual([]);
});

test("describeChanges lists a deletion first, and counts changes in place and additions by type", () => {
  const change = (Action: "Add" | "Modify" | "Remove", LogicalResourceId: string, ResourceType: string) => ({
    Action,
    LogicalResourceId,
    ResourceType,
    Replacement: "False" as const,
  });
  const changes = judgeChanges([
    change("Add", "Queue", "AWS::SQS::Queue"),
    change("Modify", "One", "AWS::Lambda::Function"),
    change("Modify", "Two", "AWS::Lambda::Function"),
    change("Remove", "Old", "AWS::CloudWatch::Alarm"),
  ]);
  expect(describeChanges(changes)).toEqual([
    "  delete Old (AWS::CloudWatch::Alarm)",
    "  change 2 × AWS::Lambda::Function",
    "  add 1 × AWS::SQS::Queue",
  ]);
});
