import { createHash } from "node:crypto";
import { crc32 as zlibCrc32 } from "node:zlib";
import { notImplemented, S3Error } from "./s3-error.ts";

/** In S3's format. */
export function crc32(body: Uint8Array): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(zlibCrc32(body));
  return bytes.toString("base64");
}

const calculators: Readonly<Record<string, (body: Uint8Array) => string>> = {
  crc32,
  sha1: (body) => createHash("sha1").update(body).digest("base64"),
  sha256: (body) => createHash("sha256").update(body).digest("base64"),
};

const prefix = "x-amz-checksum-";
const unsupported = ["crc32c", "crc64nvme", "md5", "sha512", "xxhash128", "xxhash3", "xxhash64"];

/**
 * `headers` are request headers or trailers, by lower-case name.
 * Source: "Checking object integrity" in the Amazon S3 User Guide.
 * @throws S3Error BadDigest, or NotImplemented for an unsupported algorithm
 */
export function checkChecksums(headers: ReadonlyMap<string, string>, body: Uint8Array): void {
  for (const algorithm of [...Object.keys(calculators), ...unsupported]) {
    const given = headers.get(prefix + algorithm);
    if (given === undefined) continue;
    const calculate = calculators[algorithm];
    if (!calculate) throw notImplemented(`the checksum ${algorithm}`);
    if (calculate(body) === given) continue;
    const name = algorithm.toUpperCase();
    throw new S3Error("BadDigest", `The ${name} you specified did not match the calculated checksum.`);
  }
}

/** @throws S3Error InvalidDigest, BadDigest */
export function checkContentMd5(given: string, body: Uint8Array): void {
  if (Buffer.from(given, "base64").length !== 16) {
    throw new S3Error("InvalidDigest", "The Content-MD5 you specified was invalid.");
  }
  if (createHash("md5").update(body).digest("base64") !== given) {
    throw new S3Error("BadDigest", "The Content-MD5 you specified did not match what we received.");
  }
}
