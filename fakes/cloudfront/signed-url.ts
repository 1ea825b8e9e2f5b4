import { type KeyObject, verify } from "node:crypto";
import { isInForce, matchesPattern, parsePolicy } from "./policy.ts";
import { EdgeRefusal } from "./refusal.ts";

const signatureParameters = ["Policy", "Signature", "Key-Pair-Id"] as const;
type SignatureParameter = (typeof signatureParameters)[number];

export type SignedUrl = {
  /** The URL as the viewer sent it, without the signature parameters. */
  resource: string;
  parameters: Partial<Record<SignatureParameter, string>>;
};

const isSignatureParameter = (name: string): name is SignatureParameter =>
  signatureParameters.some((parameter) => parameter === name);

/** @param target path and query as sent */
export function parseSignedUrl(origin: string, target: string): SignedUrl {
  const [path = "", ...rest] = target.split("?");
  const others: string[] = [];
  const parameters: SignedUrl["parameters"] = {};
  for (const pair of rest.join("?").split("&")) {
    const [name = "", ...value] = pair.split("=");
    if (isSignatureParameter(name))
      parameters[name] ??= new URLSearchParams(`value=${value.join("=")}`).get("value") ?? "";
    else others.push(pair);
  }
  const query = others.join("&");
  return { resource: `${origin}${path}${query === "" ? "" : `?${query}`}`, parameters };
}

/** CloudFront's base64 has "-", "_" and "~" instead of "+", "=" and "/". */
function decodeBase64(encoded: string): Buffer | null {
  if (!/^[A-Za-z0-9\-_~]+$/.test(encoded)) return null;
  return Buffer.from(encoded.replaceAll("-", "+").replaceAll("_", "=").replaceAll("~", "/"), "base64");
}

function policyTextOf({ parameters: { Policy } }: SignedUrl): Buffer {
  if (!Policy) throw new EdgeRefusal("AccessDenied");
  const policyText = decodeBase64(Policy);
  if (!policyText) throw new EdgeRefusal("MalformedPolicy");
  return policyText;
}

/** @throws EdgeRefusal */
export function authorize(url: SignedUrl, trustedKeys: ReadonlyMap<string, KeyObject>, now: Date): void {
  const { "Key-Pair-Id": keyPairId, Signature } = url.parameters;
  if (!keyPairId) throw new EdgeRefusal("MissingKey");
  const key = trustedKeys.get(keyPairId);
  if (!key) throw new EdgeRefusal("InvalidKey");
  const policyText = policyTextOf(url);
  if (!Signature) throw new EdgeRefusal("AccessDenied");
  const signature = decodeBase64(Signature);
  if (!signature) throw new EdgeRefusal("MalformedSignature");
  const policy = parsePolicy(policyText.toString());
  if (!verify("RSA-SHA1", policyText, key, signature)) throw new EdgeRefusal("AccessDenied");
  const isForUrl = matchesPattern(policy.Statement[0].Resource, url.resource);
  if (!isForUrl || !isInForce(policy, now)) throw new EdgeRefusal("AccessDenied");
}
