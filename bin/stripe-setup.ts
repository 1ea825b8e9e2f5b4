import { parseArgs } from "node:util";
import { runCommand } from "../lib/command-line.ts";
import { runStripeSetup, stripeSetupUsage } from "../lib/stripe/command.ts";

await runCommand(stripeSetupUsage, async () => {
  const { values } = parseArgs({ options: { "webhook-url": { type: "string" }, "app-origin": { type: "string" } } });
  return runStripeSetup({
    apiKey: process.env["STRIPE_API_KEY"],
    apiUrl: process.env["STRIPE_API_URL"],
    webhookUrl: values["webhook-url"],
    appOrigin: values["app-origin"],
  });
});
