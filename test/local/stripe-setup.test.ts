import { execFile } from "node:child_process";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openState } from "../../fakes/foundation/state.ts";
import { startStripe } from "../../fakes/stripe/stripe.ts";
import { stripeBusiness } from "../../local/start-payments.ts";

const root = join(import.meta.dirname, "..", "..");
const apiKey = "sk_test_setup";
const args = ["--webhook-url", "https://api.example.com/webhooks/stripe", "--app-origin", "https://app.example.com"];
let stripe: Awaited<ReturnType<typeof startStripe>>;

beforeEach(async () => {
  const webhook = { url: () => "http://127.0.0.1:9/", secret: "whsec_unused" };
  stripe = await startStripe({
    port: 0,
    state: openState(":memory:"),
    now: () => new Date(),
    business: stripeBusiness,
    apiKey,
    webhook,
  });
});
afterEach(() => stripe.close());

type Printed = { code: number; stdout: string; stderr: string };

const setUp = (given: readonly string[], key: string | undefined = apiKey) =>
  new Promise<Printed>((resolve) => {
    const { STRIPE_API_KEY: _, ...environment } = process.env;
    const env = { ...environment, STRIPE_API_URL: stripe.url, ...(key ? { STRIPE_API_KEY: key } : {}) };
    execFile(process.execPath, ["operations/stripe/main.ts", ...given], { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });

test("the set-up of Stripe creates a missing webhook endpoint, and creates nothing when it is repeated", async () => {
  const first = await setUp(args);
  expect(first.stderr).toBe("");
  expect(first.code).toBe(0);
  expect(first.stdout).toMatch(/created\s+webhook endpoint https:\/\/api\.example\.com\/webhooks\/stripe/);
  expect(first.stdout).toMatch(/webhookSecret: whsec_/);
  for (const plan of ["plus", "pro", "premium"]) {
    expect(first.stdout).toContain(`price parlance_${plan}_monthly`);
    expect(first.stdout).toContain(`price parlance_${plan}_once`);
  }
  const second = await setUp(args);
  expect(second.stdout).not.toContain("created");
  expect(second.stdout).not.toContain("whsec_");
  expect(second.stdout).toMatch(/unchanged price parlance_pro_monthly/);
});

test("the set-up of Stripe without a webhook URL reports the customer portal, but no webhook", async () => {
  const { code, stdout } = await setUp(args.slice(2));
  expect(code).toBe(0);
  expect(stdout).toContain("customer portal");
  expect(stdout).not.toContain("webhook");
});

test("the set-up of Stripe shows its usage if the key or origin is missing, and reports a refused key", async () => {
  expect(await setUp(args, "")).toMatchObject({ code: 2, stderr: expect.stringContaining("Usage:") });
  expect(await setUp(args.slice(0, 2))).toMatchObject({ code: 2, stderr: expect.stringContaining("Usage:") });
  expect(await setUp(args, "sk_test_other")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Stripe refused"),
  });
});
