import { headerValue, queryValue, type S3Request } from "./request.ts";
import { S3Error } from "./s3-error.ts";
import { algorithm, type Scope } from "./sigv4.ts";

/** The signature in a request, before it is verified. */
export type SignatureClaim = {
  accessKeyId: string;
  scope: Scope;
  /** YYYYMMDDTHHMMSSZ */
  timestamp: string;
  signedAt: Date;
  signedHeaders: readonly string[];
  signature: string;
  /** The SHA-256 of the body in hexadecimal, or a keyword such as UNSIGNED-PAYLOAD. */
  payloadHash: string;
  /** The lifetime of a presigned URL, or null for a request that is signed in its headers. */
  expiresSeconds: number | null;
};

/** Seven days. Source: "Authenticating requests: using query parameters", S3 API Reference. */
const maxExpiresSeconds = 604_800;

type Malformed = (message: string) => S3Error;
const malformedHeader: Malformed = (message) => new S3Error("AuthorizationHeaderMalformed", message);
const malformedQuery: Malformed = (message) => new S3Error("AuthorizationQueryParametersError", message);

export function parseCredential(credential: string, malformed: Malformed): { accessKeyId: string; scope: Scope } {
  const [accessKeyId, date, region, service, terminator, ...rest] = credential.split("/");
  if (!accessKeyId || !date || !region || !service || terminator !== "aws4_request" || rest.length > 0) {
    throw malformed("The credential is malformed; expecting <access key>/YYYYMMDD/REGION/SERVICE/aws4_request.");
  }
  return { accessKeyId, scope: { date, region, service } };
}

export function parseTimestamp(timestamp: string, scope: Scope, malformed: Malformed): Date {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(timestamp);
  const [, year, month, day, hour, minute, second] = parts ?? [];
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(date.getTime()) || !timestamp.startsWith(scope.date)) {
    throw malformed("The date is malformed, or is not the day of the credential; expecting YYYYMMDDTHHMMSSZ.");
  }
  return date;
}

function claimInHeaders(request: S3Request, authorization: string): SignatureClaim {
  if (!authorization.startsWith(algorithm)) {
    throw new S3Error(
      "InvalidRequest",
      `The authorization mechanism you have provided is not supported. Please use ${algorithm}.`,
    );
  }
  const fields = /^\S+ +Credential=([^,\s]+), *SignedHeaders=([^,\s]+), *Signature=([0-9a-f]+)$/.exec(authorization);
  const [, credential, signedHeaders, signature] = fields ?? [];
  if (!credential || !signedHeaders || !signature) throw malformedHeader("The authorization header is malformed.");
  const { accessKeyId, scope } = parseCredential(credential, malformedHeader);
  const timestamp = headerValue(request.headers, "x-amz-date") ?? "";
  const payloadHash = headerValue(request.headers, "x-amz-content-sha256");
  if (!payloadHash) {
    throw new S3Error("InvalidRequest", "Missing required header for this request: x-amz-content-sha256");
  }
  const signedAt = parseTimestamp(timestamp, scope, malformedHeader);
  const common = { accessKeyId, scope, timestamp, signedAt, signature, payloadHash };
  return { ...common, signedHeaders: signedHeaders.split(";"), expiresSeconds: null };
}

function claimInQuery(request: S3Request): SignatureClaim {
  const value = (name: string) => {
    const found = queryValue(request, name);
    if (!found) throw malformedQuery(`The query parameter ${name} is missing.`);
    return found;
  };
  if (value("X-Amz-Algorithm") !== algorithm) throw malformedQuery(`X-Amz-Algorithm only supports "${algorithm}"`);
  const { accessKeyId, scope } = parseCredential(value("X-Amz-Credential"), malformedQuery);
  const timestamp = value("X-Amz-Date");
  const expiresSeconds = Number(value("X-Amz-Expires"));
  if (!(Number.isInteger(expiresSeconds) && expiresSeconds >= 1 && expiresSeconds <= maxExpiresSeconds)) {
    throw malformedQuery("X-Amz-Expires must be a number of seconds from 1 to 604800");
  }
  return {
    accessKeyId,
    scope,
    timestamp,
    signedAt: parseTimestamp(timestamp, scope, malformedQuery),
    signedHeaders: value("X-Amz-SignedHeaders").split(";"),
    signature: value("X-Amz-Signature"),
    payloadHash:
      queryValue(request, "X-Amz-Content-Sha256") ??
      headerValue(request.headers, "x-amz-content-sha256") ??
      "UNSIGNED-PAYLOAD",
    expiresSeconds,
  };
}

/** @throws S3Error */
export function parseClaim(request: S3Request): SignatureClaim {
  const authorization = headerValue(request.headers, "authorization");
  const isPresigned = request.query.some(([name]) => name === "X-Amz-Signature" || name === "X-Amz-Algorithm");
  if (authorization && isPresigned) {
    throw new S3Error("InvalidArgument", "Only one auth mechanism allowed; only one signature may be specified");
  }
  if (authorization) return claimInHeaders(request, authorization);
  if (isPresigned) return claimInQuery(request);
  throw new S3Error("AccessDenied", "Access Denied");
}
