import { describe, expect, test, vi } from "vitest";
import { createStripeSetupCommand } from "../../../operations/stripe/main.ts";
import { appOrigin, completeAccount, startScriptedAccount, webhookUrl } from "../../support/stripe-account.ts";
import { failed, ok, startScriptedStripe } from "../../support/stripe-server.ts";

const given = { apiKey: "sk_test_1", webhookUrl, appOrigin };
const usage =
  "Usage: STRIPE_API_KEY=sk_… npm run stripe:setup -- --app-origin https://… " +
  "[--webhook-url https://…/webhooks/stripe]\n";

type Given = {
  apiKey?: string | undefined;
  apiUrl?: string;
  webhookUrl?: string | undefined;
  appOrigin?: string | undefined;
};

async function run({ apiKey, apiUrl, webhookUrl, appOrigin }: Given) {
  const args = Object.entries({ "--webhook-url": webhookUrl, "--app-origin": appOrigin });
  const printed = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    vi.spyOn(process[stream], "write").mockImplementation((text) => {
      printed[stream] += String(text);
      return true;
    });
  }
  const code = await createStripeSetupCommand({ STRIPE_API_KEY: apiKey, STRIPE_API_URL: apiUrl })
    .run(args.flatMap(([name, value]) => (value === undefined ? [] : [name, value])))
    .finally(() => vi.restoreAllMocks());
  return { code, ...printed };
}

describe("the set-up of Stripe", () => {
  test("prints a line for each object, and a line for the secret of a new webhook", async () => {
    const { url } = await startScriptedAccount({ ...completeAccount, endpoints: [] });
    const { code, stdout, stderr } = await run({ ...given, apiUrl: url });
    expect([code, stderr]).toEqual([0, ""]);
    const lines = stdout.split("\n");
    expect(lines).toHaveLength(13);
    expect(lines[0]).toBe("unchanged product parlance_plus");
    for (const line of lines.slice(0, 9)) expect(line).toMatch(/^unchanged (product|price) parlance_\w+$/);
    expect(lines.slice(9)).toEqual([
      `created   webhook endpoint ${webhookUrl}`,
      "          Its signing secret, shown only this once. webhookSecret: whsec_new",
      "updated   customer portal",
      "",
    ]);
  });

  test("prints no secret of an existing webhook, and no webhook line without a webhook address", async () => {
    const { url } = await startScriptedAccount(completeAccount);
    expect((await run({ ...given, apiUrl: url })).stdout).not.toMatch(/secret|undefined/);
    const { code, stdout } = await run({ ...given, webhookUrl: undefined, apiUrl: url });
    expect([code, stdout.includes("webhook")]).toEqual([0, false]);
  });

  test.each([
    ["a missing key", { apiKey: undefined }],
    ["an empty key", { apiKey: "" }],
    ["a missing address of the app", { appOrigin: undefined }],
    ["an invalid address of the app", { appOrigin: "app.example.com" }],
    ["an invalid address of the webhook", { webhookUrl: "/webhooks/stripe" }],
  ])("exits with 2 and its usage for %s, and does not call Stripe", async (_, change) => {
    const { url, requests } = await startScriptedAccount(completeAccount);
    expect(await run({ ...given, apiUrl: url, ...change })).toEqual({ code: 2, stdout: "", stderr: usage });
    expect(requests).toEqual([]);
  });

  test("exits with 1 and Stripe's message if Stripe refuses the API key", async () => {
    const refused = failed(401, { type: "invalid_request_error", message: "Invalid API Key provided: sk_test_*" });
    const { url } = await startScriptedStripe({ "GET /v1/products": refused });
    const stderr = "Stripe refused: Invalid API Key provided: sk_test_*\n";
    expect(await run({ ...given, apiUrl: url })).toEqual({ code: 1, stdout: "", stderr });
  });

  test("fails if the server of an https address has no TLS", async () => {
    const { url, requests } = await startScriptedAccount(completeAccount);
    const { code, stderr } = await run({ ...given, apiUrl: url.replace("http:", "https:") });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^Stripe could not be reached: .*connection/)]);
    expect(requests).toEqual([]);
  });

  test("rethrows an unexpected error", async () => {
    const { url } = await startScriptedStripe({ "GET /v1/products": ok({ object: "list", data: null }) });
    await expect(run({ ...given, apiUrl: url })).rejects.toThrow(TypeError);
  });
});
