import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { decodeAwsChunked } from "./aws-chunked.ts";
import { checkChecksums, checkContentMd5 } from "./checksum.ts";
import { headerValue, type S3Request } from "./request.ts";
import { notImplemented, S3Error } from "./s3-error.ts";

const unsignedTrailer = "STREAMING-UNSIGNED-PAYLOAD-TRAILER";

const tooLarge = (maxBytes: number) =>
  new S3Error("EntityTooLarge", "Your proposed upload exceeds the maximum allowed size", {
    MaxSizeAllowed: String(maxBytes),
  });

function declaredBytes(request: S3Request): number {
  const declared =
    headerValue(request.headers, "x-amz-decoded-content-length") ?? headerValue(request.headers, "content-length");
  if (declared === undefined) {
    throw new S3Error("MissingContentLength", "You must provide the Content-Length HTTP header.");
  }
  const bytes = Number(declared);
  if (!Number.isSafeInteger(bytes) || bytes < 0) throw new S3Error("InvalidArgument", "Invalid content length");
  return bytes;
}

/** @throws S3Error EntityTooLarge */
export async function collect(message: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let received = 0;
  for await (const chunk of message) {
    const bytes = Buffer.from(chunk);
    received += bytes.length;
    if (received > maxBytes) throw tooLarge(maxBytes);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function decodeStream(request: S3Request, raw: Buffer): Buffer {
  const { body, trailers } = decodeAwsChunked(raw);
  const announced = headerValue(request.headers, "x-amz-trailer")?.toLowerCase();
  if (announced !== undefined && !trailers.has(announced)) {
    throw new S3Error("MalformedTrailerError", `The trailer ${announced} was announced and did not come.`);
  }
  checkChecksums(trailers, body);
  return body;
}

function checkPayloadHash(payloadHash: string, raw: Buffer): void {
  if (payloadHash === "UNSIGNED-PAYLOAD" || payloadHash === unsignedTrailer) return;
  const computed = createHash("sha256").update(raw).digest("hex");
  if (payloadHash === computed) return;
  const message = "The provided 'x-amz-content-sha256' header does not match what was computed.";
  throw new S3Error("XAmzContentSHA256Mismatch", message, {
    ClientComputedContentSHA256: payloadHash,
    S3ComputedContentSHA256: computed,
  });
}

/**
 * Ignores checksums in the query of a presigned URL.
 * @throws S3Error
 */
export async function readBody(
  message: IncomingMessage,
  request: S3Request,
  payloadHash: string,
  maxBytes: number,
): Promise<Buffer> {
  if (payloadHash.startsWith("STREAMING-") && payloadHash !== unsignedTrailer) {
    throw notImplemented(`bodies sent as ${payloadHash}`);
  }
  const declared = declaredBytes(request);
  if (declared > maxBytes) throw tooLarge(maxBytes);
  // The limit is larger than `maxBytes`, because the sizes and trailers of chunks add to the length of the body.
  const raw = await collect(message, 2 * maxBytes + 1024);
  checkPayloadHash(payloadHash, raw);
  const body = payloadHash === unsignedTrailer ? decodeStream(request, raw) : raw;
  if (body.length !== declared) {
    throw new S3Error(
      "IncompleteBody",
      "You did not provide the number of bytes specified by the Content-Length HTTP header.",
    );
  }
  const md5 = headerValue(request.headers, "content-md5");
  if (md5 !== undefined) checkContentMd5(md5, body);
  const headers = Object.keys(request.headers).map((name) => [name, headerValue(request.headers, name) ?? ""] as const);
  checkChecksums(new Map(headers), body);
  return body;
}
