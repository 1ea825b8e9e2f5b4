import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { StoredObject } from "./object-store.ts";
import { headerValue } from "./request.ts";
import { S3Error } from "./s3-error.ts";

type Range = { start: number; end: number };

const refersTo = (etags: string, { etag }: StoredObject) =>
  etags.split(",").some((candidate) => candidate.trim() === "*" || candidate.trim().replace(/^W\//, "") === etag);

/**
 * Ignores a header with several ranges or in an unknown form, as RFC 9110, section 14 allows.
 * @throws S3Error InvalidRange
 */
function selectRange(header: string | undefined, sizeBytes: number): Range | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return null;
  if (first !== "" && last !== "" && Number(last) < Number(first)) return null;
  const start = first === "" ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = first === "" || last === "" ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (start < sizeBytes) return { start, end };
  throw new S3Error("InvalidRange", "The requested range is not satisfiable", {
    RangeRequested: header ?? "",
    ActualObjectSize: String(sizeBytes),
  });
}

function requestedRange(object: StoredObject, headers: IncomingHttpHeaders): Range | null {
  const ifRange = headerValue(headers, "if-range");
  const isCurrent =
    ifRange === undefined || ifRange === object.etag || Date.parse(ifRange) === object.lastModified.getTime();
  return isCurrent ? selectRange(headers.range, object.sizeBytes) : null;
}

/**
 * Ignores conditions other than If-None-Match and If-Range.
 * @throws S3Error InvalidRange
 */
export async function sendObject(
  response: ServerResponse,
  object: StoredObject,
  request: { method: string; headers: IncomingHttpHeaders },
): Promise<void> {
  const ifNoneMatch = request.headers["if-none-match"];
  const isKnown = ifNoneMatch !== undefined && refersTo(ifNoneMatch, object);
  const range = isKnown ? null : requestedRange(object, request.headers);
  const body = isKnown || request.method === "HEAD" ? null : object.read(range ?? undefined);
  response.setHeader("ETag", object.etag);
  response.setHeader("Last-Modified", object.lastModified.toUTCString());
  response.setHeader("Accept-Ranges", "bytes");
  for (const [name, value] of Object.entries(object.headers)) response.setHeader(name, value);
  if (isKnown) {
    response.writeHead(304).end();
    return;
  }
  response.statusCode = range ? 206 : 200;
  response.setHeader("Content-Length", range ? range.end - range.start + 1 : object.sizeBytes);
  if (range) response.setHeader("Content-Range", `bytes ${range.start}-${range.end}/${object.sizeBytes}`);
  if (body) await pipeline(body, response);
  else response.end();
}
