/*
 * Prints facts of the template as JSON: the handlers' grants with the names of the local cloud, and the metric filters
 * of the handlers' logs.
 */
import * as z from "zod";
import { tableNames } from "../../../domain/tables.ts";
import type { Grants } from "../../../fakes/iam/access-checker.ts";
import {
  busName,
  exportBucket,
  mailConfigurationSet,
  resourceLocation,
  sharedAudioBucket,
  stripeSecret,
  userPoolId,
} from "../../../local/cloud-settings.ts";
import { contentKeySecret } from "../../../local/content-keys.ts";
import { localTableName } from "../../../local/dynamodb.ts";
import type { TemplateFacts } from "../../support/template-facts.ts";
import { findDeployedHandlers } from "./handlers.ts";
import { findResources, referenceOf, synthesise } from "./synthesise.ts";

const { region, account, api } = resourceLocation;
const arn = (service: string, name: string) => `arn:aws:${service}:${region}:${account}:${name}`;

const localNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(tableNames.map((name) => [`Data/${name}`, arn("dynamodb", `table/${localTableName(name)}`)])),
  "Content/SigningKeys/first-private-key": arn("secretsmanager", `secret:${contentKeySecret}`),
  "Payments/Keys": arn("secretsmanager", `secret:${stripeSecret}`),
  "Identity/UserPool": arn("cognito-idp", `userpool/${userPoolId}`),
  Bus: arn("events", `event-bus/${busName}`),
  "Exports/Bucket": `arn:aws:s3:::${exportBucket}`,
  "SharedAudio/Bucket": `arn:aws:s3:::${sharedAudioBucket}`,
  "Realtime/Api": api.id,
  "Mail/Sending": mailConfigurationSet,
  '{"Ref":"AWS::Partition"}': "aws",
  '{"Ref":"AWS::Region"}': region,
  '{"Ref":"AWS::AccountId"}': account,
};

const localResource = (on: string) =>
  Object.entries(localNames).reduce((text, [path, name]) => text.replaceAll(path, name), on);

/** On AWS, Lambda performs these actions for a function. The local cloud does not perform them. */
const isGrantedByLambda = (action: string) => /^(logs|xray|sqs):/.test(action);

/** The local cloud does not run these handlers: it deploys nothing, and its CloudFront has no metrics. */
const notInLocalCloud = /^(deployment\/|schedule\/check-content-errors$)/;

const template = synthesise();

function templateGrants(): Grants {
  const handlers = findDeployedHandlers(template).filter(({ handler }) => !notInLocalCloud.test(handler));
  return Object.fromEntries(
    handlers.map(({ handler, permissions }) => [
      handler,
      permissions
        .filter(({ action }) => !isGrantedByLambda(action))
        .map(({ action, resource }) => ({ action, resource: localResource(resource) })),
    ]),
  );
}

const Filter = z.object({
  LogGroupName: z.unknown(),
  FilterPattern: z.string(),
  MetricTransformations: z.tuple([z.object({ MetricName: z.string(), MetricValue: z.literal("1") })]),
});

function metricFilters(): TemplateFacts["metricFilters"] {
  const filters = findResources(template, "AWS::Logs::MetricFilter").map(({ properties }) => Filter.parse(properties));
  const counted = findDeployedHandlers(template).map(({ handler, logGroup }) => {
    const own = filters.filter(({ LogGroupName }) => referenceOf(LogGroupName) === logGroup);
    const patterns = own.map(({ FilterPattern, MetricTransformations: [{ MetricName }] }) => [
      MetricName,
      FilterPattern,
    ]);
    return [handler, Object.fromEntries(patterns)];
  });
  return Object.fromEntries(counted);
}

process.stdout.write(JSON.stringify({ grants: templateGrants(), metricFilters: metricFilters() }));
