import { rmSync } from "node:fs";
import { join } from "node:path";
import { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { stackNameOf } from "../../lib/names.ts";
import { readStage, stageDirectory } from "../../lib/stages.ts";
import { createCommand, UsageError } from "../command-line/command.ts";
import { runProgram } from "../command-line/run-program.ts";
import { createAwsClients } from "../stage/aws.ts";
import { createStripeSetupClient } from "../stripe/main.ts";
import { deleteStage } from "./delete-stage.ts";
import { requireThrowAwayName, writeThrowAwayStage } from "./stage-file.ts";

const usage = `npm run throw-away -- create --stage run-NUMBER --region REGION --email ADDRESS
       npm run throw-away -- delete --stage run-NUMBER`;

function destroyStack(stage: string, region: string): Promise<number> {
  const args = ["destroy", stackNameOf(stage), "--force", "--context", `stage=${stage}`];
  return runProgram("cdk", args, { AWS_REGION: region, AWS_DEFAULT_REGION: region });
}

async function deleteWebhook(url: string): Promise<void> {
  const apiKey = process.env["STRIPE_API_KEY"];
  if (!apiKey) throw new Error("There is no Stripe key: set STRIPE_API_KEY.");
  const stripe = createStripeSetupClient(apiKey, process.env["STRIPE_API_URL"]);
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) {
    if (endpoint.url === url) await stripe.webhookEndpoints.del(endpoint.id);
  }
}

export const throwAwayCommand = createCommand(
  { usage, positionals: 1 },
  { stage: { type: "string" }, region: { type: "string" }, email: { type: "string" } },
  async ({ positionals: [action], values: { stage: given, region, email } }, { print }) => {
    const stage = requireThrowAwayName(given);
    if (action === "create" && region !== undefined && email !== undefined) {
      print(writeThrowAwayStage(stage, { region, email }));
      return 0;
    }
    if (action !== "delete") throw new UsageError();
    const settings = { region: readStage(stage).region };
    const failures = await deleteStage(stage, {
      aws: createAwsClients(settings.region),
      cognito: new CognitoIdentityProviderClient(settings),
      dynamodb: new DynamoDBClient(settings),
      destroyStack: () => destroyStack(stage, settings.region),
      deleteWebhook,
      print,
    });
    if (failures > 0) return 1;
    rmSync(join(stageDirectory, `${stage}.json`));
    return 0;
  },
);

if (import.meta.main) process.exitCode = await throwAwayCommand.run(process.argv.slice(2));
