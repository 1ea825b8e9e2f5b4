import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateBucketCommand } from "@aws-sdk/client-s3";
import { onTestFinished, vi } from "vitest";
import { StageConfig } from "../../../lib/config.ts";
import { runDeploy, runDoctor } from "../../../operations/deploy/commands.ts";
import { runRollback } from "../../../operations/deploy/rollback.ts";
import { runTestAlarm } from "../../../operations/deploy/test-alarm.ts";
import { createAwsClients } from "../../../operations/stage/aws.ts";
import type { Deployment } from "../../../operations/stage/deployment.ts";
import { startTestBucket } from "../../content/publishing/test-bucket.ts";
import {
  type Account,
  appOrigin,
  completeAccount,
  startScriptedAccount,
  webhookUrl,
} from "../../support/stripe-account.ts";
import type { StripeAnswer } from "../../support/stripe-server.ts";
import { type FakeChange, startFakeAws } from "./fake-aws.ts";
import { webOutputs } from "./outputs.ts";

export const config = StageConfig.parse({
  region: "eu-west-1",
  payments: "test",
  signingKeys: { trusted: ["first"], current: "first" },
  mail: { sender: "hello@interpreters.test", support: "desk@interpreters.test" },
  alarmEmail: "alarms@interpreters.test",
  monthlyBudgetUsd: 50,
  logRetentionDays: 14,
  deletionProtection: false,
  learners: 100,
});

const operatorWords = {
  name: "Interpreters Ltd",
  address: "1 High Street",
  email: "desk@interpreters.test",
  law: "Kenya",
};

export const stripeSecret = "arn:aws:secretsmanager:eu-west-1:111111111111:secret:stripe";
export const stackOutputs: Readonly<Record<string, string>> = {
  ...webOutputs,
  ContentBucket: "content",
  SharedAudioOrigin: "https://shared-audio.s3.ap-southeast-2.amazonaws.com",
  ContentDistribution: "E1CONTENT",
  SiteAppId: "app1",
  SiteBranch: "main",
  SiteUrl: appOrigin,
  StripeSecret: stripeSecret,
  StripeWebhookUrl: webhookUrl,
  AlarmTopic: "arn:aws:sns:eu-west-1:111111111111:alarms",
  TestAlarm: "api-server-errors",
  GoogleRedirectUrl: "https://parlance-test.auth.ap-southeast-2.amazoncognito.com/oauth2/idpresponse",
};

/**
 * The bucket that `cdk bootstrap` creates in the account of the fake:
 * https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-env.html (read on 2026-11-25)
 */
export const assetBucket = "cdk-hnb659fds-assets-111111111111-eu-west-1";

export type MadeStack = { status: string; outputs: Readonly<Record<string, string>> };

export type OperatorOptions = {
  /** By the call, such as "GET /v1/products". */
  stripeAnswers?: Readonly<Record<string, StripeAnswer>>;
  createStack?: (options: { rollback: boolean }) => MadeStack;
  previewStack?: () => readonly FakeChange[];
};

export const changedFunction: FakeChange = {
  Action: "Modify",
  LogicalResourceId: "Function1",
  ResourceType: "AWS::Lambda::Function",
  Replacement: "False",
};

const createCompleteStack = (): MadeStack => ({ status: "CREATE_COMPLETE", outputs: stackOutputs });

/** Starts without a stack at AWS and without products at Stripe. `calls` also lists the runs of CDK. */
export async function createOperator({
  stripeAnswers = {},
  createStack = createCompleteStack,
  previewStack = () => [changedFunction],
}: OperatorOptions = {}) {
  const { url, state, calls, refused } = await startFakeAws();
  const environment = {
    AWS_ENDPOINT_URL: url,
    AWS_ACCESS_KEY_ID: "AKIATEST",
    AWS_SECRET_ACCESS_KEY: "secret",
    AWS_MAX_ATTEMPTS: "1",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const account: Account = { ...completeAccount, endpoints: [], products: [], prices: [], portals: [] };
  const stripe = await startScriptedAccount(account, stripeAnswers);
  const site = mkdtempSync(join(tmpdir(), "parlance-site-"));
  onTestFinished(() => rmSync(site, { recursive: true }));
  writeFileSync(join(site, "index.html"), "<!doctype html><title>Parlance</title>");
  const lines: string[] = [];
  const dns = { cnames: new Map<string, string[]>(), addresses: new Map<string, string[]>() };
  const bucket = await startTestBucket();
  let commit = "unknown";
  const bootstrapAccount = async () => {
    state.bootstrapped = true;
    await bucket.sdk.send(new CreateBucketCommand({ Bucket: assetBucket }));
  };
  const deployment: Deployment = {
    stage: "trial",
    config,
    stackName: "parlance-trial",
    aws: { ...createAwsClients(config.region), s3: bucket.sdk },
    given: { stripeApiKey: "sk_test_1", googleClientSecret: undefined },
    stripeApiUrl: stripe.url,
    contentDirectory: undefined,
    dns: {
      aliases: async (name) => dns.cnames.get(name) ?? [],
      addresses: async (name) => dns.addresses.get(name) ?? [],
    },
    operator: operatorWords,
    commit: "c1",
    checkOut: () => Promise.reject(new Error("A test without a rollback checks nothing out")),
    allowedReplacements: [],
    ignoresAlarms: false,
    assemblyDirectory: "assembly",
    runProgram: async (program, args, env) => {
      calls.push([program, ...args, `in ${env["AWS_REGION"]}`].join(" "));
      if (state.expiredFrom === args[0]) state.expiredFrom = "*";
      if (state.expiredFrom === "*") return 1;
      if (state.cdkExitCode !== 0) return state.cdkExitCode;
      if (args[0] === "bootstrap") await bootstrapAccount();
      if (args[0] !== "deploy") return 0;
      if (args.includes("prepare-change-set")) {
        state.changeSet = previewStack();
        commit = args.find((arg) => arg.startsWith("commit="))?.slice("commit=".length) ?? "unknown";
        return 0;
      }
      if (!state.changeSet) return 1;
      state.changeSet = null;
      const { status, outputs } = createStack({ rollback: !args.includes("--no-rollback") });
      Object.assign(state, { stackStatus: status, outputs: { ...outputs, Commit: commit } });
      return /^(CREATE|UPDATE)_COMPLETE$/.test(status) ? 0 : 1;
    },
    siteDirectory: site,
    buildSite: async () => void calls.push("build"),
    pause: async () => undefined,
    print: (line) => lines.push(line),
  };
  const run = async (command: (deployment: Deployment) => Promise<number>, given: Partial<Deployment> = {}) => {
    const [called, printed] = [calls.length, lines.length];
    const code = await command({ ...deployment, ...given });
    return { code, calls: calls.slice(called), printed: lines.slice(printed).join("\n") };
  };
  return {
    state,
    calls,
    site,
    account,
    stripe,
    bucket,
    dns,
    refused,
    deployment,
    rollBack: (given?: Partial<Deployment>, answer = true) =>
      run((stage) => runRollback(stage, async () => answer), given),
    deploy: (given?: Partial<Deployment>) => run(runDeploy, given),
    doctor: (given?: Partial<Deployment>) => run(runDoctor, given),
    testAlarm: (given?: Partial<Deployment>) => run(runTestAlarm, given),
  };
}

const readCallPattern = /^(Get|Describe|List)|^GET /;
export const findChanges = (calls: readonly string[]) => calls.filter((call) => !readCallPattern.test(call));
