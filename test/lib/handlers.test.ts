import { RetentionDays } from "aws-cdk-lib/aws-logs";
import { describe, expect, test } from "vitest";
import { attemptTimeoutMs, scaleTimeLimits } from "../../lambdas/runtime/time-limits.ts";
import { findDeployedHandlers } from "./support/handlers.ts";
import { findResources, synthesise } from "./support/synthesise.ts";

const template = synthesise();
const handlers = findDeployedHandlers(template);
describe("every handler", () => {
  test.each(handlers)("runs on Node 24 and arm64, with tracing and JSON logs: $handler", ({ resource }) => {
    expect(resource.properties).toMatchObject({
      Runtime: "nodejs24.x",
      Architectures: ["arm64"],
      TracingConfig: { Mode: "Active" },
      LoggingConfig: { LogFormat: "JSON" },
    });
  });

  test.each(handlers)(
    "has a timeout that allows two attempts of a service call and an error response: $handler",
    ({ resource }) => {
      scaleTimeLimits(1);
      // Half a second is reserved for the refusal and its log line.
      expect(Number(resource.properties["Timeout"]) * 1000).toBeGreaterThan(2 * attemptTimeoutMs("service") + 500);
    },
  );

  test("of an identity trigger has a timeout of 5 seconds, Cognito's limit", () => {
    const ofTriggers = handlers.filter(({ handler }) => handler.startsWith("identity/"));
    expect(ofTriggers).not.toEqual([]);
    for (const { resource } of ofTriggers) expect(resource.properties["Timeout"]).toBe(5);
  });
});

test("every log group of production stores lines for three months", () => {
  const groups = findResources(synthesise("prod"), "AWS::Logs::LogGroup");
  // The handlers of an area share a log group, and each API has an access log.
  expect(groups.length).toBe(new Set(handlers.map(({ logGroup }) => logGroup)).size + 2);
  for (const { properties } of groups) expect(properties["RetentionInDays"]).toBe(RetentionDays.THREE_MONTHS);
});
