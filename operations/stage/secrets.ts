import {
  CreateSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
} from "@aws-sdk/client-secrets-manager";
import type { AwsClients } from "./aws.ts";

/** What a secret holds; null if there is no such secret, or nothing in it yet. */
export async function readSecret({ secrets }: AwsClients, id: string): Promise<string | null> {
  try {
    const { SecretString } = await secrets.send(new GetSecretValueCommand({ SecretId: id }));
    return SecretString ?? null;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return null;
    throw error;
  }
}

/** Puts a value into a secret that is there. */
export async function putSecret({ secrets }: AwsClients, id: string, value: string): Promise<void> {
  await secrets.send(new PutSecretValueCommand({ SecretId: id, SecretString: value }));
}

/** Makes a secret that is not there yet. */
export async function createSecret(
  { secrets }: AwsClients,
  name: string,
  description: string,
  value: string,
): Promise<void> {
  await secrets.send(new CreateSecretCommand({ Name: name, Description: description, SecretString: value }));
}
