import {
  type CognitoIdentityProviderClient,
  DeleteUserPoolCommand,
  ResourceNotFoundException as MissingPoolError,
} from "@aws-sdk/client-cognito-identity-provider";
import {
  DeleteTableCommand,
  type DynamoDBClient,
  ResourceNotFoundException as MissingTableError,
} from "@aws-sdk/client-dynamodb";
import { stackNameOf } from "../../lib/names.ts";
import { deleteDeploys } from "../deploy/history.ts";
import type { AwsClients } from "../stage/aws.ts";
import { findStack, listStackResources } from "../stage/stack.ts";
import { deleteBucket } from "./delete-bucket.ts";

export type DeletionServices = {
  aws: AwsClients;
  cognito: CognitoIdentityProviderClient;
  dynamodb: DynamoDBClient;
  /** Returns the exit code. */
  destroyStack: () => Promise<number>;
  deleteWebhook: (url: string) => Promise<unknown>;
  print: (line: string) => void;
};

type Deletion = { type: string; physicalId: string; run: () => Promise<unknown> };

const ignore =
  (missing: new (...args: never[]) => Error) =>
  (error: unknown): void => {
    if (!(error instanceof missing)) throw error;
  };

/** These types can contain learners' data, and can remain after the stack's deletion. */
function dataDeletion(type: string, physicalId: string, { aws, cognito, dynamodb }: DeletionServices): Deletion | null {
  switch (type) {
    case "AWS::DynamoDB::GlobalTable": {
      const command = new DeleteTableCommand({ TableName: physicalId });
      return { type, physicalId, run: () => dynamodb.send(command).catch(ignore(MissingTableError)) };
    }
    case "AWS::Cognito::UserPool": {
      const command = new DeleteUserPoolCommand({ UserPoolId: physicalId });
      return { type, physicalId, run: () => cognito.send(command).catch(ignore(MissingPoolError)) };
    }
    case "AWS::S3::Bucket":
      return { type, physicalId, run: () => deleteBucket(aws.s3, physicalId) };
    default:
      return null;
  }
}

/** Continues after a failed deletion, so that few resources remain and cost money. Returns the number of failures. */
export async function deleteStage(stage: string, services: DeletionServices): Promise<number> {
  const { aws, destroyStack, deleteWebhook, print } = services;
  const stackName = stackNameOf(stage);
  // Read before the deletion, because CloudFormation cannot find a deleted stack by its name.
  const resources = await listStackResources(aws.cloudFormation, stackName);
  const webhookUrl = (await findStack({ aws, stackName }))?.outputs["StripeWebhookUrl"];
  const deletions = resources.flatMap(({ type, physicalId }) => dataDeletion(type, physicalId, services) ?? []);
  if (webhookUrl) {
    deletions.push({ type: "Stripe endpoint", physicalId: webhookUrl, run: () => deleteWebhook(webhookUrl) });
  }
  deletions.push({ type: "record of deploys", physicalId: stage, run: () => deleteDeploys({ aws, stage }) });
  const code = await destroyStack();
  let failures = code === 0 ? 0 : 1;
  if (code !== 0)
    print(`The stack ${stackName} could not be deleted: its events in CloudFormation's console show why.`);
  for (const { type, physicalId, run } of deletions) {
    try {
      await run();
      print(`deleted ${type} ${physicalId}`);
    } catch (error) {
      failures += 1;
      print(`not deleted: ${type} ${physicalId}. ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return failures;
}
