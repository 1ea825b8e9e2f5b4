import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { CommandError } from "../../../operations/command-line/explain-error.ts";
import { createSamplePack, writeFiles } from "../../content/sample-pack.ts";
import { completeAccount } from "../../support/stripe-account.ts";
import { failed } from "../../support/stripe-server.ts";
import type { FakeChange } from "../support/fake-aws.ts";
import {
  changedFunction,
  config,
  createOperator,
  findChanges,
  stackOutputs,
  stripeSecret,
} from "../support/operator.ts";
import { webConfig } from "../support/outputs.ts";

const prepareStack =
  "cdk deploy parlance-trial --method prepare-change-set --change-set-name parlance-deploy --output assembly --context commit=c1 --require-approval never --progress events --context stage=trial in eu-west-1";
const executeStack =
  "cdk deploy parlance-trial --method execute-change-set --change-set-name parlance-deploy --app assembly --require-approval never --progress events --context stage=trial in eu-west-1";
const deployStack = [prepareStack, executeStack];
const buildStack = [prepareStack, executeStack.replace("events ", "events --no-rollback ")];
const uploading = ["POST /apps/branches/deployments", "PUT /upload", "POST /apps/branches/deployments/start"];

async function deployed() {
  const preview: { changes: readonly FakeChange[] } = { changes: [changedFunction] };
  const at = await createOperator({ previewStack: () => preview.changes });
  const first = await at.deploy();
  Object.assign(at.account, completeAccount);
  return { ...at, first, preview };
}

describe("a first deploy", () => {
  test("builds the site, deploys the stack, and then uploads the site", async () => {
    const { code, calls } = await (await createOperator()).deploy();
    expect(code).toBe(0);
    expect(findChanges(calls)).toEqual([
      "build",
      "cdk bootstrap aws://111111111111/eu-west-1 --context stage=trial in eu-west-1",
      "POST /v2/email/identities",
      ...buildStack,
      "PutSecretValue",
      "POST /apps",
      ...uploading,
      "POST /tags",
      "PutParameter",
    ]);
  });

  test("stores Stripe's keys in the stack's secret, and does not print them", async () => {
    const { state, deploy } = await createOperator();
    const { printed } = await deploy();
    expect(JSON.parse(state.secrets.get(stripeSecret) ?? "")).toEqual({
      apiKey: "sk_test_1",
      webhookSecret: "whsec_new",
    });
    expect(printed).not.toMatch(/sk_test_1|whsec_new/);
  });

  test("uploads the built files with the stack's settings, and sets the site's headers", async () => {
    const { state, deploy } = await createOperator();
    await deploy();
    const files = unzipSync(state.uploads[0] ?? new Uint8Array());
    expect(Object.keys(files).toSorted()).toEqual(["config.json", "index.html"]);
    expect(JSON.parse(strFromU8(files["config.json"] ?? new Uint8Array()))).toEqual({ ...webConfig, commit: "c1" });
    expect(state.app.customHeaders).toContain(`connect-src 'self' ${webConfig.apiUrl} `);
    expect(state.jobs).toEqual([{ jobId: "1", status: "SUCCEED" }]);
  });

  test("prints the site's address and the remaining manual steps", async () => {
    const { state, deploy } = await createOperator();
    state.productionMail = false;
    const { printed } = await deploy();
    expect(printed).toContain("The stage trial is served at https://app.example.com");
    const [, todo = "", unchecked = ""] = printed.split(
      /Left to do, by a person:|Not checked, because no API reports it/,
    );
    expect(todo).toContain("Open the link that SES emailed to hello@interpreters.test");
    expect(todo).toContain("https://eu-west-1.console.aws.amazon.com/ses/home?region=eu-west-1#/account");
    expect(todo).toContain("No alarm reaches alarms@interpreters.test yet: open the link that AWS emailed there");
    expect(unchecked).toContain("https://dashboard.stripe.com/test/revenue_recovery/retries");
    expect(printed).not.toContain("google");
  });

  test("registers the mail domain with SES, and prints the domain's DNS records", async () => {
    const { deploy } = await createOperator();
    const own = { config: { ...config, mail: { ...config.mail, domain: "interpreters.test" } } };
    const { calls, printed } = await deploy(own);
    expect(findChanges(calls).slice(2, 4)).toEqual(["POST /v2/email/identities", "PUT /v2/email/identities"]);
    for (const record of [
      "t1._domainkey.interpreters.test CNAME t1.dkim.amazonses.com",
      "t2._domainkey.interpreters.test CNAME t2.dkim.amazonses.com",
      "bounces.interpreters.test MX 10 feedback-smtp.eu-west-1.amazonses.com",
      'bounces.interpreters.test TXT "v=spf1 include:amazonses.com ~all"',
    ]) {
      expect(printed).toContain(record);
    }
    expect(findChanges((await deploy(own)).calls)).not.toContain("PUT /v2/email/identities");
  });

  test("uploads a given content pack, and a second deploy invalidates the cache of replaced files", async () => {
    const { bucket, deploy, state } = await createOperator();
    const files = await createSamplePack();
    const first = await deploy({ contentDirectory: await writeFiles(files) });
    expect([first.code, (await bucket.names()).length]).toEqual([0, 10]);
    expect(first.printed).toContain("Content: 10 uploaded, 0 unchanged.");
    expect(state.invalidations).toEqual([]);

    files.set("nepali/metadata.json", JSON.stringify([{ id: "health", name: "At the doctor's" }]));
    const second = await deploy({ contentDirectory: await writeFiles(files) });
    expect(second.printed).toContain("Content: 1 uploaded, 9 unchanged.");
    expect(state.invalidations).toEqual([{ distribution: "E1CONTENT", paths: ["/nepali/metadata.json"] }]);
  });

  test("stores Google's client secret before it deploys the stack that reads the secret", async () => {
    const { state, deploy } = await createOperator();
    const google = { google: { clientId: "1.apps.googleusercontent.com" } };
    const given = { stripeApiKey: "sk_test_1", googleClientSecret: "GOCSPX-1" };
    const { calls, printed } = await deploy({ config: { ...config, ...google }, given });
    expect(state.secrets.get("parlance-trial/google")).toBe('{"clientSecret":"GOCSPX-1"}');
    expect(calls.indexOf("CreateSecret")).toBeLessThan(calls.indexOf(prepareStack));
    expect(calls).toContain("CreateSecret");
    expect(printed).toContain("https://console.cloud.google.com/apis/credentials");
    expect(printed).not.toContain("GOCSPX-1");
  });
});

describe("a deploy that is repeated", () => {
  test("executes no change set and uploads no site if everything is up to date", async () => {
    const { deploy, stripe, preview } = await deployed();
    preview.changes = [];
    const before = stripe.posts().length;
    const { code, calls, printed } = await deploy({
      given: { stripeApiKey: undefined, googleClientSecret: undefined },
    });
    expect([code, findChanges(calls)]).toEqual([0, ["build", prepareStack, "DeleteChangeSet", "PutParameter"]]);
    expect(printed).toContain("Web app: unchanged, so not uploaded.");
    expect(
      stripe
        .posts()
        .slice(before)
        .map(([call]) => call),
    ).toEqual(["POST /v1/billing_portal/configurations/bpc_1"]);
  });

  test("uploads a changed site, and waits until the site is served", async () => {
    const { deploy, site, state } = await deployed();
    writeFileSync(join(site, "index.html"), "<!doctype html><title>Another</title>");
    const { calls } = await deploy();
    expect(findChanges(calls)).toEqual(["build", ...deployStack, ...uploading, "POST /tags", "PutParameter"]);
    expect(state.jobs.at(-1)).toEqual({ jobId: "2", status: "SUCCEED" });
  });

  test("uploads the site again if Amplify's headers differ from the stage's headers", async () => {
    const { deploy, state } = await deployed();
    state.app.customHeaders = "customHeaders:";
    const { calls } = await deploy();
    expect(findChanges(calls)).toEqual([
      "build",
      ...deployStack,
      "POST /apps",
      ...uploading,
      "POST /tags",
      "PutParameter",
    ]);
  });
});

describe("a deploy of a stage with rollback alarms", () => {
  const alarms = [
    "arn:aws:cloudwatch:eu-west-1:111111111111:alarm:a",
    "arn:aws:cloudwatch:eu-west-1:111111111111:alarm:b",
  ];
  const preparing = (calls: readonly string[]) => calls.find((call) => call.includes("prepare-change-set"));

  async function deployedWithAlarms() {
    const outputs = { ...stackOutputs, RollbackAlarms: alarms.join(",") };
    const at = await createOperator({ createStack: () => ({ status: "UPDATE_COMPLETE", outputs }) });
    return { ...at, first: await at.deploy() };
  }

  test("passes the alarms to CDK as rollback triggers, except in the first deploy", async () => {
    const { first, deploy } = await deployedWithAlarms();
    expect(preparing(first.calls)).not.toContain("rollback-trigger");
    const triggers = alarms.map((arn) => `--rollback-trigger-alarm-arns ${arn}`).join(" ");
    expect(preparing((await deploy()).calls)).toContain(` ${triggers} --monitoring-time-minutes 20 `);
  });

  test("ignores the alarms at the operator's request", async () => {
    const { deploy } = await deployedWithAlarms();
    expect(preparing((await deploy({ ignoresAlarms: true })).calls)).toContain(
      " --rollback-trigger-alarm-arns none --monitoring-time-minutes 0 ",
    );
  });
});

describe("a change set", () => {
  const table = (change: Partial<FakeChange>): FakeChange => ({
    Action: "Modify",
    LogicalResourceId: "Dataprofiles1",
    ResourceType: "AWS::DynamoDB::GlobalTable",
    ...change,
  });

  test("that changes two functions in place is printed as one line with their number", async () => {
    const { deploy, preview } = await deployed();
    preview.changes = [changedFunction, { ...changedFunction, LogicalResourceId: "Function2" }];
    const { printed } = await deploy();
    expect(printed).toContain("CloudFormation is going to:\n  change 2 × AWS::Lambda::Function\n");
  });

  test.each([
    ["replaces a table", table({ Replacement: "True" }), "replace"],
    ["may replace a table", table({ Replacement: "Conditional" }), "replace"],
    ["deletes a table", table({ Action: "Remove" }), "delete"],
  ])("that %s is refused and deleted", async (_, change, effect) => {
    const { deploy, preview } = await deployed();
    preview.changes = [change, changedFunction];
    const { code, calls, printed } = await deploy();
    expect([code, findChanges(calls)]).toEqual([1, ["build", prepareStack, "DeleteChangeSet"]]);
    expect(printed).toContain(
      [
        "✗ Stack failed. The deploy would lose resources that hold learners' data or a known address:",
        `  ${effect} Dataprofiles1 (AWS::DynamoDB::GlobalTable)`,
        "The stack was not changed. If you mean to lose them, add to your command: --allow-replacement Dataprofiles1",
      ].join("\n"),
    );
  });

  test("that replaces a table is executed if the operator names the table", async () => {
    const { deploy, preview } = await deployed();
    preview.changes = [table({ Replacement: "True" })];
    expect((await deploy({ allowedReplacements: ["Dataprofiles2"] })).code).toBe(1);
    const { code, calls, printed } = await deploy({ allowedReplacements: ["Dataprofiles1"] });
    expect([code, findChanges(calls)]).toEqual([0, ["build", ...deployStack, "PutParameter"]]);
    expect(printed).toContain("  replace Dataprofiles1 (AWS::DynamoDB::GlobalTable)");
  });
});

describe("a deploy", () => {
  test("reports the failed step and the reason, and a second deploy completes that step", async () => {
    const at = await createOperator();
    at.state.failures.set(
      "POST /apps/branches/deployments/start",
      at.refused("InternalFailureException", "no luck", 500),
    );
    const broken = await at.deploy();
    expect(broken.code).toBe(1);
    expect(broken.printed.split("\n").slice(-2)).toEqual([
      "✗ Web app failed. AWS refused with InternalFailureException: no luck",
      "The steps before it are done. Fix this, then repeat the command with the same options.",
    ]);
    expect(at.state.jobs).toEqual([{ jobId: "1", status: "CREATED" }]);
    Object.assign(at.account, completeAccount);

    const { code, calls } = await at.deploy();
    expect(code).toBe(0);
    // Amplify accepts no new deployment until the interrupted deployment is stopped.
    expect(findChanges(calls)).toEqual([
      "build",
      ...deployStack,
      "DELETE /apps/branches/jobs",
      ...uploading,
      "POST /tags",
      "PutParameter",
    ]);
    expect(at.state.jobs.map(({ status }) => status)).toEqual(["CANCELLED", "SUCCEED"]);
  });

  test.each(["CREATE_FAILED", "UPDATE_FAILED"])(
    "executes the change set with --no-rollback if the stack is in the state %s",
    async (stackStatus) => {
      const at = await deployed();
      at.state.stackStatus = stackStatus;
      const { code, calls } = await at.deploy();
      expect(code).toBe(0);
      expect(findChanges(calls)).toEqual(expect.arrayContaining(buildStack));
    },
  );

  test("reports an unreachable upload address", async () => {
    const at = await createOperator();
    const nowhere = JSON.stringify({ jobId: "1", fileUploadUrls: {}, zipUploadUrl: "http://127.0.0.1:2/upload/1" });
    at.state.failures.set("POST /apps/branches/deployments", { body: nowhere });
    const { code, printed } = await at.deploy();
    expect([code, printed.split("\n").at(-2)]).toEqual([
      1,
      expect.stringMatching(/^✗ Web app failed\. The network failed: .*ECONNREFUSED.*\. Check the connection/),
    ]);
  });

  test("changes nothing in the AWS account when the web app cannot be built", async () => {
    const { deploy } = await createOperator();
    const failure = new CommandError("The web app cannot be built: no such module");
    const { code, calls, printed } = await deploy({ buildSite: () => Promise.reject(failure) });
    expect([code, findChanges(calls)]).toEqual([1, []]);
    expect(printed).toContain("✗ Build failed. The web app cannot be built: no such module");
  });

  test("does not prepare the stack when cdk bootstrap fails", async () => {
    const { state, deploy } = await createOperator();
    state.cdkExitCode = 1;
    const { code, calls, printed } = await deploy();
    expect(code).toBe(1);
    expect(printed).toContain(
      "✗ Preparing the account failed. cdk bootstrap failed with exit code 1: see its output above.",
    );
    expect(calls).not.toContain(prepareStack);
  });

  test("stores the webhook's secret even if the setup of the customer portal then fails", async () => {
    const refusal = failed(400, { type: "invalid_request_error", message: "No portal today" });
    const at = await createOperator({ stripeAnswers: { "GET /v1/billing_portal/configurations": refusal } });
    const { code, printed } = await at.deploy();
    expect([code, printed.split("\n").at(-2)]).toEqual([1, "✗ Payments failed. Stripe refused: No portal today"]);
    expect(at.state.secrets.get(stripeSecret)).toContain("whsec_new");
  });

  test("replaces the webhook endpoint if its secret is lost, and disables the old endpoint", async () => {
    const { deploy, state, stripe } = await deployed();
    state.secrets.set(stripeSecret, JSON.stringify({ apiKey: "sk_test_1" }));
    const before = stripe.posts().length;
    expect((await deploy()).code).toBe(0);
    const posts = stripe.posts().slice(before);
    expect(posts.map(([call]) => call).slice(0, 2)).toEqual([
      "POST /v1/webhook_endpoints",
      "POST /v1/webhook_endpoints/we_1",
    ]);
    expect(posts[1]?.[1]).toEqual({ disabled: "true" });
    expect(state.secrets.get(stripeSecret)).toContain("whsec_new");
  });
});

describe("an AWS session that expires during a deploy", () => {
  const sentence = "The AWS session has expired: log in again (aws sso login, or new keys in the environment).";

  test.each([
    ["deploy", "Stack"],
    ["PutSecretValue", "Payments"],
    ["POST /apps/branches/deployments", "Web app"],
  ])("is reported at the call %s of the step %s, and a deploy with a new session succeeds", async (call, step) => {
    const at = await createOperator();
    at.state.expiredFrom = call;
    const { code, printed } = await at.deploy();
    expect([code, printed.split("\n").at(-2)]).toEqual([1, `✗ ${step} failed. ${sentence}`]);
    at.state.expiredFrom = null;
    expect((await at.deploy()).code).toBe(0);
  });
});
