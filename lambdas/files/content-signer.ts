import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { getSignedUrl } from "@aws-sdk/cloudfront-signer";
import type { ContentGrant } from "../../domain/practice/content-grant.ts";
import { createAwsClient } from "../runtime/time-limits.ts";

export type ContentSigner = {
  /** Signs permission to read everything under `folder`, which ends with "/". */
  grant: (folder: string, lifetimeSeconds: number) => Promise<ContentGrant>;
};

export type ContentSignerSettings = {
  /** Without a trailing slash. */
  contentOrigin: string;
  keyPairId: string;
  /** Name or ARN of the secret with the private key as PEM. */
  privateKeySecretId: string;
};

/** Signatures expire by real time, not by the app's `Clock`, because CloudFront checks them. */
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
