import { describe, expect, test } from "vitest";
import * as z from "zod";
import { findDeployedHandlers } from "./support/handlers.ts";
import { findResource, referenceOf, synthesise } from "./support/synthesise.ts";

const template = synthesise();
const secret = findResource(template, "AWS::SecretsManager::Secret", "Payments/Keys");
const Output = z.object({ Value: z.unknown(), Description: z.string() });
const outputs = z.record(z.string(), z.unknown()).parse(template.findOutputs("*"));

describe("the secret with the payment provider's keys", () => {
  test("is created without a value", () => {
    expect(secret.properties).not.toHaveProperty("GenerateSecretString");
    expect(secret.properties).not.toHaveProperty("SecretString");
  });

  test("has an output that describes its fields apiKey and webhookSecret", () => {
    const { Value, Description } = Output.parse(outputs["StripeSecret"]);
    expect(referenceOf(Value)).toBe(secret.id);
    const shape = JSON.parse(/\{.*\}/.exec(Description)?.[0] ?? "");
    expect(Object.keys(shape)).toEqual(["apiKey", "webhookSecret"]);
  });

  test("is passed to handlers by its ARN", () => {
    const named = findDeployedHandlers(template).flatMap(({ environment }) => environment["STRIPE_SECRET"] ?? []);
    expect(named.length).toBeGreaterThan(0);
    for (const value of named) expect(value).toEqual({ Ref: secret.id });
  });
});

test("the output StripeWebhookUrl is the address of the webhook", () => {
  const { Value } = Output.parse(outputs["StripeWebhookUrl"]);
  expect(Value).toEqual({
    "Fn::Join": [
      "",
      [
        { "Fn::GetAtt": [findResource(template, "AWS::ApiGatewayV2::Api", "HttpApi").id, "ApiEndpoint"] },
        "/webhooks/stripe",
      ],
    ],
  });
});

test("the handlers of checkout, customer portal, account email and feedback email get the app's origins", () => {
  const stage = synthesise("dev", {
    domains: { app: { name: "one.example", inUse: true } },
    extraOrigins: ["https://two.example"],
  });
  const returning = findDeployedHandlers(stage).filter(({ environment }) => "APP_ORIGINS" in environment);
  expect(returning.map(({ handler }) => handler).sort()).toEqual([
    "api/create-checkout-session",
    "api/customer-portal",
    "identity/custom-message",
    "schedule/send-feedback-mail",
  ]);
  for (const { environment } of returning) {
    const amplify = { "Fn::GetAtt": [findResource(stage, "AWS::Amplify::App").id, "DefaultDomain"] };
    const parts = ["https://one.example,https://main.", amplify, ",https://two.example"];
    expect(environment["APP_ORIGINS"]).toEqual({ "Fn::Join": ["", parts] });
  }
});
