import { describe, expect, test } from "vitest";
import { find, findOne, referenceOf, synthesise } from "./synthesise.ts";

describe("a stage with a firewall", () => {
  const template = synthesise("dev", { firewall: true });
  const acl = findOne(template, "AWS::WAFv2::WebACL");

  test("refuses an address that asks the user pool too often, and lets everybody else in", () => {
    expect(acl.properties).toMatchObject({ Scope: "REGIONAL", DefaultAction: { Allow: {} } });
    expect(acl.properties["Rules"]).toEqual([
      expect.objectContaining({
        Action: { Block: {} },
        Statement: { RateBasedStatement: { AggregateKeyType: "IP", EvaluationWindowSec: 300, Limit: 1000 } },
      }),
    ]);
  });

  test("has it before its user pool", () => {
    const { properties } = findOne(template, "AWS::WAFv2::WebACLAssociation");
    expect(referenceOf(properties["WebACLArn"])).toBe(acl.id);
    expect(properties["ResourceArn"]).toEqual({
      "Fn::GetAtt": [findOne(template, "AWS::Cognito::UserPool").id, "Arn"],
    });
  });
});

test("production has a firewall, and a stage that is not told to has none", () => {
  expect(find(synthesise("prod"), "AWS::WAFv2::WebACL")).toHaveLength(1);
  expect(find(synthesise("dev"), "AWS::WAFv2::WebACL")).toEqual([]);
});
