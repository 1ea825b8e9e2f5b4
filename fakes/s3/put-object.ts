import type { IncomingHttpHeaders } from "node:http";
import { writeCondition } from "./conditions.ts";
import { type Operation, requireBucket } from "./operation.ts";
import { headerValue } from "./request.ts";
import { notImplemented } from "./s3-error.ts";

const keptHeaders = [
  "cache-control",
  "content-disposition",
  "content-encoding",
  "content-language",
  "content-type",
  "expires",
];

export function headersToKeep(headers: IncomingHttpHeaders): Record<string, string> {
  const kept: Record<string, string> = { "content-type": "binary/octet-stream" };
  for (const name of Object.keys(headers)) {
    const value = headerValue(headers, name);
    if (value && (keptHeaders.includes(name) || name.startsWith("x-amz-meta-"))) kept[name] = value;
  }
  const encodings = (kept["content-encoding"] ?? "").split(",").map((encoding) => encoding.trim());
  const ownEncodings = encodings.filter((encoding) => encoding !== "" && encoding !== "aws-chunked");
  delete kept["content-encoding"];
  if (ownEncodings.length > 0) kept["content-encoding"] = ownEncodings.join(", ");
  return kept;
}

/** Ignores access lists, tags, storage classes and encryption. */
export const putObject: Operation = {
  methods: ["PUT"],
  target: "object",
  parameters: [],
  run: async (call) => {
    const { request, response, store } = call;
    if (request.headers["x-amz-copy-source"] !== undefined) throw notImplemented("copies");
    const condition = writeCondition(request);
    requireBucket(call);
    const object = { body: await call.body(), headers: headersToKeep(request.headers) };
    const { etag, crc32, sizeBytes } = await store.put(request.bucket, request.key, object, condition);
    call.onStored({ key: request.key, sizeBytes, etag }, "PutObject");
    response.writeHead(200, { ETag: etag, "x-amz-checksum-crc32": crc32 }).end();
  },
};
