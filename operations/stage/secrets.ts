import {
  CreateSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
} from "@aws-sdk/client-secrets-manager";
import type { AwsClients } from "./aws.ts";

/** Returns null if the secret does not exist or is empty. */
export async function readSecret({ secrets }: AwsClients, id: string): Promise<string | null> {
  try {
    const { SecretString } = await secrets.send(new GetSecretValueCommand({ SecretId: id }));
    return SecretString ?? null;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return null;
    throw error;
  }
}

export async function putSecret({ secrets }: AwsClients, id: string, value: string): Promise<void> {
  await secrets.send(new PutSecretValueCommand({ SecretId: id, SecretString: value }));
}

export async function createSecret(
  { secrets }: AwsClients,
  name: string,
  description: string,
  value: string,
): Promise<void> {
  await secrets.send(new CreateSecretCommand({ Name: name, Description: description, SecretString: value }));
}
