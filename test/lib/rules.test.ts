import { AwsSolutionsChecks } from "cdk-nag";
import { describe, expect, test } from "vitest";
import { stageNamed, stages } from "../../lib/config.ts";
import { makeStack } from "./synthesise.ts";

describe("a deployment", () => {
  test.each(["dev", "prod"] as const)("to %s breaks none of AWS's rules without a stated reason", (stage) => {
    const { app } = makeStack(stage);
    const { violations } = new AwsSolutionsChecks(app).validateScope(app);
    expect(violations.map(({ ruleName, violatingResources }) => [ruleName, violatingResources])).toEqual([]);
  });

  test("with Google and a sender of its own breaks none either", () => {
    const google = { clientId: "1.apps.googleusercontent.com" };
    const { app } = makeStack("prod", { google, mail: { from: "codes@parlance.example" } });
    const { violations } = new AwsSolutionsChecks(app).validateScope(app);
    expect(violations.map(({ ruleName, violatingResources }) => [ruleName, violatingResources])).toEqual([]);
  });

  test("to production cannot be deleted by one mistaken command", () => {
    expect(makeStack("prod").stack.terminationProtection).toBe(true);
    expect(makeStack("dev").stack.terminationProtection).toBe(false);
  });

  test("goes to a stage that there is", () => {
    expect(stageNamed("prod")).toBe("prod");
    expect(() => stageNamed("production")).toThrow(/Choose one of: dev, prod/);
    expect(() => stageNamed(undefined)).toThrow();
  });

  test("has its web app on HTTPS in production", () => {
    for (const origin of stages.prod.appOrigins) expect(new URL(origin)).toMatchObject({ protocol: "https:", origin });
  });
});
