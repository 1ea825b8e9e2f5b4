import { parseArgs } from "node:util";
import { runStripeSetup } from "../lib/stripe/command.ts";

const { values } = parseArgs({
  options: { "webhook-url": { type: "string" }, "app-origin": { type: "string" } },
});

process.exitCode = await runStripeSetup({
  apiKey: process.env["STRIPE_API_KEY"],
  apiUrl: process.env["STRIPE_API_URL"],
  webhookUrl: values["webhook-url"],
  appOrigin: values["app-origin"],
});
