import { describe, expect, test } from "vitest";
import { findOne, synthesise } from "./synthesise.ts";

const template = synthesise();
const pool = findOne(template, "AWS::Cognito::UserPool");
const client = findOne(template, "AWS::Cognito::UserPoolClient");

describe("the user pool", () => {
  test("signs people in by their e-mail, however it is typed, once it is verified", () => {
    expect(pool.properties).toMatchObject({
      UsernameAttributes: ["email"],
      UsernameConfiguration: { CaseSensitive: false },
      AutoVerifiedAttributes: ["email"],
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: "verified_email", Priority: 1 }] },
    });
  });

  test("holds an e-mail and a name, both of which can change", () => {
    expect(pool.properties["Schema"]).toEqual([
      { Name: "email", Required: true, Mutable: true },
      { Name: "name", Required: false, Mutable: true },
    ]);
  });

  test("takes any password of six characters", () => {
    expect(pool.properties["Policies"]).toEqual({
      PasswordPolicy: {
        MinimumLength: 6,
        RequireLowercase: false,
        RequireUppercase: false,
        RequireNumbers: false,
        RequireSymbols: false,
      },
    });
  });

  test("calls the product's triggers", () => {
    expect(JSON.stringify(pool.properties["LambdaConfig"])).toMatch(
      /"CustomMessage":\{"Fn::GetAtt":\["Identitycustommessage.*"PostConfirmation":\{"Fn::GetAtt":\["Identitypostconfirmation/,
    );
  });

  test("outlives its stack, and is protected against deletion in production", () => {
    expect(pool.deletionPolicy).toBe("Retain");
    const production = findOne(synthesise("prod"), "AWS::Cognito::UserPool");
    expect(production.properties["DeletionProtection"]).toBe("ACTIVE");
  });
});

describe("the web app as a client", () => {
  test("has no secret, and signs in without sending a password", () => {
    expect(client.properties).toMatchObject({
      GenerateSecret: false,
      ExplicitAuthFlows: ["ALLOW_USER_SRP_AUTH"],
      PreventUserExistenceErrors: "ENABLED",
    });
  });

  test("gets an access token for an hour, and a new refresh token at each refresh", () => {
    expect(client.properties).toMatchObject({
      AccessTokenValidity: 60,
      TokenValidityUnits: { AccessToken: "minutes" },
      RefreshTokenRotation: { Feature: "ENABLED", RetryGracePeriodSeconds: 60 },
      EnableTokenRevocation: true,
    });
  });

  test("may read and write no more of a person than the app shows", () => {
    expect(client.properties["ReadAttributes"]).toEqual(["email", "email_verified", "name"]);
    expect(client.properties["WriteAttributes"]).toEqual(["email", "name"]);
  });
});
