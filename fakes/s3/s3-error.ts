import { elements, text, xmlDocument } from "./xml.ts";

/** Most are in "Error responses", Amazon S3 API Reference. */
const statusByCode = {
  AccessDenied: 403,
  AccessForbidden: 403,
  AuthorizationHeaderMalformed: 400,
  AuthorizationQueryParametersError: 400,
  BadDigest: 400,
  EntityTooLarge: 400,
  EntityTooSmall: 400,
  IncompleteBody: 400,
  InternalError: 500,
  InvalidAccessKeyId: 403,
  InvalidArgument: 400,
  InvalidBucketName: 400,
  InvalidDigest: 400,
  InvalidPolicyDocument: 400,
  InvalidRange: 416,
  InvalidRequest: 400,
  InvalidURI: 400,
  KeyTooLongError: 400,
  MalformedPOSTRequest: 400,
  MalformedTrailerError: 400,
  MalformedXML: 400,
  MaxPostPreDataLengthExceeded: 400,
  MissingContentLength: 411,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NotImplemented: 501,
  PreconditionFailed: 412,
  RequestTimeTooSkewed: 403,
  SignatureDoesNotMatch: 403,
  XAmzContentSHA256Mismatch: 400,
} as const;

export type S3ErrorCode = keyof typeof statusByCode;

export class S3Error extends Error {
  readonly code: S3ErrorCode;
  readonly status: number;
  readonly details: Readonly<Record<string, string>>;

  constructor(code: S3ErrorCode, message: string, details: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = "S3Error";
    this.code = code;
    this.status = statusByCode[code];
    this.details = details;
  }
}

export function notImplemented(what: string): S3Error {
  return new S3Error("NotImplemented", `The local cloud's S3 does not implement ${what}.`);
}

export function errorDocument(error: S3Error, requestId: string): string {
  const fields = { Code: error.code, Message: error.message, ...error.details, RequestId: requestId };
  return xmlDocument(
    elements(
      "Error",
      Object.entries(fields).map(([name, value]) => text(name, value)),
    ),
  );
}
