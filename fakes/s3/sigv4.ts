import { createHash, createHmac } from "node:crypto";

export const algorithm = "AWS4-HMAC-SHA256";

/** `date` has the format YYYYMMDD. */
export type Scope = { date: string; region: string; service: string };

export type CanonicalParts = {
  method: string;
  /** Percent-encoded. */
  path: string;
  /** The decoded query without the signature. */
  query: readonly (readonly [name: string, value: string])[];
  /** The signed headers by lower-case name. */
  headers: ReadonlyMap<string, string>;
  payloadHash: string;
};

const uriEncode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const compare = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);

/**
 * The canonical request is for S3. Requests to other services encode the path twice.
 * Source: "Create a signed AWS API request" in the IAM User Guide.
 */
export function canonicalRequest({ method, path, query, headers, payloadHash }: CanonicalParts): string {
  const canonicalPath = path.split("/").map((segment) => uriEncode(decodeURIComponent(segment)));
  const canonicalQuery = query
    .map(([name, value]) => [uriEncode(name), uriEncode(value)] as const)
    .sort(([leftName, leftValue], [rightName, rightValue]) => {
      return compare(leftName, rightName) || compare(leftValue, rightValue);
    })
    .map((pair) => pair.join("="));
  const names = [...headers.keys()].sort(compare);
  const canonicalHeaders = names.map((name) => `${name}:${headers.get(name)?.trim().replace(/ +/g, " ")}\n`);
  return [
    method,
    canonicalPath.join("/"),
    canonicalQuery.join("&"),
    canonicalHeaders.join(""),
    names.join(";"),
    payloadHash,
  ].join("\n");
}

/** `timestamp` has the format YYYYMMDDTHHMMSSZ. */
export function stringToSign(scope: Scope, timestamp: string, canonical: string): string {
  const { date, region, service } = scope;
  const hash = createHash("sha256").update(canonical).digest("hex");
  return [algorithm, timestamp, `${date}/${region}/${service}/aws4_request`, hash].join("\n");
}

export function sign(secretAccessKey: string, scope: Scope, text: string): string {
  const steps = [scope.date, scope.region, scope.service, "aws4_request"];
  const key = steps.reduce<string | Buffer>(
    (previous, step) => createHmac("sha256", previous).update(step).digest(),
    `AWS4${secretAccessKey}`,
  );
  return createHmac("sha256", key).update(text).digest("hex");
}
