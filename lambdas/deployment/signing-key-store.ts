import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { createAwsClient } from "../runtime/time-limits.ts";

export type SigningKeyStore = {
  /** As PEM; null if the secret is empty or missing. */
  read: (secretId: string) => Promise<string | null>;
  /** A repeated call with the same `token` does not write a different key. */
  write: (secretId: string, privateKey: string, token: string) => Promise<void>;
};

export function createSigningKeyStore(): SigningKeyStore {
  const secrets = createAwsClient((settings) => new SecretsManagerClient(settings));
  return {
    read: async (secretId) => {
      try {
        const { SecretString } = await secrets.send(new GetSecretValueCommand({ SecretId: secretId }));
        return SecretString || null;
      } catch (error) {
        // An empty secret causes this error too. If the secret is missing, the later write fails.
        if (error instanceof ResourceNotFoundException) return null;
        throw error;
      }
    },
    write: async (secretId, privateKey, token) => {
      await secrets.send(
        new PutSecretValueCommand({ SecretId: secretId, SecretString: privateKey, ClientRequestToken: token }),
      );
    },
  };
}

const generate = promisify(generateKeyPair);

/** CloudFront accepts an RSA key only if it has 2,048 bits. */
export async function generatePrivateKey(): Promise<string> {
  const { privateKey } = await generate("rsa", { modulusLength: 2048 });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}
