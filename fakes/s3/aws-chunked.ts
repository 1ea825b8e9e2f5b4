import { S3Error } from "./s3-error.ts";

export type DecodedChunks = {
  body: Buffer;
  /** By lower-case name. */
  trailers: ReadonlyMap<string, string>;
};

const incomplete = () =>
  new S3Error("IncompleteBody", "The request body terminated unexpectedly or its chunks are malformed.");

function lineAt(raw: Buffer, start: number): { line: string; next: number } {
  const end = raw.indexOf("\r\n", start);
  if (end < 0) throw incomplete();
  return { line: raw.toString("latin1", start, end), next: end + 2 };
}

function trailersAt(raw: Buffer, start: number): Map<string, string> {
  const trailers = new Map<string, string>();
  for (let position = start; position < raw.length; ) {
    const { line, next } = lineAt(raw, position);
    position = next;
    if (line === "") continue;
    const colon = line.indexOf(":");
    if (colon < 1)
      throw new S3Error("MalformedTrailerError", "The request contained trailing data that was not well-formed.");
    trailers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return trailers;
}

/**
 * Decodes aws-chunked bodies without chunk signatures (STREAMING-UNSIGNED-PAYLOAD-TRAILER). A body has chunks of
 * `{hexadecimal size}CRLF{bytes}CRLF`, then the size 0, then trailing headers.
 * @throws S3Error IncompleteBody, MalformedTrailerError
 */
export function decodeAwsChunked(raw: Buffer): DecodedChunks {
  const chunks: Buffer[] = [];
  for (let position = 0; ; ) {
    const { line, next } = lineAt(raw, position);
    if (!/^[0-9a-f]{1,8}$/i.test(line)) throw incomplete();
    const size = Number.parseInt(line, 16);
    if (size === 0) return { body: Buffer.concat(chunks), trailers: trailersAt(raw, next) };
    const end = next + size;
    if (raw.toString("latin1", end, end + 2) !== "\r\n") throw incomplete();
    chunks.push(raw.subarray(next, end));
    position = end + 2;
  }
}
