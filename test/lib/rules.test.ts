import { AwsSolutionsChecks } from "cdk-nag";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { readStage } from "../../lib/stages.ts";
import { createStack } from "./support/synthesise.ts";

describe("a deployment", () => {
  test.each(["dev", "prod"] as const)("to %s states a reason for each broken AWS rule", (stage) => {
    const { app } = createStack(stage);
    const { violations } = new AwsSolutionsChecks(app).validateScope(app);
    expect(violations.map(({ ruleName, violatingResources }) => [ruleName, violatingResources])).toEqual([]);
  });

  test("with Google log-in and codes sent through SES states a reason for each broken AWS rule", () => {
    const google = { clientId: "1.apps.googleusercontent.com" };
    const { app } = createStack("prod", { google, mail: { ...readStage("prod").mail, sendsCodes: true } });
    const { violations } = new AwsSolutionsChecks(app).validateScope(app);
    expect(violations.map(({ ruleName, violatingResources }) => [ruleName, violatingResources])).toEqual([]);
  });

  test.each(["dev", "prod"] as const)("to %s states each reason for a broken AWS rule in full sentences", (stage) => {
    const own = {
      name: "content.parlance.example",
      certificateArn: "arn:aws:acm:us-east-1:111111111111:certificate/1",
    };
    for (const change of [{}, { domains: { content: own } }]) {
      const metadata = createStack(stage, change)
        .app.node.findAll()
        .flatMap(({ node }) => node.metadata);
      const reasons = metadata.filter(({ type }) => type === "aws:cdk:acknowledged-rules").map(({ data }) => data);
      expect(reasons.length).toBeGreaterThan(10);
      const Reasons = z.record(z.string(), z.string().regex(/^[A-Z].{20,}\.$/));
      for (const stated of reasons) expect(Reasons.parse(stated)).not.toEqual({});
    }
  });

  test("to production has termination protection, and to dev has none", () => {
    expect(createStack("prod").stack.terminationProtection).toBe(true);
    expect(createStack("dev").stack.terminationProtection).toBe(false);
  });

  test("to production has no extra origin without HTTPS", () => {
    expect(readStage("prod").extraOrigins.filter((origin) => !origin.startsWith("https://"))).toEqual([]);
  });
});
