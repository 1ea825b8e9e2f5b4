import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { getSignedUrl } from "@aws-sdk/cloudfront-signer";
import type { ContentGrant } from "../../domain/practice/practice-routes.ts";
import { createAwsClient } from "../runtime/time-limits.ts";

export type ContentSigner = {
  /** Signed permission to read everything under `folder` (ending "/") for `lifetimeSeconds`. */
  grant: (folder: string, lifetimeSeconds: number) => Promise<ContentGrant>;
};

export type ContentSignerSettings = {
  /** Origin that serves the content, without a trailing slash. */
  contentOrigin: string;
  /** Id under which CloudFront knows the public key. */
  keyPairId: string;
  /** Name or ARN of the secret that holds the private key as PEM. */
  privateKeySecretId: string;
};

/**
 * Signs CloudFront custom policies. The private key is read once per process; a failed read is tried again at the
 * next call. Signatures expire by real time, whatever the product's clock says, because that is what CloudFront checks.
 */
export function createContentSigner(settings: ContentSignerSettings): ContentSigner {
  const secrets = createAwsClient((settings) => new SecretsManagerClient(settings));
  let privateKey: string | undefined;
  const readPrivateKey = async () => {
    const { SecretString } = await secrets.send(new GetSecretValueCommand({ SecretId: settings.privateKeySecretId }));
    if (!SecretString) throw new Error("The content signing key is empty");
    privateKey = SecretString;
    return SecretString;
  };
  return {
    grant: async (folder, lifetimeSeconds) => {
      const folderUrl = `${settings.contentOrigin}/${folder}`;
      const expiresAtSeconds = Math.floor(Date.now() / 1000) + lifetimeSeconds;
      const policy = JSON.stringify({
        Statement: [{ Resource: `${folderUrl}*`, Condition: { DateLessThan: { "AWS:EpochTime": expiresAtSeconds } } }],
      });
      const signed = getSignedUrl({
        url: folderUrl,
        policy,
        keyPairId: settings.keyPairId,
        privateKey: privateKey ?? (await readPrivateKey()),
      });
      return { folder, folderUrl, query: new URL(signed).search.slice(1), expiresInSeconds: lifetimeSeconds };
    },
  };
}
