import {
  CreateSecretCommand,
  DescribeSecretCommand,
  GetSecretValueCommand,
  InvalidRequestException,
  PutSecretValueCommand,
  ResourceNotFoundException,
  RestoreSecretCommand,
} from "@aws-sdk/client-secrets-manager";
import type { AwsClients } from "./aws.ts";

/**
 * A secret that is scheduled for deletion keeps its name for up to 30 days, but cannot be read or changed:
 * https://docs.aws.amazon.com/secretsmanager/latest/userguide/manage_delete-secret.html (read on 2026-11-25)
 */
type SecretStatus = "missing" | "scheduled for deletion" | "usable";

async function findStatus({ secrets }: AwsClients, id: string): Promise<SecretStatus> {
  try {
    const { DeletedDate } = await secrets.send(new DescribeSecretCommand({ SecretId: id }));
    return DeletedDate === undefined ? "usable" : "scheduled for deletion";
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return "missing";
    throw error;
  }
}

/** Returns null for a secret that does not exist or is scheduled for deletion. */
export async function readSecret(aws: AwsClients, id: string): Promise<string | null> {
  try {
    const { SecretString } = await aws.secrets.send(new GetSecretValueCommand({ SecretId: id }));
    return SecretString ?? null;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return null;
    // Secrets Manager throws this error for other reasons too.
    if (error instanceof InvalidRequestException && (await findStatus(aws, id)) !== "usable") return null;
    throw error;
  }
}

export async function putSecret({ secrets }: AwsClients, id: string, value: string): Promise<void> {
  await secrets.send(new PutSecretValueCommand({ SecretId: id, SecretString: value }));
}

export async function storeSecret(
  aws: AwsClients,
  name: string,
  { description, value }: { description: string; value: string },
): Promise<"created" | "restored" | "changed"> {
  const status = await findStatus(aws, name);
  if (status === "missing") {
    await aws.secrets.send(new CreateSecretCommand({ Name: name, Description: description, SecretString: value }));
    return "created";
  }
  const isDeleted = status === "scheduled for deletion";
  if (isDeleted) await aws.secrets.send(new RestoreSecretCommand({ SecretId: name }));
  await putSecret(aws, name, value);
  return isDeleted ? "restored" : "changed";
}
