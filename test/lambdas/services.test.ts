import { CreateSecretCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { tableNames } from "../../domain/tables.ts";
import { openState } from "../../fakes/foundation/state.ts";
import { startSecretsManager } from "../../fakes/secrets-manager/secrets-manager.ts";
import { list, ok, startScriptedStripe } from "../support/stripe-server.ts";

const variables = [
  ...tableNames.map((table) => `${table.toUpperCase()}_TABLE`),
  "USER_POOL_ID",
  "CONTENT_ORIGIN",
  "CONTENT_KEY_PAIR_ID",
  "CONTENT_KEY_SECRET",
  "CONTENT_DISTRIBUTION",
  "APP_ORIGINS",
  "STRIPE_SECRET",
  "EVENT_BUS",
  "CONNECTIONS_URL",
  "USER_POOL_ISSUER",
  "USER_POOL_CLIENT_ID",
  "EXPORT_BUCKET",
  "SHARED_AUDIO_BUCKET",
  "MAIL_SENDER",
  "MAIL_CONFIGURATION_SET",
  "SUPPORT_EMAIL",
  "API_URL",
  "REALTIME_URL",
];

beforeEach(() => {
  vi.resetModules();
  for (const name of variables) vi.stubEnv(name, "");
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
});

const load = () => import("../../lambdas/services.ts");

describe("the services of the handlers", () => {
  test("load without environment variables, and so does each handler", async () => {
    await expect(load()).resolves.toBeDefined();
    const handlers = import.meta.glob("../../lambdas/{api,events,identity,realtime,schedule,webhooks}/*.ts");
    expect(Object.keys(handlers).length).toBeGreaterThan(20);
    for (const loadHandler of Object.values(handlers)) expect(await loadHandler()).toHaveProperty("handler");
  });

  test.each([
    ["profiles", "PROFILES_TABLE"],
    ["subscriptions", "SUBSCRIPTIONS_TABLE"],
    ["progress", "USER_PROGRESS_TABLE"],
    ["completedScenarios", "COMPLETED_SCENARIOS_TABLE"],
    ["examAttempts", "EXAM_ATTEMPTS_TABLE"],
    ["studyChanges", "STUDY_CHANGES_TABLE"],
    ["examMarkings", "EXAM_ATTEMPTS_TABLE"],
    ["closedAccounts", "CLOSED_ACCOUNTS_TABLE"],
    ["exportFiles", "EXPORT_BUCKET"],
    ["sharedAudio", "SHARED_AUDIO_BUCKET"],
    ["shares", "SHARES_TABLE"],
    ["shareGuests", "SHARES_TABLE"],
    ["shareReports", "SHARES_TABLE"],
    ["shareComments", "SHARES_TABLE"],
    ["shareLedger", "SHARES_TABLE"],
    ["shareTeachers", "SHARES_TABLE"],
    ["feedbackNotices", "SHARES_TABLE"],
    ["shareLinks", "SHARE_LINKS_TABLE"],
    ["inboxes", "INBOXES_TABLE"],
    ["mailer", "MAIL_SENDER"],
    ["supportEmail", "SUPPORT_EMAIL"],
    ["canaryAccount", "USER_POOL_ID"],
    ["learnerApp", "API_URL"],
    ["users", "USER_POOL_ID"],
    ["contentSigner", "CONTENT_ORIGIN"],
    ["contentMetrics", "CONTENT_DISTRIBUTION"],
    ["appOrigins", "APP_ORIGINS"],
    ["payments", "STRIPE_SECRET"],
    ["bus", "EVENT_BUS"],
    ["connections", "CONNECTIONS_TABLE"],
    ["callCounts", "CALL_COUNTS_TABLE"],
  ] as const)(
    "include %s, which throws without its environment variable and is created once",
    async (name, variable) => {
      const service = (await load())[name];
      expect(service).toThrow(`The environment variable ${variable} is not set`);
      for (const each of variables) vi.stubEnv(each, "given");
      vi.stubEnv("AWS_REGION", "local");
      const made = service();
      vi.stubEnv(variable, "");
      expect(service()).toBe(made);
    },
  );

  test("call Stripe at the address in the environment with the key in the secret", async () => {
    const { url, requests } = await startScriptedStripe({
      "GET /v1/billing_portal/configurations": list({ id: "bpc_1", metadata: { app: "parlance" } }),
      "POST /v1/billing_portal/sessions": ok({ url: "https://billing.example/1" }),
    });
    const secrets = await startSecretsManager({ port: 0, state: openState(":memory:") });
    onTestFinished(secrets.close);
    const access = { AWS_REGION: "local", AWS_ACCESS_KEY_ID: "local", AWS_SECRET_ACCESS_KEY: "local" };
    const places = { AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url, STRIPE_API_URL: url, STRIPE_SECRET: "payments" };
    for (const [name, value] of Object.entries({ ...access, ...places })) vi.stubEnv(name, value);
    const SecretString = JSON.stringify({ apiKey: "sk_test_kept", webhookSecret: "whsec_kept" });
    await new SecretsManagerClient({}).send(new CreateSecretCommand({ Name: "payments", SecretString }));
    const { payments } = await load();
    expect(await payments().openPortal("cus_1", "https://app.example/profile")).toBe("https://billing.example/1");
    expect(requests.at(-1)).toMatchObject({ call: "POST /v1/billing_portal/sessions", apiKey: "sk_test_kept" });
  });

  test("use the system's clock until a test replaces it", async () => {
    const { clock, replaceClock } = await load();
    const before = Date.now();
    expect(clock().now().getTime()).toBeGreaterThanOrEqual(before);
    const now = new Date("2026-12-31T00:00:00.000Z");
    replaceClock({ now: () => now });
    expect(clock().now()).toBe(now);
  });
});
