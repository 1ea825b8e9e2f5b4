import { createPublicKey, generateKeyPairSync } from "node:crypto";
import {
  CreateSecretCommand,
  GetSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";

export const contentKeySecret = "parlance-local-content-key";

async function findStoredKey(secrets: SecretsManagerClient): Promise<string | undefined> {
  try {
    return (await secrets.send(new GetSecretValueCommand({ SecretId: contentKeySecret }))).SecretString;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** Returns the public key that verifies content grants, as PEM. */
export async function ensureContentKey(secrets: SecretsManagerClient): Promise<string> {
  let privateKey = await findStoredKey(secrets);
  if (!privateKey) {
    const { privateKey: made } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    privateKey = made.export({ type: "pkcs8", format: "pem" }).toString();
    await secrets.send(new CreateSecretCommand({ Name: contentKeySecret, SecretString: privateKey }));
  }
  return createPublicKey(privateKey).export({ type: "spki", format: "pem" }).toString();
}
