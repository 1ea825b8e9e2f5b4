import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { S3Error } from "./s3-error.ts";

export type S3Request = {
  method: string;
  /** The path as sent, percent-encoded. */
  path: string;
  /** Decoded, in the order in which they were sent. */
  query: readonly (readonly [name: string, value: string])[];
  headers: IncomingHttpHeaders;
  /** "" if the path has none. */
  bucket: string;
  /** "" if the path has none. A key may contain "..", because it is not a path. */
  key: string;
};

/** Source: "Naming Amazon S3 objects" in the Amazon S3 User Guide. */
const maxKeyBytes = 1024;

function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw new S3Error("InvalidURI", "Couldn't parse the specified URI.");
  }
}

/** @throws S3Error KeyTooLongError */
export function requireKeyLength(key: string): void {
  if (Buffer.byteLength(key) > maxKeyBytes) throw new S3Error("KeyTooLongError", "Your key is too long");
}

/**
 * Parses a path-style request. Does not use a URL parser, because such a parser would resolve ".." in a key.
 * @throws S3Error InvalidURI, KeyTooLongError
 */
export function parseRequest(message: IncomingMessage): S3Request {
  const target = message.url ?? "/";
  const queryStart = target.indexOf("?");
  const path = queryStart < 0 ? target : target.slice(0, queryStart);
  const pairs = queryStart < 0 ? [] : target.slice(queryStart + 1).split("&");
  const query = pairs
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [name = "", ...value] = pair.replaceAll("+", " ").split("=");
      return [decode(name), decode(value.join("="))] as const;
    });
  const [, bucket = "", ...keySegments] = path.split("/");
  const key = decode(keySegments.join("/"));
  requireKeyLength(key);
  return { method: message.method ?? "GET", path, query, headers: message.headers, bucket: decode(bucket), key };
}

/** A parameter without "=" has the value "". */
export function queryValue(request: Pick<S3Request, "query">, name: string): string | undefined {
  return request.query.find(([present]) => present === name)?.[1];
}

export function headerValue(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(",") : value;
}
