import { text, xmlDocument } from "../s3/xml.ts";

/**
 * How CloudFront refuses a signed URL. The wording is what CloudFront has been seen to answer; what has not been seen,
 * such as a missing Signature, is answered as AccessDenied.
 * Source: "How do I troubleshoot issues related to a signed URL or signed cookies in CloudFront?", AWS Knowledge Center.
 */
const messageByCode = {
  MissingKey: "Missing Key-Pair-Id query parameter or cookie value",
  InvalidKey: "Unknown Key",
  MalformedSignature: "Could not unencode Signature",
  MalformedPolicy: "Malformed Policy",
  AccessDenied: "Access denied",
} as const;

export type RefusalCode = keyof typeof messageByCode;

/** A request that CloudFront itself refuses, always with status 403. */
export class EdgeRefusal extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode) {
    super(messageByCode[code]);
    this.name = "EdgeRefusal";
    this.code = code;
  }
}

/** The document that CloudFront sends for `refusal`. */
export function refusalDocument({ code, message }: EdgeRefusal): string {
  return xmlDocument(`<Error>${text("Code", code)}${text("Message", message)}</Error>`);
}
