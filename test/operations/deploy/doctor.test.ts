import { describe, expect, test, vi } from "vitest";
import { createAwsClients } from "../../../operations/stage/aws.ts";
import { createSamplePack, writeFiles } from "../../content/sample-pack.ts";
import { failed } from "../../support/stripe-server.ts";
import { config, createOperator, findChanges, stackOutputs, stripeSecret } from "../support/operator.ts";

const key = (stripeApiKey: string | undefined) => ({ given: { stripeApiKey, googleClientSecret: undefined } });
const problemsIn = (printed: string) => printed.split("\n").filter((line) => line.startsWith("✗ "));
const adviceIn = (printed: string) => printed.split("\n").filter((line) => line.startsWith("! "));

async function createPreparedOperator(...given: Parameters<typeof createOperator>) {
  const at = await createOperator(...given);
  at.state.bootstrapped = true;
  at.state.identities.set(config.mail.sender, { verified: true });
  return at;
}

describe("a stage that can be deployed", () => {
  test("causes exit code 0, and the doctor changes nothing", async () => {
    const { code, calls, printed } = await (await createPreparedOperator()).doctor();
    expect([code, printed]).toEqual([0, "✓ The stage trial can be deployed."]);
    expect(findChanges(calls)).toEqual([]);
  });

  test("causes exit code 0 even if the doctor has advice", async () => {
    const { state, doctor } = await createOperator();
    Object.assign(state, { productionMail: false, concurrency: 10, distributions: 0 });
    const { code, printed } = await doctor();
    expect([code, problemsIn(printed)]).toEqual([0, []]);
    expect(adviceIn(printed)).toEqual([
      "! The account is not prepared for CDK in eu-west-1 yet: npm run deploy does that.",
      expect.stringMatching(
        /^! This account runs at most 10 handlers at once.*https:\/\/eu-west-1\.console.*L-B99A9384$/,
      ),
      expect.stringMatching(/^! This account has no CloudFront distribution yet\..*support\/home#\/case\/create.*free/),
      "! SES has not verified hello@interpreters.test yet: see the steps at the end of a deploy.",
      "! SES keeps this account in its sandbox, where it sends only to verified addresses.",
    ]);
  });
});

describe("a stack", () => {
  const command = (name: string) => `run aws cloudformation ${name} --region eu-west-1 --stack-name parlance-trial`;

  // https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/view-stack-events.html lists the states.
  test.each([
    ["CREATE_COMPLETE", []],
    ["CREATE_FAILED", []],
    ["REVIEW_IN_PROGRESS", []],
    ["UPDATE_ROLLBACK_COMPLETE", []],
    ["DELETE_IN_PROGRESS", ["✗ parlance-trial is already being changed (DELETE_IN_PROGRESS): wait until that ends."]],
    [
      "UPDATE_ROLLBACK_FAILED",
      [`✗ parlance-trial could not be rolled back (UPDATE_ROLLBACK_FAILED): ${command("continue-update-rollback")}`],
    ],
    [
      "ROLLBACK_FAILED",
      [
        `✗ parlance-trial was only partly deleted (ROLLBACK_FAILED): turn off the deletion protection of the resources in its events, then ${command("delete-stack")}`,
      ],
    ],
  ])("is reported with the next step only if its state prevents a deploy: %s", async (stackStatus, problems) => {
    const { state, doctor } = await createPreparedOperator();
    Object.assign(state, { outputs: { ...stackOutputs }, stackStatus });
    const { printed } = await doctor(key("sk_test_1"));
    expect(problemsIn(printed)).toEqual(problems);
  });
});

describe("the doctor", () => {
  test("stops a deploy with six faults before any change, and lists each fault", async () => {
    const { state, deploy } = await createPreparedOperator();
    Object.assign(state, {
      services: ["lambda", "dynamodb", "ses"],
      outputs: { ...stackOutputs },
      stackStatus: "UPDATE_IN_PROGRESS",
    });
    const placeholders = { ...config, mail: { ...config.mail, support: "support@parlance.example" } };
    const operatorWords = { name: "[Name of the operator]", email: "desk@interpreters.test" };
    const { code, calls, printed } = await deploy({
      ...key("sk_live_1"),
      config: placeholders,
      operator: operatorWords,
    });
    expect(code).toBe(1);
    expect(problemsIn(printed)).toEqual([
      "✗ stages/trial.json: mail.support is reserved for examples and reaches nobody: replace it with your own.",
      '✗ web/src/features/legal/operator.ts: name is still "[Name of the operator]": enter who runs the site.',
      '✗ STRIPE_API_KEY is a live key, but payments in stages/trial.json is "test": set a test key, or change the stage.',
      "✗ AWS has no Amplify Hosting in eu-west-1: choose another region in stages/trial.json.",
      "✗ AWS has no Cognito user pools in eu-west-1: choose another region in stages/trial.json.",
      "✗ parlance-trial is already being changed (UPDATE_IN_PROGRESS): wait until that ends.",
    ]);
    expect(printed).toContain("Problems: 6. Nothing was changed.");
    expect(findChanges(calls)).toEqual([]);
  });

  test.each([
    [
      "a test key on a stage for real money",
      "sk_test_1",
      "live",
      /STRIPE_API_KEY is a test key, but payments .* is "live"/,
    ],
    ["a restricted live key on a test stage", "rk_live_1", "test", /STRIPE_API_KEY is a live key/],
    [
      "a publishable key",
      "pk_test_1",
      "test",
      /STRIPE_API_KEY is not a secret key of Stripe: it has to begin with sk_test_ or rk_test_/,
    ],
    ["no given or stored key", undefined, "live", /There is no Stripe key: set STRIPE_API_KEY=sk_live_…/],
  ] as const)("refuses a deploy with %s", async (_, stripeApiKey, payments, sentence) => {
    const { code, printed } = await (await createPreparedOperator()).doctor({
      ...key(stripeApiKey),
      config: { ...config, payments },
    });
    expect([code, problemsIn(printed)]).toEqual([1, [expect.stringMatching(sentence)]]);
    if (stripeApiKey) expect(printed).not.toContain(stripeApiKey);
  });

  test("refuses a stored live key on a test stage if no other key is given", async () => {
    const { state, doctor } = await createPreparedOperator();
    state.outputs = { ...stackOutputs };
    state.secrets.set(stripeSecret, '{"apiKey":"sk_live_1","webhookSecret":"whsec_1"}');
    const { printed } = await doctor(key(undefined));
    expect(problemsIn(printed)).toEqual([expect.stringMatching(/^✗ The stored Stripe key is a live key/)]);
  });

  test("refuses a deploy with a key that Stripe does not know", async () => {
    const refusal = failed(401, { type: "invalid_request_error", message: "Invalid API Key provided" });
    const { doctor } = await createPreparedOperator({ stripeAnswers: { "GET /v1/products": refusal } });
    expect(problemsIn((await doctor()).printed)).toEqual(["✗ Stripe refused: Invalid API Key provided"]);
  });

  test("refuses incomplete settings of log-in through Google, and accepts a stored client secret", async () => {
    const { state, doctor } = await createPreparedOperator();
    const google = { clientId: "1.apps.googleusercontent.com" };
    const without = await doctor({ config: { ...config, google } });
    expect(problemsIn(without.printed)).toEqual([
      expect.stringMatching(/set GOOGLE_CLIENT_SECRET=… in the environment for the first deploy\.$/),
    ]);
    const given = { stripeApiKey: "sk_test_1", googleClientSecret: "GOCSPX-1" };
    expect(problemsIn((await doctor({ given })).printed)).toEqual([
      expect.stringMatching(/has no google: add the client id there/),
    ]);
    state.secrets.set("parlance-trial/google", '{"clientSecret":"GOCSPX-1"}');
    expect((await doctor({ config: { ...config, google } })).code).toBe(0);
  });

  test("refuses a stage that sends codes from an address unknown to SES", async () => {
    const { state, doctor } = await createPreparedOperator();
    state.identities.clear();
    const mail = { ...config.mail, sendsCodes: true };
    expect(problemsIn((await doctor({ config: { ...config, mail } })).printed)).toEqual([
      "✗ SES has not verified hello@interpreters.test yet: see the steps at the end of a deploy. Until then, remove sendsCodes from stages/trial.json.",
    ]);
  });

  test("refuses a missing pack, and a pack that lists a dialogue under the wrong topic", async () => {
    const files = await createSamplePack();
    const scenarios = [...files.keys()].find((name) => /^nepali\/health\/metadata\.json$/.test(name)) ?? "";
    files.set(scenarios, Buffer.from(JSON.stringify([{ id: "legal-1", scenario: "A case" }])));
    const contentDirectory = await writeFiles(files);
    const { code, printed } = await (await createPreparedOperator()).doctor({ contentDirectory });
    expect(code).toBe(1);
    expect(printed).toContain('nepali/health/metadata.json: lists "legal-1", whose prefix belongs to legal');
    expect((await (await createPreparedOperator()).doctor({ contentDirectory: "/nowhere" })).printed).toContain(
      "✗ There is no pack at /nowhere: correct --content.",
    );
  });
});

describe("AWS credentials", () => {
  test("that have expired are reported once, together with faults found without AWS", async () => {
    const { state, doctor } = await createPreparedOperator();
    state.expiredFrom = "*";
    const { code, calls, printed } = await doctor({ ...key("sk_live_1") });
    expect(code).toBe(1);
    expect(problemsIn(printed)).toEqual([
      expect.stringMatching(/^✗ STRIPE_API_KEY is a live key/),
      "✗ The AWS session has expired: log in again (aws sso login, or new keys in the environment).",
    ]);
    expect(calls).toEqual(["GetCallerIdentity"]);
  });

  test("that are missing are reported once", async () => {
    const { doctor } = await createPreparedOperator();
    for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE"]) vi.stubEnv(name, undefined);
    vi.stubEnv("AWS_EC2_METADATA_DISABLED", "true");
    vi.stubEnv("AWS_SHARED_CREDENTIALS_FILE", "/nowhere");
    vi.stubEnv("AWS_CONFIG_FILE", "/nowhere");
    expect(problemsIn((await doctor()).printed)).toEqual([expect.stringMatching(/^✗ No AWS credentials were found: /)]);
  });

  test("that cannot be checked are reported as a network failure", async () => {
    const at = await createPreparedOperator();
    vi.stubEnv("AWS_ENDPOINT_URL", "http://127.0.0.1:9");
    const { printed } = await at.doctor({ aws: createAwsClients(config.region), stripeApiUrl: "http://127.0.0.1:9" });
    expect(problemsIn(printed)).toEqual([
      expect.stringMatching(/^✗ Stripe could not be reached: /),
      expect.stringMatching(
        /^✗ The network failed: .*ECONNREFUSED.*\. Check the connection, and the region in the stage's file/,
      ),
    ]);
  });

  test("that lack a permission are reported with the refused action", async () => {
    const { state, refused, doctor } = await createPreparedOperator();
    state.failures.set(
      "GET /v2/email/account",
      refused("AccessDeniedException", "not authorized to perform ses:GetAccount", 403),
    );
    expect(problemsIn((await doctor()).printed)).toEqual([
      "✗ These AWS credentials lack a permission: not authorized to perform ses:GetAccount",
    ]);
  });
});
