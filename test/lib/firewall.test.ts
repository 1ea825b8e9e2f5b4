import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { findResource, findResources, referenceOf, root, synthesise } from "./support/synthesise.ts";

const OneOf = z.object({
  OrStatement: z.object({
    Statements: z.array(
      z.object({
        ByteMatchStatement: z.strictObject({
          FieldToMatch: z.strictObject({ SingleHeader: z.strictObject({ Name: z.string() }) }),
          PositionalConstraint: z.string(),
          SearchString: z.string(),
          TextTransformations: z.array(z.strictObject({ Priority: z.number(), Type: z.string() })),
        }),
      }),
    ),
  }),
});
const Rules = z.array(
  z.object({
    Priority: z.number(),
    Action: z.strictObject({ Block: z.strictObject({}) }),
    Statement: z.strictObject({
      RateBasedStatement: z.strictObject({
        AggregateKeyType: z.literal("IP"),
        EvaluationWindowSec: z.literal(300),
        Limit: z.number(),
        ScopeDownStatement: z.union([
          z.strictObject({ NotStatement: z.object({ Statement: OneOf }) }).transform(({ NotStatement }) => ({
            all: true,
            but: NotStatement.Statement,
          })),
          OneOf.transform((only) => ({ all: false, but: only })),
        ]),
      }),
    }),
  }),
);

function rulesOf(change: object) {
  const { properties } = findResource(synthesise("dev", { firewall: true, ...change }), "AWS::WAFv2::WebACL");
  return Rules.parse(properties["Rules"]);
}

/** @param operation null for a request to Cognito's pages */
function limitFor(operation: string | null, rules: z.infer<typeof Rules>): number {
  const limits = rules.flatMap(({ Statement: { RateBasedStatement: rate } }) => {
    const { all, but } = rate.ScopeDownStatement;
    const named = but.OrStatement.Statements.map(({ ByteMatchStatement: { SearchString } }) => SearchString);
    return all !== (operation !== null && named.includes(operation)) ? [rate.Limit] : [];
  });
  return Math.min(...limits);
}

/** The canary's operations are left out, because the canary runs only every five minutes. */
function operationsOfHandlers(): string[] {
  const folder = join(root, "lambdas");
  const texts = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.startsWith("canary/"))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .filter((text) => text.includes("@aws-sdk/client-cognito-identity-provider"));
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/new (\w+)Command\(/g)].map(([, name = ""]) => name)))];
}

/** https://docs.aws.amazon.com/cognito/latest/developerguide/user-pools-API-operations.html */
const isSigned = (operation: string) => operation.startsWith("Admin") || operation.startsWith("List");

/** The operations that Amplify sends for a log-in, a renewal of tokens and a log-out of the web app. */
const frequentInBrowsers = ["InitiateAuth", "RespondToAuthChallenge", "GetTokensFromRefreshToken", "RevokeToken"];

describe("a stage with a firewall", () => {
  const template = synthesise("dev", { firewall: true });
  const acl = findResource(template, "AWS::WAFv2::WebACL");
  const rules = rulesOf({});

  test("allows an address 1,000 calls for log-ins, token renewals or log-outs in five minutes", () => {
    expect(acl.properties).toMatchObject({ Scope: "REGIONAL", DefaultAction: { Allow: {} } });
    for (const operation of frequentInBrowsers) expect(limitFor(operation, rules)).toBe(1000);
  });

  test("allows an address 1,000 requests to Cognito's pages in five minutes", () => {
    expect(limitFor(null, rules)).toBe(1000);
  });

  test("allows an address 100 calls for sign-ups, codes or password resets in five minutes", () => {
    for (const operation of ["SignUp", "ResendConfirmationCode", "ForgotPassword", "ConfirmForgotPassword"]) {
      expect(limitFor(operation, rules)).toBe(100);
    }
  });

  test("recognises an operation by the header that Cognito adds", () => {
    const matches = rules.flatMap(({ Statement }) => {
      const { but } = Statement.RateBasedStatement.ScopeDownStatement;
      return but.OrStatement.Statements.map(({ ByteMatchStatement }) => ByteMatchStatement);
    });
    for (const match of matches) {
      expect(match.FieldToMatch.SingleHeader.Name).toBe("x-amzn-cognito-operation-name");
      expect(match.PositionalConstraint).toBe("EXACTLY");
      expect(match.TextTransformations).toEqual([{ Priority: 0, Type: "NONE" }]);
    }
    // An OrStatement has more than one statement:
    // https://docs.aws.amazon.com/waf/latest/APIReference/API_OrStatement.html
    for (const { Statement } of rules) {
      const { but } = Statement.RateBasedStatement.ScopeDownStatement;
      expect(but.OrStatement.Statements.length).toBeGreaterThanOrEqual(2);
    }
  });

  test("gives each firewall rule a different priority", () => {
    expect(new Set(rules.map(({ Priority }) => Priority)).size).toBe(rules.length);
  });

  test("attaches the firewall to its user pool", () => {
    const { properties } = findResource(template, "AWS::WAFv2::WebACLAssociation");
    expect(referenceOf(properties["WebACLArn"])).toBe(acl.id);
    expect(properties["ResourceArn"]).toEqual({
      "Fn::GetAtt": [findResource(template, "AWS::Cognito::UserPool").id, "Arn"],
    });
  });
});

describe("the unsigned Cognito calls of all functions except the canary", () => {
  const unsigned = operationsOfHandlers().filter((operation) => !isSigned(operation));

  test("are ConfirmSignUp and GetUser", () => {
    expect(unsigned.sort()).toEqual(["ConfirmSignUp", "GetUser"]);
  });

  // At four times the average load, 18,000 learners open 1,000 connections in five minutes. Each connection checks its
  // session. Cognito serves 120 such checks and 50 confirmations a second.
  test.each([100, 18_000, 100_000, 1_000_000])(
    "stay within the firewall's limit for one address on a stage for %i learners",
    (learners) => {
      const rules = rulesOf({ learners });
      const practising = 4 * ((learners * 0.5) / 24);
      const joins = (8 * practising) / 3600;
      for (const operation of unsigned) {
        const perSecond = limitFor(operation, rules) / 300;
        expect(perSecond).toBeGreaterThanOrEqual(120 + 50);
        expect(perSecond).toBeGreaterThanOrEqual(1.25 * joins + 50);
      }
    },
  );
});

test("a stage for 5,000 learners has a firewall by default, and a stage for 4,999 has none", () => {
  const firewalls = (change: object) => findResources(synthesise("dev", change), "AWS::WAFv2::WebACL").length;
  expect([firewalls({ learners: 4999 }), firewalls({ learners: 5000 })]).toEqual([0, 1]);
  expect([firewalls({ learners: 4999, firewall: true }), firewalls({ learners: 5000, firewall: false })]).toEqual([
    1, 0,
  ]);
});
