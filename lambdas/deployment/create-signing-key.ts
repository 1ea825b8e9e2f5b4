import { createPublicKey } from "node:crypto";
import * as z from "zod/mini";
import { onEvent } from "../on-event.ts";
import {
  type CreatedResource,
  createResourceHandler,
  ResourceRequest,
  sendResourceResponse,
} from "./custom-resource.ts";
import { createSigningKeyStore, generatePrivateKey, type SigningKeyStore } from "./signing-key-store.ts";

const Properties = z.looseObject({ SecretId: z.string() });

type Services = { keys: SigningKeyStore; generatePrivateKey: () => Promise<string> };

/**
 * Keeps an existing key, so that every deploy and every retry returns the same key. The stack itself deletes the
 * secret, so a deletion has nothing to remove.
 */
export async function createSigningKey(request: ResourceRequest, services: Services): Promise<CreatedResource> {
  const { SecretId } = Properties.parse(request.ResourceProperties);
  if (request.RequestType === "Delete") return { id: request.PhysicalResourceId ?? SecretId };
  let privateKey = await services.keys.read(SecretId);
  if (privateKey === null) {
    privateKey = await services.generatePrivateKey();
    await services.keys.write(SecretId, privateKey, request.RequestId);
  }
  // Do not trim this text. CloudFront refuses to change the text of a public key:
  // https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_UpdatePublicKey.html
  const publicKey = createPublicKey(privateKey).export({ type: "spki", format: "pem" }).toString();
  return { id: SecretId, data: { PublicKey: publicKey } };
}

export const handler = onEvent("create-signing-key", ResourceRequest, createResourceHandler(createSigningKey), {
  keys: createSigningKeyStore,
  generatePrivateKey: () => generatePrivateKey,
  answer: () => sendResourceResponse,
});
