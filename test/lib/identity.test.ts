import { describe, expect, test } from "vitest";
import * as z from "zod";
import { findResource, findResources, synthesise } from "./support/synthesise.ts";

const template = synthesise();
const pool = findResource(template, "AWS::Cognito::UserPool");
const client = findResource(template, "AWS::Cognito::UserPoolClient");

describe("the user pool", () => {
  test("logs learners in by email in any letter case, and verifies emails", () => {
    expect(pool.properties).toMatchObject({
      UsernameAttributes: ["email"],
      UsernameConfiguration: { CaseSensitive: false },
      AutoVerifiedAttributes: ["email"],
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: "verified_email", Priority: 1 }] },
    });
  });

  test("stores email, name and password_owner, and hides password_owner from the client", () => {
    expect(pool.properties["Schema"]).toEqual([
      { Name: "email", Required: true, Mutable: true },
      { Name: "name", Required: false, Mutable: true },
      // The name has no prefix "custom:", because Cognito adds it.
      { Name: "password_owner", AttributeDataType: "String", Mutable: true },
    ]);
    expect(client.properties["ReadAttributes"]).toEqual(["email", "email_verified", "name"]);
    expect(client.properties["WriteAttributes"]).toEqual(["email", "name"]);
  });

  test("requires at least six characters in a password, but no specific kinds of characters", () => {
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

  test("calls the triggers for sign-up, log-in, confirmation and messages", () => {
    const names = Object.entries(z.record(z.string(), z.unknown()).parse(pool.properties["LambdaConfig"]));
    expect(names.map(([name, value]) => `${name} ${/Identity[a-z]+/.exec(JSON.stringify(value))}`).sort()).toEqual([
      "CustomMessage Identitycustommessage",
      "PostConfirmation Identitypostconfirmation",
      "PreAuthentication Identitypresignup",
      "PreSignUp Identitypresignup",
    ]);
  });

  test("lets the pre-sign-up trigger find and delete users through a separate policy", () => {
    const policy = findResource(template, "AWS::IAM::Policy", "pre-sign-up-user-pool");
    expect(policy.properties["PolicyDocument"]).toMatchObject({
      Statement: [
        {
          Action: ["cognito-idp:AdminDeleteUser", "cognito-idp:AdminGetUser", "cognito-idp:ListUsers"],
          Resource: { "Fn::GetAtt": [pool.id, "Arn"] },
        },
      ],
    });
    const trigger = findResource(template, "AWS::Lambda::Function", "pre-sign-up/Function");
    expect(trigger.dependsOn).not.toContain(policy.id);
  });

  test("sends codes from Cognito, or from the stage's sender if sendsCodes is set", () => {
    expect(pool.properties["EmailConfiguration"]).toEqual({ EmailSendingAccount: "COGNITO_DEFAULT" });
    const mail = { sender: "codes@parlance.example", support: "support@parlance.example", sendsCodes: true };
    const sendingStage = synthesise("dev", { mail });
    const sending = findResource(sendingStage, "AWS::Cognito::UserPool");
    expect(sending.properties["EmailConfiguration"]).toMatchObject({
      EmailSendingAccount: "DEVELOPER",
      From: "Parlance <codes@parlance.example>",
      ConfigurationSet: { Ref: findResource(sendingStage, "AWS::SES::ConfigurationSet").id },
    });
    expect(JSON.stringify(sending.properties["EmailConfiguration"])).toContain(":identity/codes@parlance.example");
    const ofDomain = findResource(
      synthesise("dev", { mail: { ...mail, domain: "parlance.example" } }),
      "AWS::Cognito::UserPool",
    );
    expect(JSON.stringify(ofDomain.properties["EmailConfiguration"])).toContain(":identity/parlance.example");
  });

  test("is retained when the stack is deleted, and is protected against deletion in production", () => {
    expect(pool.deletionPolicy).toBe("RetainExceptOnCreate");
    const production = findResource(synthesise("prod"), "AWS::Cognito::UserPool");
    expect(production.properties["DeletionProtection"]).toBe("ACTIVE");
  });
});

describe("a stage without log-in through Google", () => {
  test("has email log-in only, and no hosted pages", () => {
    expect(client.properties["SupportedIdentityProviders"]).toEqual(["COGNITO"]);
    expect(client.properties).not.toHaveProperty("CallbackURLs");
    for (const type of ["UserPoolIdentityProvider", "UserPoolDomain"]) {
      expect(findResources(template, `AWS::Cognito::${type}`)).toEqual([]);
    }
    expect(template.findOutputs("HostedUiUrl")).toEqual({});
  });
});

describe("a stage with log-in through Google", () => {
  const domains = { app: { name: "app.parlance.example", inUse: true } };
  const extraOrigins = ["http://localhost:5173"];
  const google = { clientId: "1.apps.googleusercontent.com" };
  const through = synthesise("prod", { domains, extraOrigins, google });
  const amplify = (path: string) => {
    const domain = { "Fn::GetAtt": [findResource(through, "AWS::Amplify::App").id, "DefaultDomain"] };
    return { "Fn::Join": ["", ["https://main.", domain, path]] };
  };
  const web = findResource(through, "AWS::Cognito::UserPoolClient");
  const provider = findResource(through, "AWS::Cognito::UserPoolIdentityProvider");
  const domain = findResource(through, "AWS::Cognito::UserPoolDomain");

  test("reads email, verification and name from Google", () => {
    expect(provider.properties).toMatchObject({
      ProviderName: "Google",
      ProviderType: "Google",
      AttributeMapping: { email: "email", email_verified: "email_verified", name: "name" },
      ProviderDetails: { client_id: "1.apps.googleusercontent.com", authorize_scopes: "openid email profile" },
    });
  });

  test("reads Google's client secret from Secrets Manager, not from the template", () => {
    const details = z.record(z.string(), z.unknown()).parse(provider.properties["ProviderDetails"]);
    expect(details["client_secret"]).toBe(
      "{{resolve:secretsmanager:parlance-prod/google:SecretString:clientSecret::}}",
    );
  });

  test("redirects browsers only to the app's pages", () => {
    expect(web.properties).toMatchObject({
      SupportedIdentityProviders: ["COGNITO", "Google"],
      AllowedOAuthFlows: ["code"],
      AllowedOAuthFlowsUserPoolClient: true,
      AllowedOAuthScopes: ["openid", "email", "profile", "aws.cognito.signin.user.admin"],
      CallbackURLs: ["https://app.parlance.example/pricing", amplify("/pricing"), "http://localhost:5173/pricing"],
      LogoutURLs: ["https://app.parlance.example/login", amplify("/login"), "http://localhost:5173/login"],
      ExplicitAuthFlows: ["ALLOW_USER_SRP_AUTH"],
    });
    expect(web.dependsOn).toContain(provider.id);
  });

  test("has a unique domain for the hosted UI, and outputs for its addresses", () => {
    expect(JSON.stringify(domain.properties["Domain"])).toContain('{"Ref":"AWS::StackId"}');
    expect(JSON.stringify(through.findOutputs("GoogleRedirectUrl"))).toContain("/oauth2/idpresponse");
    expect(Object.keys(through.findOutputs("HostedUiUrl"))).toEqual(["HostedUiUrl"]);
  });
});

describe("the web app as a client", () => {
  test("has no secret, and logs in without a transmitted password", () => {
    expect(client.properties).toMatchObject({
      GenerateSecret: false,
      ExplicitAuthFlows: ["ALLOW_USER_SRP_AUTH"],
      PreventUserExistenceErrors: "ENABLED",
    });
  });

  test("has access tokens for an hour, and rotating refresh tokens for 30 days", () => {
    expect(client.properties).toMatchObject({
      AccessTokenValidity: 60,
      IdTokenValidity: 60,
      RefreshTokenValidity: 30 * 24 * 60,
      TokenValidityUnits: { AccessToken: "minutes", IdToken: "minutes", RefreshToken: "minutes" },
      RefreshTokenRotation: { Feature: "ENABLED", RetryGracePeriodSeconds: 60 },
      EnableTokenRevocation: true,
    });
  });

  test("can read email, email_verified and name, and can write email and name", () => {
    expect(client.properties["ReadAttributes"]).toEqual(["email", "email_verified", "name"]);
    expect(client.properties["WriteAttributes"]).toEqual(["email", "name"]);
  });
});
