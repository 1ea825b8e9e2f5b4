import * as z from "zod/mini";
import type { Deployment } from "./deployment.ts";
import { readSecret } from "./secrets.ts";
import { findStack } from "./stack.ts";

const StoredKeys = z.object({ apiKey: z.optional(z.string()), webhookSecret: z.optional(z.string()) });
export type StoredKeys = z.infer<typeof StoredKeys>;

/** The prefix is `sk` for a secret key, and `rk` for a restricted key. */
export function stripeKeyMode(apiKey: string): "test" | "live" | null {
  const [, mode] = /^(?:sk|rk)_(test|live)_\w+$/.exec(apiKey) ?? [];
  return mode === "test" || mode === "live" ? mode : null;
}

export async function readStoredKeys({ aws }: Deployment, secretId: string): Promise<StoredKeys> {
  const text = await readSecret(aws, secretId);
  try {
    return StoredKeys.parse(JSON.parse(text ?? "{}"));
  } catch {
    return {};
  }
}

export async function findApiKey(deployment: Deployment): Promise<string | null> {
  if (deployment.given.stripeApiKey) return deployment.given.stripeApiKey;
  const secretId = (await findStack(deployment))?.outputs["StripeSecret"];
  return (secretId && (await readStoredKeys(deployment, secretId)).apiKey) || null;
}
