import { describe, expect, test } from "vitest";
import { createCloudFormation } from "./cloudformation.ts";

const bucket = (BucketName: string, rest = {}) => ({ Type: "AWS::S3::Bucket", Properties: { BucketName }, ...rest });
const topic = (DisplayName: unknown, rest = {}) => ({ Type: "AWS::SNS::Topic", Properties: { DisplayName }, ...rest });
const template = (Resources: Record<string, unknown>, rest = {}) => ({ Resources, ...rest });
const keptBy = (policy: string) => ({
  DeletionPolicy: policy,
  UpdateReplacePolicy: policy === "Retain" ? policy : "Delete",
});

describe("CloudFormation refuses a template", () => {
  test.each([
    ["refers to a missing resource", topic({ Ref: "Missing" }), /T refers to Missing, which is not there/],
    ["depends on a missing resource", topic("x", { DependsOn: "Missing" }), /T refers to Missing/],
    ["names a missing resource in Fn::Sub", topic({ "Fn::Sub": `\${Missing.Arn}` }), /T refers to Missing/],
    ["reads an unknown attribute", topic({ "Fn::GetAtt": ["B", "Arm"] }), /asks for Arm of B/],
    ["has an unknown property", { Type: "AWS::SNS::Topic", Properties: { Colour: "red" } }, /property Colour/],
    ["lacks a required property", { Type: "AWS::SQS::QueuePolicy" }, /lacks the property PolicyDocument/],
    ["has an unknown type", { Type: "AWS::SNS::Topik" }, /T has the type AWS::SNS::Topik, which does not exist/],
    ["depends on itself", topic({ "Fn::GetAtt": ["T", "TopicName"] }), /A circle: T needs T/],
    ["uses an unknown function", topic({ "Fn::Length": [] }), /Fn::Length is not known/],
  ])("with a resource that %s, and creates nothing", (_, T, reason) => {
    const { deploy, existing } = createCloudFormation();
    expect(() => deploy("s", template({ B: bucket("b"), T }))).toThrow(reason);
    expect(existing()).toEqual([]);
  });

  test("with more than 500 resources", () => {
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, nth) => [`T${nth}`, topic("x")]));
    expect(() => createCloudFormation().deploy("s", template(many))).toThrow("501 resources are more than 500");
  });
});

test("CloudFormation creates resources after their dependencies, and computes outputs from the resources", () => {
  const { deploy, stack } = createCloudFormation();
  const resources = { T: topic({ "Fn::Join": ["-", ["to", { Ref: "B" }]] }), B: bucket("b") };
  const outputs = { Name: { Value: { "Fn::Select": [1, { "Fn::Split": ["/", { "Fn::Sub": `a/\${B}/c` }] }] } } };
  const { changes } = deploy("s", template(resources, { Outputs: outputs }));
  expect(changes.map(({ id }) => id)).toEqual(["B", "T"]);
  expect(stack("s")?.outputs).toEqual({ Name: "b" });
  expect(stack("s")?.resources.get("T")?.physical.properties).toEqual({ DisplayName: "to-b" });
});

// https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-attribute-deletionpolicy.html
test.each([
  ["Delete", [], [], []],
  ["RetainExceptOnCreate", [], ["b"], ["b"]],
  ["Retain", ["b"], ["b"], ["b"]],
])(
  "the deletion policy %s leaves the buckets %j after a rollback, %j after removal from the template, %j after deletion of the stack",
  (policy, ...expected) => {
    const whole = template({ B: bucket("b", keptBy(policy)), T: topic("x", { DependsOn: ["B"] }) });
    const left = (use: (cloud: ReturnType<typeof createCloudFormation>) => void) => {
      const cloud = createCloudFormation();
      use(cloud);
      return cloud.existing().flatMap(({ type, ref }) => (type === "AWS::S3::Bucket" ? [ref] : []));
    };
    const rolledBack = left(({ deploy }) => {
      expect(deploy("s", whole, { failing: ["T"] }).status).toBe("ROLLBACK_COMPLETE");
    });
    const removed = left(({ deploy }) => {
      deploy("s", whole);
      expect(deploy("s", template({ T: topic("x") })).status).toBe("UPDATE_COMPLETE");
    });
    const deleted = left(({ deploy, destroy }) => {
      deploy("s", whole);
      expect(destroy("s").status).toBe("DELETE_COMPLETE");
    });
    expect([rolledBack, removed, deleted]).toEqual(expected);
  },
);

test("CloudFormation replaces a renamed resource, and retains the old one with the policy Retain", () => {
  for (const [policy, left] of [
    ["Delete", ["new"]],
    ["RetainExceptOnCreate", ["new"]],
    ["Retain", ["old", "new"]],
  ] as const) {
    const { deploy, existing } = createCloudFormation();
    deploy("s", template({ B: bucket("old", keptBy(policy)), T: topic({ Ref: "B" }) }));
    const { changes } = deploy("s", template({ B: bucket("new", keptBy(policy)), T: topic({ Ref: "B" }) }));
    expect(changes.slice(0, 2).map(({ id, action }) => [id, action])).toEqual([
      ["B", "replace"],
      ["T", "update"],
    ]);
    expect(existing().flatMap(({ type, ref }) => (type === "AWS::S3::Bucket" ? [ref] : []))).toEqual(left);
  }
});

test("CloudFormation refuses the name of a resource that a deleted stack retained", () => {
  const { deploy, destroy } = createCloudFormation();
  deploy("s", template({ B: bucket("b", keptBy("Retain")) }));
  destroy("s");
  expect(deploy("s", template({ B: bucket("b") })).reasons).toEqual(["AWS::S3::Bucket b exists already"]);
});

test("CloudFormation rolls back an update of a property whose changes the service refuses", () => {
  const { deploy, stack } = createCloudFormation();
  const pool = (UsernameAttributes: string[]) => ({
    Type: "AWS::Cognito::UserPool",
    Properties: { UsernameAttributes },
  });
  deploy("s", template({ P: pool(["email"]), T: topic("before") }));
  const { status, reasons } = deploy("s", template({ P: pool(["phone_number"]), T: topic("after") }));
  expect([status, reasons]).toEqual([
    "UPDATE_ROLLBACK_COMPLETE",
    ["AWS::Cognito::UserPool never changes UsernameAttributes"],
  ]);
  expect(stack("s")?.resources.get("T")?.physical.properties).toEqual({ DisplayName: "before" });
});

test("a deploy without rollback leaves created resources after a failure, and refuses to replace a resource", () => {
  const { deploy, existing } = createCloudFormation();
  const resources = { A: topic("a"), B: bucket("b"), C: topic({ Ref: "B" }), D: topic("d") };
  const { status, changes } = deploy("s", template(resources), { failing: ["B"], rollback: false });
  expect([status, changes.map(({ id }) => id)]).toEqual(["CREATE_FAILED", ["A", "D"]]);
  const renamed = { ...resources, A: { Type: "AWS::SNS::Topic", Properties: { TopicName: "named" } } };
  const again = deploy("s", template(renamed), { rollback: false });
  expect([again.status, again.reasons]).toEqual(["UPDATE_FAILED", ["A cannot be replaced while rollback is disabled"]]);
  expect(deploy("s", template(resources), { rollback: false }).status).toBe("UPDATE_COMPLETE");
  expect(existing()).toHaveLength(4);
});

test("CloudFormation does not delete a protected resource or its stack", () => {
  const { deploy, destroy, existing, stack } = createCloudFormation();
  deploy("s", template({ P: { Type: "AWS::Cognito::UserPool", Properties: { DeletionProtection: "ACTIVE" } } }));
  expect(destroy("s")).toMatchObject({ status: "DELETE_FAILED", reasons: ["P is protected"] });
  expect(existing()).toHaveLength(1);
  expect(stack("s")).not.toBeNull();
});
