import { stripeSetupIn } from "../lib/stripe/command.ts";

process.exitCode = await stripeSetupIn(process.env).run(process.argv.slice(2));
