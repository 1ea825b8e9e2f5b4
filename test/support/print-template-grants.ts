/*
 * A program that writes what the handlers of the local cloud are granted, as JSON: what the template that the product is
 * deployed with grants them, in the local cloud's names.
 */
import { tableNames } from "../../domain/tables.ts";
import { busName, exportBucket, mailSet, place, stripeSecret, userPoolId } from "../../local/cloud-settings.ts";
import { contentKeySecret } from "../../local/content-keys.ts";
import { localTableName } from "../../local/dynamodb.ts";
import type { Grants } from "../../local/iam/access.ts";
import { deployedHandlers } from "../lib/handlers.ts";
import { synthesise } from "../lib/synthesise.ts";

const { region, account, api } = place;
const arn = (service: string, name: string) => `arn:aws:${service}:${region}:${account}:${name}`;

/** What stands in the local cloud for the resources of the template, by their paths in it, and for its parameters. */
const localNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(tableNames.map((name) => [`Data/${name}`, arn("dynamodb", `table/${localTableName(name)}`)])),
  "Content/SigningKeys/first-private": arn("secretsmanager", `secret:${contentKeySecret}`),
  "Payments/Keys": arn("secretsmanager", `secret:${stripeSecret}`),
  "Identity/UserPool": arn("cognito-idp", `userpool/${userPoolId}`),
  Bus: arn("events", `event-bus/${busName}`),
  "Exports/Bucket": `arn:aws:s3:::${exportBucket}`,
  "Realtime/Api": api.id,
  "Mail/Sending": mailSet,
  '{"Ref":"AWS::Partition"}': "aws",
  '{"Ref":"AWS::Region"}': region,
  '{"Ref":"AWS::AccountId"}': account,
};

const localResource = (on: string) =>
  Object.entries(localNames).reduce((text, [path, name]) => text.replaceAll(path, name), on);

/** What Lambda does in a function's name, and the local cloud does not: write its log, send its traces and dead letters. */
const isLambdas = (action: string) => /^(logs|xray|sqs):/.test(action);

function templateGrants(): Grants {
  const handlers = deployedHandlers(synthesise()).filter(({ handler }) => !handler.startsWith("deployment/"));
  return Object.fromEntries(
    handlers.map(({ handler, permissions }) => [
      handler,
      permissions
        .filter(({ action }) => !isLambdas(action))
        .map(({ action, on }) => ({ action, resource: localResource(on) })),
    ]),
  );
}

process.stdout.write(JSON.stringify(templateGrants()));
