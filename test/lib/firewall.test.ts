import { describe, expect, test } from "vitest";
import { findResource, findResources, referenceOf, synthesise } from "./support/synthesise.ts";

describe("a stage with a firewall", () => {
  const template = synthesise("dev", { firewall: true });
  const acl = findResource(template, "AWS::WAFv2::WebACL");

  test("blocks an address that calls the user pool too often, and no other", () => {
    expect(acl.properties).toMatchObject({ Scope: "REGIONAL", DefaultAction: { Allow: {} } });
    expect(acl.properties["Rules"]).toEqual([
      expect.objectContaining({
        Action: { Block: {} },
        Statement: { RateBasedStatement: { AggregateKeyType: "IP", EvaluationWindowSec: 300, Limit: 1000 } },
      }),
    ]);
  });

  test("attaches it to its user pool", () => {
    const { properties } = findResource(template, "AWS::WAFv2::WebACLAssociation");
    expect(referenceOf(properties["WebACLArn"])).toBe(acl.id);
    expect(properties["ResourceArn"]).toEqual({
      "Fn::GetAtt": [findResource(template, "AWS::Cognito::UserPool").id, "Arn"],
    });
  });
});

test("adds a firewall by default for 5,000 learners or more", () => {
  const firewalls = (change: object) => findResources(synthesise("dev", change), "AWS::WAFv2::WebACL").length;
  expect([firewalls({ learners: 4999 }), firewalls({ learners: 5000 })]).toEqual([0, 1]);
  expect([firewalls({ learners: 4999, firewall: true }), firewalls({ learners: 5000, firewall: false })]).toEqual([
    1, 0,
  ]);
});
