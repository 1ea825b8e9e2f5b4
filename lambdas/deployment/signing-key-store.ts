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
  /** The private key in the secret as PEM; null while the secret is empty. */
  read: (secretId: string) => Promise<string | null>;
  /** Puts the private key into the secret. The same `token` never puts two different keys there. */
  write: (secretId: string, privateKey: string, token: string) => Promise<void>;
};

/** The secrets of the account as a store of private keys. */
export function createSigningKeyStore(): SigningKeyStore {
  const secrets = createAwsClient((settings) => new SecretsManagerClient(settings));
  return {
    read: async (secretId) => {
      try {
        const { SecretString } = await secrets.send(new GetSecretValueCommand({ SecretId: secretId }));
        return SecretString || null;
      } catch (error) {
        // Said of an empty secret; if there is no secret at all, writing will say so.
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

/** A new RSA private key as PEM, of the one size that CloudFront takes for RSA. */
export async function generatePrivateKey(): Promise<string> {
  const { privateKey } = await generate("rsa", { modulusLength: 2048 });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}
