import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { S3Client } from "@aws-sdk/client-s3";
import { expect, onTestFinished, test, vi } from "vitest";
import { readStage } from "../../../lib/stages.ts";
import { createAwsClients } from "../../../operations/stage/aws.ts";
import { deleteStage } from "../../../operations/throw-away/delete-stage.ts";
import { requireThrowAwayName, writeThrowAwayStage } from "../../../operations/throw-away/stage-file.ts";
import { startFakeAccount } from "./fake-account.ts";

const retained = [
  { type: "AWS::DynamoDB::GlobalTable", physicalId: "profiles" },
  { type: "AWS::Lambda::Function", physicalId: "handler" },
  { type: "AWS::Cognito::UserPool", physicalId: "eu-west-1_Pool" },
  { type: "AWS::S3::Bucket", physicalId: "content" },
];

async function account(lateLogs: string[] = [], destroyCode = 0) {
  const held = {
    resources: retained,
    outputs: { StripeWebhookUrl: "https://api.example/webhooks/stripe" },
    tables: new Set(["profiles", "of-others"]),
    pools: new Set(["eu-west-1_Pool", "of-others"]),
    buckets: new Map([
      ["content", ["v1", "v2", "v3"]],
      ["of-others", ["v1"]],
    ]),
    parameters: new Set(["/parlance/run-1/deploys", "/parlance/prod/deploys"]),
    lateLogs,
  };
  const url = await startFakeAccount(held);
  vi.stubEnv("AWS_ENDPOINT_URL", url);
  vi.stubEnv("AWS_ACCESS_KEY_ID", "local");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "local");
  onTestFinished(() => void vi.unstubAllEnvs());
  const settings = { region: "eu-west-1", maxAttempts: 1 };
  const lines: string[] = [];
  const order: string[] = [];
  const run = () =>
    deleteStage("run-1", {
      aws: { ...createAwsClients("eu-west-1"), s3: new S3Client({ ...settings, forcePathStyle: true }) },
      cognito: new CognitoIdentityProviderClient(settings),
      dynamodb: new DynamoDBClient(settings),
      destroyStack: async () => {
        order.push(`stack, while ${held.tables.size} tables exist`);
        return destroyCode;
      },
      deleteWebhook: async (address) => order.push(address),
      print: (line) => lines.push(line),
    });
  return { held, lines, order, run };
}

test("deleteStage deletes the stack and its retained data, and nothing of other stages", async () => {
  const { held, order, run } = await account();
  expect(await run()).toBe(0);
  expect(order).toEqual(["stack, while 2 tables exist", "https://api.example/webhooks/stripe"]);
  for (const left of [held.tables, held.pools, held.buckets]) expect([...left.keys()]).toEqual(["of-others"]);
  expect([...held.parameters]).toEqual(["/parlance/prod/deploys"]);
});

test("deleteStage succeeds for a stage without a recorded deploy", async () => {
  const { held, run } = await account();
  held.parameters.delete("/parlance/run-1/deploys");
  expect(await run()).toBe(0);
});

test("deleteStage deletes logs that arrive in a bucket during the deletion", async () => {
  const { held, run } = await account(["late-1", "late-2"]);
  expect(await run()).toBe(0);
  expect([...held.buckets.keys()]).toEqual(["of-others"]);
});

test("deleteStage continues after the stack's deletion fails, and returns 1", async () => {
  const { held, lines, run } = await account([], 1);
  held.tables.delete("profiles");
  expect(await run()).toBe(1);
  expect(lines[0]).toContain("The stack parlance-run-1 could not be deleted");
  expect([[...held.pools], [...held.buckets.keys()]]).toEqual([["of-others"], ["of-others"]]);
});

test.each([undefined, "prod", "dev", "run-", "run-1-prod", "rerun-1"])(
  "requireThrowAwayName refuses the stage name %s",
  (stage) => {
    expect(() => requireThrowAwayName(stage)).toThrow('A throw-away stage is named "run-"');
  },
);

test("writeThrowAwayStage writes a stage without deletion protection, and refuses a malformed region", () => {
  const directory = mkdtempSync(join(tmpdir(), "parlance-stages-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  writeThrowAwayStage("run-1", { region: "eu-west-1", email: "tests@interpreters.test" }, directory);
  expect(readStage("run-1", directory)).toMatchObject({
    region: "eu-west-1",
    payments: "test",
    deletionProtection: false,
    mail: { sender: "tests@interpreters.test", sendsCodes: false },
  });
  const wrong = () => writeThrowAwayStage("run-2", { region: "Sydney", email: "tests@interpreters.test" }, directory);
  expect(wrong).toThrow("Write the region as in");
});
