import { expect, test } from "vitest";
import { findResources, referenceOf, synthesise } from "./support/synthesise.ts";

const alarmsOf = (stage: string) => synthesise(stage).findOutputs("RollbackAlarms")["RollbackAlarms"]?.["Value"];

test("the output RollbackAlarms of a live stage names the alarms of sign-up, checkout and payment", () => {
  const value = alarmsOf("prod") as { "Fn::Join": [string, unknown[]] };
  const [separator, arns] = value["Fn::Join"];
  const paths = new Map(findResources(synthesise("prod"), "AWS::CloudWatch::Alarm").map(({ id, path }) => [id, path]));
  const triggers = arns.flatMap((arn) => paths.get(referenceOf(arn) ?? "") ?? []);
  expect(triggers).toEqual([
    "Identity/pre-sign-up/Errors",
    "Identity/post-confirmation/Errors",
    "Api/create-checkout-session/Errors",
    "Api/refresh-subscription/Errors",
    "Api/stripe-webhook/Errors",
  ]);
  expect(separator + arns.filter((arn) => typeof arn === "string").join("")).toMatch(/^,+$/);
});

test("a stage with test payments has no output RollbackAlarms", () => {
  expect(alarmsOf("dev")).toBeUndefined();
});

test("the output Commit is 'unknown' if the deploy names no commit", () => {
  expect(synthesise("dev").findOutputs("Commit")["Commit"]?.["Value"]).toBe("unknown");
});
