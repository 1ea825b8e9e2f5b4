import { timingSafeEqual } from "node:crypto";
import { parseClaim, type SignatureClaim } from "./claim.ts";
import { headerValue, type S3Request } from "./request.ts";
import { S3Error, type S3ErrorCode } from "./s3-error.ts";
import { canonicalRequest, sign, stringToSign } from "./sigv4.ts";

export type Credentials = { accessKeyId: string; secretAccessKey: string };

export type AuthenticationSettings = { credentials: Credentials; region: string; now: () => Date };

/** Source: RequestTimeTooSkewed under "Error responses", S3 API Reference. */
const maxSkewMs = 15 * 60 * 1000;

/** @throws S3Error InvalidAccessKeyId, or `code` for another service or region */
export function checkScope(
  claim: Pick<SignatureClaim, "accessKeyId" | "scope">,
  gate: AuthenticationSettings,
  code: S3ErrorCode,
): void {
  if (claim.accessKeyId !== gate.credentials.accessKeyId) {
    throw new S3Error("InvalidAccessKeyId", "The AWS Access Key Id you provided does not exist in our records.", {
      AWSAccessKeyId: claim.accessKeyId,
    });
  }
  if (claim.scope.service !== "s3") {
    throw new S3Error(code, `The service '${claim.scope.service}' is wrong; expecting 's3'`);
  }
  if (claim.scope.region !== gate.region) {
    throw new S3Error(code, `The region '${claim.scope.region}' is wrong; expecting '${gate.region}'`, {
      Region: gate.region,
    });
  }
}

function checkTime({ signedAt, expiresSeconds }: SignatureClaim, now: Date): void {
  const ageMs = now.getTime() - signedAt.getTime();
  const ServerTime = now.toISOString();
  if (expiresSeconds === null) {
    if (Math.abs(ageMs) <= maxSkewMs) return;
    const message = "The difference between the request time and the current time is too large.";
    throw new S3Error("RequestTimeTooSkewed", message, { RequestTime: signedAt.toISOString(), ServerTime });
  }
  if (ageMs < -maxSkewMs) throw new S3Error("AccessDenied", "Request is not yet valid", { ServerTime });
  if (ageMs > expiresSeconds * 1000) {
    const Expires = new Date(signedAt.getTime() + expiresSeconds * 1000).toISOString();
    throw new S3Error("AccessDenied", "Request has expired", { Expires, ServerTime });
  }
}

function checkSignedHeaders(request: S3Request, { signedHeaders }: SignatureClaim): void {
  const mustBeSigned = Object.keys(request.headers).filter((name) => name === "host" || name.startsWith("x-amz-"));
  const unsigned = mustBeSigned.filter((name) => !signedHeaders.includes(name));
  if (unsigned.length === 0) return;
  throw new S3Error("AccessDenied", "There were headers present in the request which were not signed", {
    HeadersNotSigned: unsigned.join(", "),
  });
}

/** @throws S3Error SignatureDoesNotMatch */
export function requireSameSignature(
  { expected, given }: { expected: string; given: string },
  details: Readonly<Record<string, string>>,
): void {
  const [left, right] = [Buffer.from(expected), Buffer.from(given)];
  if (left.length === right.length && timingSafeEqual(left, right)) return;
  throw new S3Error(
    "SignatureDoesNotMatch",
    "The request signature we calculated does not match the signature you provided. Check your key and signing method.",
    { ...details, SignatureProvided: given },
  );
}

function checkSignature(request: S3Request, claim: SignatureClaim, { secretAccessKey }: Credentials): void {
  const canonical = canonicalRequest({
    method: request.method,
    path: request.path,
    query: request.query.filter(([name]) => name !== "X-Amz-Signature"),
    headers: new Map(claim.signedHeaders.map((name) => [name, headerValue(request.headers, name) ?? ""])),
    payloadHash: claim.payloadHash,
  });
  const signed = stringToSign(claim.scope, claim.timestamp, canonical);
  requireSameSignature(
    { expected: sign(secretAccessKey, claim.scope, signed), given: claim.signature },
    { AWSAccessKeyId: claim.accessKeyId, StringToSign: signed, CanonicalRequest: canonical },
  );
}

/**
 * Checks the signature, but not the body.
 * @throws S3Error
 */
export function authenticate(request: S3Request, gate: AuthenticationSettings): string {
  const claim = parseClaim(request);
  const code = claim.expiresSeconds === null ? "AuthorizationHeaderMalformed" : "AuthorizationQueryParametersError";
  checkScope(claim, gate, code);
  checkTime(claim, gate.now());
  checkSignedHeaders(request, claim);
  checkSignature(request, claim, gate.credentials);
  return claim.payloadHash;
}
